package dev.mercer.app.cli.score;

import dev.mercer.internal.json.Json;
import dev.mercer.use.novelty.Novelty;
import dev.mercer.use.novelty.NoveltyThresholds;
import dev.mercer.use.novelty.Roc;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/**
 * Which rows are novel according to their labels: those with a label that the user named, otherwise
 * those with the rarer one of two labels.
 *
 * @param novel null if the labels do not decide this
 * @param names the labels of novel rows
 * @param reason why the labels do not decide; null if they do
 */
record NovelLabels(boolean[] novel, List<String> names, String reason) {

  private static final int LABELS_SHOWN = 10;

  /**
   * @param named the labels of novel rows; empty for the rarer of two labels
   * @throws IllegalArgumentException if a label that was named does not occur, or all rows have one
   */
  static NovelLabels of(String[] labels, List<String> named) {
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] == null) {
        return undecided("row " + i + " has no label, so no area under the ROC is given");
      }
      counts.merge(labels[i], 1, Integer::sum);
    }
    for (String name : named) {
      if (!counts.containsKey(name)) {
        throw new IllegalArgumentException(
            "--novel " + name + ": no row has this label; there are " + shown(counts));
      }
    }
    if (named.isEmpty() && counts.size() != 2) {
      return undecided(
          "there are "
              + counts.size()
              + " labels, so no area under the ROC is given; say with --novel which are novel");
    }
    List<String> names = named;
    if (names.isEmpty()) {
      List<Map.Entry<String, Integer>> two = List.copyOf(counts.entrySet());
      if (two.get(0).getValue().equals(two.get(1).getValue())) {
        return undecided(
            "both labels have as many rows, so no area under the ROC is given; say with --novel"
                + " which is novel");
      }
      boolean first = two.get(0).getValue() < two.get(1).getValue();
      names = List.of(two.get(first ? 0 : 1).getKey());
    }
    if (names.containsAll(counts.keySet())) {
      throw new IllegalArgumentException(
          "--novel names every label there is; name those that are not normal");
    }
    boolean[] novel = new boolean[labels.length];
    for (int i = 0; i < labels.length; i++) {
      novel[i] = names.contains(labels[i]);
    }
    return new NovelLabels(novel, names, null);
  }

  /** Labels that do not decide which rows are novel, with the reason. */
  static NovelLabels undecided(String reason) {
    return new NovelLabels(null, List.of(), reason);
  }

  private static String shown(Map<String, Integer> counts) {
    List<String> names = List.copyOf(counts.keySet());
    return names.size() <= LABELS_SHOWN
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, LABELS_SHOWN)) + " and others";
  }

  /** Areas of t2, spe and both; null if a number is unknown, or all rows are of one kind. */
  Map<String, Object> areas(Novelty.Measures measures, NoveltyThresholds thresholds) {
    double[] t2 = measures.t2();
    double[] spe = measures.spe();
    long novelRows = count(true, t2);
    long normalRows = count(false, t2);
    return Json.object(
        "novel",
        names,
        "novelRows",
        novelRows,
        "normalRows",
        normalRows,
        "t2",
        area(t2, i -> t2[i]),
        "spe",
        area(spe, i -> spe[i]),
        "combined",
        area(t2, i -> thresholds.combined(t2[i], spe[i])));
  }

  private long count(boolean kind, double[] values) {
    long result = 0;
    for (int i = 0; i < novel.length; i++) {
      result += novel[i] == kind && !Double.isNaN(values[i]) ? 1 : 0;
    }
    return result;
  }

  private Double area(double[] known, IntToDoubleFunction value) {
    if (count(true, known) == 0 || count(false, known) == 0) {
      return null;
    }
    double[] values = new double[novel.length];
    Arrays.setAll(values, value);
    return Roc.area(values, novel);
  }
}
