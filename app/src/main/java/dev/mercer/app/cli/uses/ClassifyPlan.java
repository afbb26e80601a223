package dev.mercer.app.cli.uses;

import dev.mercer.Progress;
import dev.mercer.app.cli.options.KernelOptions;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.use.classify.Classifier;
import dev.mercer.use.classify.FittedClassifier;
import dev.mercer.use.classify.GridSearch;
import dev.mercer.use.classify.LabelSets;
import dev.mercer.use.classify.PcaSettings;
import dev.mercer.use.classify.Predictions;
import dev.mercer.use.classify.Splits;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What classify learns with: a classifier, the settings to choose from, and how to choose.
 *
 * @param candidates a single one if nothing is searched
 * @param ranks to choose from, ascending; empty if the settings give the rank
 * @param rankOpen whether the user gave no number of components
 * @param wanted has the default rank
 */
record ClassifyPlan(
    Classifier classifier,
    List<GridSearch.Candidate> candidates,
    int[] ranks,
    boolean rankOpen,
    KernelOptions wanted,
    int folds,
    long seed) {

  /**
   * What was chosen and learned on some rows.
   *
   * @param parameters the best ones of the grid, including the rank; empty without a grid
   * @param search null without a grid
   * @param splits the divisions used by the search; null without a grid
   */
  record Learned(
      FittedClassifier classifier,
      Map<String, Object> parameters,
      GridSearch search,
      Splits splits,
      double searchSeconds,
      double fitSeconds) {}

  /** Whether there is more than one combination to choose from. */
  boolean searches() {
    return candidates.size() * Math.max(1, ranks.length) > 1;
  }

  /** Chooses the settings on these rows alone, then learns from all of them. */
  Learned learn(Rows rows, LabelSets labels, Workers workers, Progress progress) {
    Splits splits = searches() ? Splits.folds(labels, folds, seed) : null;
    int usual = usualRank(labels, splits);
    long start = System.nanoTime();
    GridSearch result =
        splits == null ? null : search(usual, rows, labels, splits, workers, progress);
    double searchSeconds = splits == null ? 0 : seconds(start);
    int winner = result == null ? 0 : result.winner().candidate();
    int rank = result != null ? result.winner().rank() : ranks.length == 0 ? 0 : ranks[0];
    GridSearch.Candidate best = candidates.get(winner);
    start = System.nanoTime();
    progress.stage("fit", 0);
    FittedClassifier fitted =
        classifier.fit(
            atRank(best.settings(), rank > 0 ? rank : usual), rows, labels, workers.threads());
    progress.done();
    return new Learned(
        fitted, parameters(best, rank), result, splits, searchSeconds, seconds(start));
  }

  private GridSearch search(
      int usual, Rows rows, LabelSets labels, Splits splits, Workers workers, Progress progress) {
    List<GridSearch.Candidate> tried =
        candidates.stream()
            .map(
                each -> new GridSearch.Candidate(each.parameters(), atRank(each.settings(), usual)))
            .toList();
    progress.stage("search", 0);
    GridSearch result =
        GridSearch.search(
            classifier, tried, ranks, rows, labels, splits, workers.threads(), progress);
    progress.done();
    return result;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static Map<String, Object> parameters(GridSearch.Candidate candidate, int rank) {
    Map<String, Object> result = new LinkedHashMap<>(candidate.parameters());
    if (rank > 0) {
      result.put("rank", rank);
    }
    return result;
  }

  /** The default rank if the user gave none, at most the rows of the smallest fit; else 0. */
  private int usualRank(LabelSets labels, Splits splits) {
    if (!rankOpen) {
      return 0;
    }
    int fewest = fewest(labels);
    if (splits != null) {
      for (Splits.Part part : splits.parts()) {
        fewest = Math.min(fewest, fewest(labels.select(part.train())));
      }
    }
    return wanted.rankFor(fewest);
  }

  /** The number of rows of the smallest fit. */
  private int fewest(LabelSets labels) {
    return classifier.perClass() ? Arrays.stream(labels.sizes()).min().orElse(1) : labels.rows();
  }

  private static PcaSettings atRank(PcaSettings settings, int rank) {
    return rank > 0 ? settings.rank(rank) : settings;
  }

  /** Predictions of rows, and the time they took in seconds. */
  record Judged(Predictions predictions, double seconds) {}

  static Judged judge(FittedClassifier fitted, Rows rows, Workers workers, Progress progress) {
    long start = System.nanoTime();
    progress.stage("predict", 0);
    Predictions predictions = fitted.predict(rows, workers.threads());
    progress.done();
    return new Judged(predictions, seconds(start));
  }
}
