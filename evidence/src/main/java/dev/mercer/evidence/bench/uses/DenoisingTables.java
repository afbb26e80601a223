package dev.mercer.evidence.bench.uses;

import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.use.denoise.Noise;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * SK's Tables 7 and 8 with the paper's numbers next to ours, the parameters that were chosen, and
 * the verdicts.
 */
final class DenoisingTables {

  static final String FILTERS = "denoise-filters";

  /** The name of the case for each number of landmarks. */
  static final Map<Integer, String> CASES = cases();

  private static final int COLUMNS = 4;

  /** The columns in which SK's method beats the Wiener filter: sigma 80, 100 and p 0.2, 0.4. */
  private static final int[] STRONG_NOISE = {2, 3, 6, 7};

  /** SK prints errors divided by 10^5. */
  private static final double UNIT = 1e5;

  /** The numbers that SK prints, by row: Table 7, then Table 8. */
  private static final Map<String, List<String>> PAPER = paper();

  private DenoisingTables() {}

  private static Map<Integer, String> cases() {
    Map<Integer, String> result = new LinkedHashMap<>();
    for (int landmarks : new int[] {100, 500, 1000}) {
      result.put(landmarks, "denoise-" + landmarks);
    }
    return result;
  }

  static BenchPage page() {
    List<BenchCase> cases = new ArrayList<>();
    CASES.forEach((landmarks, name) -> cases.add(new DenoisingCase(name, landmarks)));
    cases.add(new DenoisingFiltersCase(FILTERS));
    return new BenchPage(
        "denoising", "Denoising", "evidence/uses denoising", cases, DenoisingTables::append);
  }

  private static Map<String, List<String>> paper() {
    Map<String, List<String>> result = new LinkedHashMap<>();
    put(
        result,
        "subset, 100",
        "3.38 ± 1.37|4.64 ± 1.49|6.73 ± 1.70|8.33 ± 2.17",
        "4.73 ± 1.51|6.45 ± 1.73|10.07 ± 2.16|18.11 ± 3.06");
    put(
        result,
        "reduced, 100",
        "3.48 ± 1.42|4.71 ± 1.51|6.80 ± 1.74|8.55 ± 2.11",
        "4.79 ± 1.54|6.52 ± 1.72|10.51 ± 2.30|18.80 ± 3.30");
    put(
        result,
        "subset, 500",
        "0.99 ± 0.24|3.64 ± 0.82|6.22 ± 1.43|7.95 ± 1.91",
        "3.61 ± 1.00|5.73 ± 1.34|9.66 ± 2.02|17.87 ± 2.95");
    put(
        result,
        "reduced, 500",
        "1.01 ± 0.27|3.73 ± 0.81|6.39 ± 1.51|8.14 ± 2.01",
        "3.72 ± 1.00|6.00 ± 1.39|10.04 ± 2.13|18.31 ± 3.05");
    put(
        result,
        "subset, 1000",
        "0.93 ± 0.22|3.20 ± 0.83|5.11 ± 1.67|6.18 ± 2.02",
        "3.22 ± 0.98|4.99 ± 1.46|7.93 ± 2.22|13.58 ± 4.72");
    put(
        result,
        "reduced, 1000",
        "0.94 ± 0.20|3.27 ± 0.87|5.49 ± 1.60|7.18 ± 1.88",
        "3.25 ± 1.00|5.15 ± 1.53|8.78 ± 2.22|18.21 ± 2.96");
    put(
        result,
        DenoisingFiltersCase.WIENER,
        "0.88 ± 0.24|3.14 ± 0.81|5.49 ± 1.43|7.01 ± 1.84",
        "3.15 ± 0.87|5.15 ± 1.17|8.93 ± 1.72|17.07 ± 2.61");
    put(result, DenoisingFiltersCase.AWARE, "–|–|–|–", "–|–|–|–");
    put(
        result,
        DenoisingFiltersCase.MEDIAN,
        "–|–|–|–",
        "3.26 ± 1.44|4.34 ± 1.70|7.36 ± 2.45|21.78 ± 5.62");
    put(result, DenoisingFiltersCase.NOTHING, "–|–|–|–", "–|–|–|–");
    put(result, "FoE", "1.15 ± 2.08|8.48 ± 0.78|23.29 ± 1.90|36.53 ± 2.81", "–|–|–|–");
    put(result, "BM3D", "1.07 ± 1.80|7.17 ± 1.09|17.39 ± 2.96|25.49 ± 4.17", "–|–|–|–");
    return result;
  }

