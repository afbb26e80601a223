package dev.mercer.evidence.reproduce.rs;

import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import java.util.List;

/** RS figures 4 and 5: shadow RSKPCA against Nyström methods as the input of a classifier. */
final class ClassificationFigure extends DataFigure<ClassificationRun.Size> {

  /** The difference in accuracy that still counts as competitive: one percentage point. */
  private static final double COMPETITIVE = 0.01;

  ClassificationFigure(
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
        + " 3 nearest neighbors after shadow RSKPCA are as accurate as after Nyström methods,"
        + " with significant training and testing speed-ups.";
  }

  @Override
  public Outcome run(Lab lab) {
    ClassificationRun.Size size = size(lab);
    ClassificationRun run =
        new ClassificationRun(
                lab,
                size,
                read(lab, size.rows()),
                List.of(RsMethod.UNIFORM, RsMethod.NYSTROM, RsMethod.WEIGHTED_NYSTROM))
            .run();
    Outcome outcome = new Outcome();
    run.report(outcome);
    for (RsMethod other : List.of(RsMethod.NYSTROM, RsMethod.WEIGHTED_NYSTROM, RsMethod.KPCA)) {
      competitive(outcome, run, other);
    }
    SpeedVerdicts verdicts =
        new SpeedVerdicts(run.trainingSeconds, run.testingSeconds, run.denseSeconds());
    verdicts.trainingAgainstKpca(outcome);
    outcome.verdict(
        "shadow trains faster than Nyström, which has to embed all rows through all rows",
        !verdicts.slower(RsMethod.NYSTROM),
        verdicts.times(RsMethod.NYSTROM));
    verdicts.testing(outcome);
    verdicts.orderOfMagnitude(outcome);
    return outcome;
  }

  /**
   * Judges shadow as competitive if at no ell its accuracy is both significantly lower and lower by
   * more than one percentage point.
   */
  private static void competitive(Outcome outcome, ClassificationRun run, RsMethod other) {
    Curves accuracy = run.accuracy;
    Curves.AtEll worse =
        k ->
            accuracy.mean(RsMethod.SHADOW, k) < accuracy.mean(other, k) - COMPETITIVE
                && accuracy.test(RsMethod.SHADOW, other, k).significant();
    int last = run.ells().length - 1;
    outcome.verdict(
        "the accuracy is competitive with that of " + other.label(),
        accuracy.everywhere(k -> !worse.holds(k)),
        "more than one percentage point and significantly (ANOVA, 0.05) below at "
            + accuracy.where(worse)
            + "; accuracies at ell = 3: "
            + Texts.percent(accuracy.mean(RsMethod.SHADOW, 0))
            + " against "
            + Texts.percent(accuracy.mean(other, 0))
            + ", at 5: "
            + Texts.percent(accuracy.mean(RsMethod.SHADOW, last))
            + " against "
            + Texts.percent(accuracy.mean(other, last))
            + ", ANOVA p = "
            + Texts.number(accuracy.test(RsMethod.SHADOW, other, last).probability()));
  }
}
