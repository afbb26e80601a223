package dev.mercer.evidence.reproduce.rs;

import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * RS figures 7 and 8: RSKPCA with reduced sets by other density estimates (k-means, KDE paring,
 * herding) as the input of a classifier.
 */
final class DensityFigure extends DataFigure<ClassificationRun.Size> {

  private static final List<RsMethod> OTHERS =
      List.of(RsMethod.KMEANS, RsMethod.KDE_PARING, RsMethod.HERDING);

  DensityFigure(
      int number,
      String data,
      RsSample.Source source,
      ClassificationRun.Size small,
      ClassificationRun.Size full) {
    super(number, data, source, small, full);
  }

  @Override
  public String claim() {
    return "On "
        + data
        + " the choice of the reduced set matters for small ell and less for large; schemes that"
        + " are more accurate than shadow take longer to train; evaluation takes the same time"
        + " for all.";
  }

  @Override
  public Outcome run(Lab lab) {
    ClassificationRun.Size size = size(lab);
    ClassificationRun run = new ClassificationRun(lab, size, read(lab, size.rows()), OTHERS).run();
    Outcome outcome = new Outcome();
    run.report(outcome);
    outcome.setting(
        "schemes",
        "k-means: centroids with cluster sizes; KDE paring: rows drawn, n/m each; herding: over"
            + " the rows, n/m each");
    spread(outcome, run);
    costs(outcome, run);
    evaluation(outcome, run);
    return outcome;
  }

  /** The largest minus the smallest mean accuracy. */
  private static double spread(Curves accuracy, int ell) {
    double low = accuracy.mean(RsMethod.SHADOW, ell);
    double high = low;
    for (RsMethod method : OTHERS) {
      low = Math.min(low, accuracy.mean(method, ell));
      high = Math.max(high, accuracy.mean(method, ell));
    }
    return high - low;
  }

  private static void spread(Outcome outcome, ClassificationRun run) {
    Curves accuracy = run.accuracy;
    int last = run.ells().length - 1;
    outcome.verdict(
        "the choice of the reduced set matters for small ell and less for large",
        spread(accuracy, 0) > spread(accuracy, last)
            && test(accuracy, 0) < AnalysisOfVariance.LEVEL,
        "mean accuracies lie within "
            + Texts.percent(spread(accuracy, 0))
            + " at ell = 3 (ANOVA of all four p = "
            + Texts.number(test(accuracy, 0))
            + ") and within "
            + Texts.percent(spread(accuracy, last))
            + " at ell = 5 (p = "
            + Texts.number(test(accuracy, last))
            + ")");
  }

  /** The probability of means that differ this much if all schemes were equivalent. */
  private static double test(Curves accuracy, int ell) {
    double[][] groups = new double[OTHERS.size() + 1][];
    groups[0] = accuracy.values(RsMethod.SHADOW, ell);
    for (int i = 0; i < OTHERS.size(); i++) {
      groups[i + 1] = accuracy.values(OTHERS.get(i), ell);
    }
    return AnalysisOfVariance.of(groups).probability();
  }

  private static void costs(Outcome outcome, ClassificationRun run) {
    List<String> schemes = new ArrayList<>();
    boolean improved = false;
    boolean costlier = true;
    int count = run.ells().length;
    for (RsMethod method : OTHERS) {
      double ratio = 0;
      for (int k = 0; k < count; k++) {
        ratio +=
            run.trainingSeconds.median(method, k)
                / run.trainingSeconds.median(RsMethod.SHADOW, k)
                / count;
      }
      double[] ours = overEll(run.accuracy, RsMethod.SHADOW);
      double[] theirs = overEll(run.accuracy, method);
      double gain = (Arrays.stream(theirs).sum() - Arrays.stream(ours).sum()) / ours.length;
      AnalysisOfVariance test = AnalysisOfVariance.of(ours, theirs);
      if (gain > 0 && test.significant()) {
        improved = true;
        costlier &= ratio > 1;
      }
      schemes.add(
          method.label()
              + " "
              + (gain < 0 ? "" : "+")
              + Texts.number(100 * gain)
              + " points (ANOVA p = "
              + Texts.number(test.probability())
              + ") in "
              + Texts.number(ratio)
              + " times shadow's training time");
    }
    outcome.verdict(
        "schemes that are more accurate than shadow take longer to train",
        improved && costlier,
        (improved ? "" : "none is significantly more accurate; ")
            + "means over ell: "
            + String.join(", ", schemes));
  }

  /** The mean accuracy over all ell, for each fold. */
  private static double[] overEll(Curves accuracy, RsMethod method) {
    double[] means = new double[accuracy.values(method, 0).length];
    int count = accuracy.ells().length;
    for (int k = 0; k < count; k++) {
      for (int f = 0; f < means.length; f++) {
        means[f] += accuracy.values(method, k)[f] / count;
      }
    }
    return means;
  }

  private static void evaluation(Outcome outcome, ClassificationRun run) {
    int middle = run.ells().length / 2;
    List<String> times = new ArrayList<>();
    boolean same = true;
    double shadow = run.kept.mean(RsMethod.SHADOW, middle);
    for (RsMethod method : OTHERS) {
      for (int k = 0; k < run.ells().length; k++) {
        // m is the mean number of shadow centers, rounded to a whole number.
        double ratio = run.kept.mean(RsMethod.SHADOW, k) / run.kept.mean(method, k);
        same &= Math.abs(ratio - 1) * run.centers()[k] <= 1;
      }
      times.add(
          method.label()
              + " "
              + Texts.number(
                  run.testingSeconds.median(method, middle)
                      / run.testingSeconds.median(RsMethod.SHADOW, middle)));
    }
    outcome.verdict(
        "the evaluation speed-up is the same for all schemes",
        same,
        "all keep the same number of points, "
            + Texts.percent(shadow)
            + " of the rows at ell = "
            + Texts.number(run.ells()[middle])
            + "; times there as multiples of shadow's (medians): "
            + String.join(", ", times));
  }
}
