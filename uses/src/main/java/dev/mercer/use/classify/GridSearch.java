package dev.mercer.use.classify;

import dev.mercer.NumericalException;
import dev.mercer.Progress;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * Finds the settings with the best predictions on rows that were held back.
 *
 * <ol>
 *   <li>for each division of the rows and each candidate, one fit at the largest rank. It sees only
 *       the training rows, also for the scaling and the kernel width
 *   <li>the errors on the rows held back, for every rank from that one fit, because the leading
 *       components of a fit are the components of a smaller rank
 *   <li>the trial with the fewest errors over all divisions wins; ties go to the smaller rank, then
 *       to the earlier candidate. Errors are counted, not averaged, so that equal results are
 *       exactly equal
 * </ol>
 *
 * A caller who reports a test score must keep the test rows out of this search. Cost: candidates x
 * divisions fits.
 */
public final class GridSearch {

  /**
   * Settings that are fitted once and judged at every rank.
   *
   * @param parameters what distinguishes it from the other candidates, for the report
   */
  public record Candidate(Map<String, Object> parameters, PcaSettings settings) {}

  /**
   * One candidate at one rank.
   *
   * @param candidate its index in the list of candidates
   * @param rank 0 if the settings say how many components to keep
   * @param errors the number of errors over all divisions
   * @param accuracies one per division
   */
  public record Trial(int candidate, int rank, int errors, Accuracies accuracies) {}

  private final List<Trial> trials;
  private final int best;

  private GridSearch(List<Trial> trials, int best) {
    this.trials = List.copyOf(trials);
    this.best = best;
  }

  /** All trials: candidates in order, and ranks in order for each candidate. */
  public List<Trial> trials() {
    return trials;
  }

  /** The index of the winning trial in {@link #trials}. */
  public int best() {
    return best;
  }

  /** The winning trial. */
  public Trial winner() {
    return trials.get(best);
  }

  /**
   * Fits and judges every candidate on every division.
   *
   * @param ranks in ascending order; empty to keep as many components as the settings say
   */
  public static GridSearch search(
      Classifier classifier,
      List<Candidate> candidates,
      int[] ranks,
      Rows rows,
      LabelSets labels,
      Splits splits,
      int threads,
      Progress progress) {
    int[] tried = ranks.length == 0 ? new int[] {Integer.MAX_VALUE} : ranks;
    int[][] errors = new int[candidates.size() * tried.length][splits.parts().size()];
    int done = 0;
    for (int p = 0; p < splits.parts().size(); p++) {
      Splits.Part part = splits.parts().get(p);
      Rows train = DenseRows.copyOf(rows.select(part.train()));
      Rows test = DenseRows.copyOf(rows.select(part.test()));
      LabelSets trainLabels = labels.select(part.train());
      LabelSets testLabels = labels.select(part.test());
      for (int c = 0; c < candidates.size(); c++) {
        if (progress.cancelled()) {
          throw new CancellationException("the search was cancelled");
        }
        PcaSettings settings = candidates.get(c).settings();
        if (ranks.length > 0) {
          settings = settings.rank(ranks[ranks.length - 1]);
        }
        List<Predictions> predictions;
        try {
          predictions =
              classifier.fit(settings, train, trainLabels, threads).predict(test, tried, threads);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(where(p, candidates.get(c)) + e.getMessage(), e);
        } catch (NumericalException e) {
          throw new NumericalException(where(p, candidates.get(c)) + e.getMessage(), e);
        }
        for (int r = 0; r < tried.length; r++) {
          errors[c * tried.length + r][p] = predictions.get(r).errors(testLabels);
        }
        progress.advance((double) ++done / (candidates.size() * splits.parts().size()), "");
      }
    }
    return result(candidates.size(), ranks, errors, splits);
  }

  private static String where(int part, Candidate candidate) {
    return "division "
        + part
        + " of the training rows"
        + (candidate.parameters().isEmpty() ? "" : ", " + candidate.parameters())
        + ": ";
  }

  private static GridSearch result(int candidates, int[] ranks, int[][] errors, Splits splits) {
    int tried = Math.max(1, ranks.length);
    List<Trial> trials = new ArrayList<>();
    for (int c = 0; c < candidates; c++) {
      for (int r = 0; r < tried; r++) {
        int[] wrong = errors[c * tried + r];
        double[] accuracies = new double[wrong.length];
        int sum = 0;
        for (int p = 0; p < wrong.length; p++) {
          sum += wrong[p];
          accuracies[p] = 1 - (double) wrong[p] / splits.parts().get(p).test().length;
        }
        trials.add(new Trial(c, ranks.length == 0 ? 0 : ranks[r], sum, new Accuracies(accuracies)));
      }
    }
    int best = 0;
    for (int t = 1; t < trials.size(); t++) {
      best = better(trials.get(t), trials.get(best)) ? t : best;
    }
    return new GridSearch(trials, best);
  }

  /** Fewer errors win, then a smaller rank; otherwise the earlier trial stays. */
  private static boolean better(Trial trial, Trial best) {
    return trial.errors() != best.errors()
        ? trial.errors() < best.errors()
        : trial.rank() < best.rank();
  }
}