  private static void put(
      Map<String, List<String>> into, String row, String gaussian, String saltPepper) {
    List<String> cells = new ArrayList<>(List.of(gaussian.split("\\|")));
    cells.addAll(List.of(saltPepper.split("\\|")));
    into.put(row, cells);
  }

  private static void append(Markdown page, Map<String, Map<String, Object>> records) {
    Map<String, List<Map<String, Object>>> found = found(records);
    if (found.isEmpty()) {
      return;
    }
    Map<String, Object> any = records.values().iterator().next();
    page.heading("SK's Tables 7 and 8 at reduced size")
        .paragraph(
            "MNIST, "
                + any.get("rows")
                + " training images, the first "
                + any.get("images")
                + " test images: mean ± standard deviation over images of the squared error (SK"
                + " (49), pixels 0 to 255), divided by 10^5; the paper's in brackets, of 10,000"
                + " test images. Width and rank are chosen on 500 other test images (the paper"
                + " takes the best of its picks, it seems on the test images themselves), over c"
                + " from 10^-5 to 10^-1.25 in k = exp(-c |x - y|^2), pixels 0 to 1, which is the"
                + " paper's scale and goes a little beyond its 10^-2, and a dozen ranks up to the"
                + " number of landmarks; pre-images by Mika's fixed point from the noisy image."
                + " Every result is truncated to 0..255. `noise-aware linear` is the best affine"
                + " estimate for the noise at hand, which the paper does not have; for Gaussian"
                + " noise it is the Wiener filter. `median` repeats edges; what the paper's does"
                + " there is not said. FoE and BM3D are the paper's numbers only.");
    table(page, found, 0);
    table(page, found, COLUMNS);
    page.heading("What was chosen")
        .paragraph(
            "log10 of c, and the rank; then the error where pre-images are found by the default,"
                + " `auto`, instead.");
    List<List<String>> choices = new ArrayList<>();
    found.forEach(
        (row, cells) -> {
          if (cells.get(0).containsKey("width")) {
            List<String> line = new ArrayList<>(List.of(row));
            cells.forEach(cell -> line.add(choice(cell)));
            choices.add(line);
          }
        });
    page.table(headings(0, 2 * COLUMNS), choices);
    verdicts(page, found);
    seconds(page, records);
  }

  /** The results of every row that has any, one result per noise. */
  private static Map<String, List<Map<String, Object>>> found(
      Map<String, Map<String, Object>> records) {
    Map<String, List<Map<String, Object>>> result = new LinkedHashMap<>();
    CASES.forEach(
        (landmarks, name) -> {
          if (records.containsKey(name)) {
            for (Map<String, Object> cell : Fields.objects(records.get(name), "results")) {
              String row = Fields.text(cell, "method") + ", " + landmarks;
              result.computeIfAbsent(row, key -> new ArrayList<>()).add(cell);
            }
          }
        });
    if (records.containsKey(FILTERS)) {
      for (Map<String, Object> cell : Fields.objects(records.get(FILTERS), "results")) {
        result.computeIfAbsent(Fields.text(cell, "method"), key -> new ArrayList<>()).add(cell);
      }
    }
    return result;
  }

  private static List<String> headings(int from, int count) {
    List<String> result = new ArrayList<>(List.of(""));
    for (Noise noise : DenoisingImages.NOISES.subList(from, from + count)) {
      String spec = noise.spec();
      result.add(spec.substring(spec.indexOf('(') + 1).split("[,)]")[0]);
    }
    return result;
  }

