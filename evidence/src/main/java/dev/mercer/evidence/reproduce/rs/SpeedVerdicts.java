package dev.mercer.evidence.reproduce.rs;

import dev.mercer.evidence.reproduce.Outcome;

/** Judges RS's claims about the times of shadow RSKPCA by the medians over the repeats. */
final class SpeedVerdicts {

  /** The largest speed-up that the paper's abstract promises. */
  static final double ORDER_OF_MAGNITUDE = 10;

  private final Curves trainingSeconds;
  private final Curves training;
  private final Curves testing;
  private final double[] overDense;

  /**
   * @param denseSeconds the training time of KPCA by a dense eigendecomposition
   */
  SpeedVerdicts(Curves trainingSeconds, Curves testingSeconds, double denseSeconds) {
    this.trainingSeconds = trainingSeconds;
    this.training = trainingSeconds.underKpca("training speed-up");
    this.testing = testingSeconds.underKpca("testing speed-up");
    double[] seconds = trainingSeconds.medianRange(RsMethod.SHADOW);
    this.overDense = new double[] {denseSeconds / seconds[1], denseSeconds / seconds[0]};
  }

  /** Compares with KPCA as the paper measures its cost, and with the library's own KPCA. */
  void trainingAgainstKpca(Outcome outcome) {
    outcome.verdict(
        "shadow trains faster than KPCA with a dense eigendecomposition",
        overDense[0] > 1,
        "speed-up " + Texts.range(overDense) + " over ell (medians)");
    double[] range = training.medianRange(RsMethod.SHADOW);
    outcome.verdict(
        "shadow also trains faster than KPCA with the solver that Mercer chooses",
        range[0] > 1,
        "speed-up "
            + Texts.range(range)
            + " over ell (medians); Mercer finds the few components wanted without decomposing"
            + " the whole matrix, unlike the KPCA of the paper");
  }

  /** Whether shadow's median training time is above another method's for most values of ell. */
  boolean slower(RsMethod other) {
    int count = 0;
    int all = trainingSeconds.ells().length;
    for (int k = 0; k < all; k++) {
      count +=
          trainingSeconds.median(RsMethod.SHADOW, k) > trainingSeconds.median(other, k) ? 1 : 0;
    }
    return 2 * count > all;
  }

  /** The two training times in words. */
  String times(RsMethod other) {
    int middle = trainingSeconds.ells().length / 2;
    return "at ell = "
        + Texts.number(trainingSeconds.ells()[middle])
        + " shadow takes "
        + Texts.number(trainingSeconds.median(RsMethod.SHADOW, middle))
        + " s, "
        + other.label()
        + " "
        + Texts.number(trainingSeconds.median(other, middle))
        + " s (medians; shadow is slower at "
        + trainingSeconds.where(
            k -> trainingSeconds.median(RsMethod.SHADOW, k) > trainingSeconds.median(other, k))
        + ")";
  }

  /**
   * Judges whether embedding unseen rows is faster than with KPCA, and with both kinds of Nyström.
   */
  void testing(Outcome outcome) {
    double[] shadow = testing.medianRange(RsMethod.SHADOW);
    double[] nystrom = testing.medianRange(RsMethod.NYSTROM);
    outcome.verdict(
        "shadow embeds unseen rows faster than KPCA, which Nyström does not",
        shadow[0] > 1 && nystrom[0] < shadow[0] && nystrom[1] < shadow[1],
        "testing speed-up "
            + Texts.range(shadow)
            + " over ell (medians), Nyström "
            + Texts.range(nystrom));
  }

  /** Judges the abstract's claim of a speed-up of up to an order of magnitude. */
  void orderOfMagnitude(Outcome outcome) {
    double train = Math.max(training.medianRange(RsMethod.SHADOW)[1], overDense[1]);
    double test = testing.medianRange(RsMethod.SHADOW)[1];
    outcome.verdict(
        "training and evaluation are faster by up to an order of magnitude",
        train >= ORDER_OF_MAGNITUDE && test >= ORDER_OF_MAGNITUDE,
        "at most "
            + Texts.number(train)
            + " times in training (against the dense solver "
            + Texts.number(overDense[1])
            + ") and "
            + Texts.number(test)
            + " times in embedding");
  }
}