  private static void table(Markdown page, Map<String, List<Map<String, Object>>> found, int from) {
    List<List<String>> rows = new ArrayList<>();
    PAPER.forEach(
        (row, cells) -> {
          List<String> printed = cells.subList(from, from + COLUMNS);
          boolean measured = found.containsKey(row);
          if (measured || !printed.get(0).equals("–")) {
            List<String> line = new ArrayList<>(List.of(row));
            for (int k = 0; k < COLUMNS; k++) {
              String ours = measured ? value(found.get(row).get(from + k)) : "–";
              line.add(ours + (printed.get(k).equals("–") ? "" : " (" + printed.get(k) + ")"));
            }
            rows.add(line);
          }
        });
    page.table(headings(from, COLUMNS), rows);
  }

  private static String value(Map<String, Object> cell) {
    return String.format(
        Locale.ROOT,
        "%.2f ± %.2f",
        Fields.number(cell, "error") / UNIT,
        Fields.number(cell, "deviation") / UNIT);
  }

  private static String choice(Map<String, Object> cell) {
    return String.format(
        Locale.ROOT,
        "%s, %s; %.2f",
        cell.get("width"),
        cell.get("rank"),
        Fields.number(cell, "defaultError") / UNIT);
  }

  private static void verdicts(Markdown page, Map<String, List<Map<String, Object>>> found) {
    page.heading("Verdicts")
        .paragraph(
            "The mean difference of an image's error, negative where the first is better, with its"
                + " standard error: both see the same noisy images.");
    List<List<String>> rows = new ArrayList<>();
    for (int landmarks : CASES.keySet()) {
      List<Map<String, Object>> cells = found.getOrDefault("subset, " + landmarks, List.of());
      for (int k = 0; k < cells.size(); k++) {
        rows.add(verdict(cells.get(k), "subset, " + landmarks, "reduced, " + landmarks, k));
      }
    }
    List<Map<String, Object>> largest = found.getOrDefault("subset, 1000", List.of());
    for (int k : largest.isEmpty() ? new int[0] : STRONG_NOISE) {
      rows.add(verdict(largest.get(k), "subset, 1000", DenoisingFiltersCase.WIENER, k));
    }
    page.table(List.of("first", "second", "noise", "difference", "wanted", "met"), rows);
    claim(page, rows, "subset is better than reduced", false);
    claim(page, rows, "subset with 1,000 landmarks is better than SK's Wiener filter", true);
  }

  private static void claim(Markdown page, List<List<String>> rows, String claim, boolean wiener) {
    List<List<String>> about =
        rows.stream()
            .filter(row -> row.get(1).equals(DenoisingFiltersCase.WIENER) == wiener)
            .toList();
    long met = about.stream().filter(row -> row.get(5).equals(Markdown.met(true))).count();
    if (!about.isEmpty()) {
      page.paragraph("\n" + claim + ": in " + met + " of " + about.size() + " columns.");
    }
  }

  private static List<String> verdict(
      Map<String, Object> cell, String first, String second, int column) {
    boolean wiener = second.equals(DenoisingFiltersCase.WIENER);
    Map<String, Object> difference = Fields.object(cell, wiener ? "lessWiener" : "lessReduced");
    double mean = Fields.number(difference, "mean");
    double error = Fields.number(difference, "standardError");
    return List.of(
        first,
        second,
        headings(column, 1).get(1),
        String.format(Locale.ROOT, "%.3f ± %.3f", mean / UNIT, error / UNIT),
        "first better",
        Markdown.met(mean < 0));
  }

  private static void seconds(Markdown page, Map<String, Map<String, Object>> records) {
    List<List<String>> rows = new ArrayList<>();
    records.forEach(
        (name, record) ->
            rows.add(
                List.of(
                    name,
                    Timing.text(Fields.number(record, "seconds")),
                    record.containsKey("kmeansSeconds")
                        ? Timing.text(Fields.number(record, "kmeansSeconds"))
                        : "–")));
    page.heading("Time").table(List.of("case", "s", "of which k-means"), rows);
  }
}
