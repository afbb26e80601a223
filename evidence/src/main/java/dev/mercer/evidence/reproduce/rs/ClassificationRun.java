package dev.mercer.evidence.reproduce.rs;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.use.classify.ClassLabels;
import dev.mercer.use.classify.LabelSets;
import dev.mercer.use.classify.NearestNeighbors;
import dev.mercer.use.classify.Splits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * RS figures 4, 5, 7 and 8: classification by the nearest neighbors among embedded rows, over ell.
 *
 * <ol>
 *   <li>The rows are cut into stratified folds. The training rows of each are put in random order,
 *       because the result of shadow depends on their order.
 *   <li>For each fold, exact KPCA is run once, and shadow for every ell. The mean number of centers
 *       over the folds is the number of landmarks m for the other methods.
 *   <li>The training time is that of the fit and of the embedding of the training rows, which the
 *       classifier needs. The testing time is that of the embedding of the test rows. Both cover
 *       only the KPCA step of the classifier; the vote costs the same for all methods and is not
 *       timed.
 * </ol>
 */
final class ClassificationRun {

  /**
   * The size of a run.
   *
   * @param rows the largest number of rows
   * @param folds how many of the ten folds are run
   * @param steps the number of steps of ell from 3 to 5
   */
  record Size(int rows, int folds, int steps) {}

  private static final int FOLDS = 10;
  private static final int NEIGHBORS = 3;
  private static final double USUAL_ELL = 4;

  private final Lab lab;
  private final Size size;
  private final RsSample sample;
  private final List<RsMethod> others;
  private final PaperFit fits;
  private final double[] ells;
  private final Splits splits;
  private final int[] centers;
  private double denseSeconds;
  private DenseRows train;
  private DenseRows test;
  private ClassLabels trainLabels;
  private String[] testLabels;

  final Curves accuracy;
  final Curves trainingSeconds;
  final Curves testingSeconds;
  final Curves kept;

  ClassificationRun(Lab lab, Size size, RsSample sample, List<RsMethod> others) {
    this.lab = lab;
    this.size = size;
    this.sample = sample;
    this.others = others;
    this.fits = new PaperFit(sample.kernel(), sample.rank(), lab);
    this.ells = Curves.ells(size.steps());
    this.splits = Splits.folds(LabelSets.of(sample.labels()), FOLDS, lab.seed());
    this.centers = new int[ells.length];
    this.accuracy = new Curves("accuracy", ells, size.folds());
    this.trainingSeconds = new Curves("training seconds", ells, size.folds());
    this.testingSeconds = new Curves("testing seconds", ells, size.folds());
    this.kept = new Curves("share of the rows kept", ells, size.folds());
  }

  /** Runs all folds and methods. */
  ClassificationRun run() {
    count();
    List<RsMethod> methods = new ArrayList<>(List.of(RsMethod.SHADOW));
    methods.addAll(others);
    for (int f = 0; f < size.folds(); f++) {
      take(f);
      if (f == 0) {
        fits.warm(train, methods, USUAL_ELL);
        denseSeconds = seconds(fits.denseTimed(train));
      }
      Scores scores = scores(fits.exact(train));
      accuracy.put(RsMethod.KPCA, f, scores.accuracy());
      trainingSeconds.put(RsMethod.KPCA, f, scores.trainingSeconds());
      testingSeconds.put(RsMethod.KPCA, f, scores.testingSeconds());
      for (int k = 0; k < ells.length; k++) {
        for (RsMethod method : methods) {
          measure(method, k, f);
        }
      }
    }
    return this;
  }

  /** The mean number of shadow centers over the folds, for every ell. */
  private void count() {
    double[] means = new double[ells.length];
    for (int f = 0; f < size.folds(); f++) {
      take(f);
      for (int k = 0; k < ells.length; k++) {
        means[k] += (double) fits.centers(train, ells[k]) / size.folds();
      }
    }
    Arrays.setAll(centers, k -> (int) Math.max(sample.rank(), Math.round(means[k])));
  }

  private void take(int fold) {
    Splits.Part part = splits.parts().get(fold);
    int[] order = part.train().clone();
    RsSample.shuffle(order, lab.seed() + fold);
    train = DenseRows.copyOf(sample.rows().select(order));
    test = DenseRows.copyOf(sample.rows().select(part.test()));
    trainLabels = ClassLabels.of(labels(order));
    testLabels = labels(part.test());
  }

  private String[] labels(int[] rows) {
    String[] chosen = new String[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = sample.labels()[rows[i]];
    }
    return chosen;
  }

  private void measure(RsMethod method, int ell, int fold) {
    Embedding fitted = fits.fit(method, train, ells[ell], centers[ell], lab.seed() + fold);
    Scores scores = scores(fitted);
    accuracy.put(method, ell, fold, scores.accuracy());
    trainingSeconds.put(method, ell, fold, scores.trainingSeconds());
    testingSeconds.put(method, ell, fold, scores.testingSeconds());
    kept.put(method, ell, fold, (double) fitted.points().count() / train.count());
  }

  private record Scores(double accuracy, double trainingSeconds, double testingSeconds) {}

  private Scores scores(Embedding fitted) {
    Embedding.Scored training = fitted.score(train, lab.workers());
    Embedding.Scored unseen = fitted.timed(test, lab.workers());
    return new Scores(
        accuracy(training.scores(), unseen.scores()),
        fitted.trainingSeconds() + training.seconds(),
        unseen.seconds());
  }

  private double seconds(Embedding fitted) {
    return fitted.trainingSeconds() + fitted.score(train, lab.workers()).seconds();
  }

  private double accuracy(Matrix training, Matrix unseen) {
    int[] found =
        NearestNeighbors.fit(training, trainLabels, NEIGHBORS, lab.workers().threads())
            .predict(unseen);
    int right = 0;
    for (int i = 0; i < found.length; i++) {
      right += trainLabels.names().get(found[i]).equals(testLabels[i]) ? 1 : 0;
    }
    return (double) right / found.length;
  }

  /** The training time of KPCA by the dense solver, including the embedding. */
  double denseSeconds() {
    return denseSeconds;
  }

  double[] ells() {
    return ells;
  }

  /** The number of landmarks of the other methods at each ell. */
  int[] centers() {
    return centers.clone();
  }

  /** Adds the settings, plots and tables that all these figures share. */
  void report(Outcome outcome) {
    sample.describe(outcome);
    outcome
        .setting("classifier", "3 nearest neighbors among the embedded training rows; as in RS")
        .setting(
            "folds",
            size.folds()
                + " of "
                + FOLDS
                + " run, stratified; paper: all 10, without"
                + " saying how they are divided")
        .setting("ell", "3 to 5 in " + size.steps() + " steps; the paper shows that range")
        .setting("centering", "none, as RS works")
        .setting("m", "the mean number of shadow centers over the folds, as in the paper")
        .setting(
            "order",
            "training rows are shuffled, because shadow centers depend on their"
                + " order; RS does not say")
        .setting("seeds", "seed for the folds, seed + fold for order and landmarks")
        .setting(
            "training",
            "seconds of the paper's steps (selection, m x m eigenproblem, extension) and of"
                + " embedding the training rows; testing: of embedding the test rows")
        .setting(
            "KPCA",
            "exact, with the solver that Mercer chooses; once also with the dense solver, "
                + Texts.number(denseSeconds)
                + " s with the embedding");
    String runs =
        sample.name()
            + ", "
            + train.count()
            + " training rows, mean and standard deviation of "
            + size.folds()
            + " folds";
    Curves training = trainingSeconds.underKpca("training speed-up over exact KPCA");
    Curves testing = testingSeconds.underKpca("testing speed-up over exact KPCA");
    outcome
        .plot(accuracy.plot("Accuracy", runs, false))
        .plot(training.plot("Training speed-up", runs, true))
        .plot(testing.plot("Testing speed-up", runs, true))
        .plot(kept.plot("Rows kept in the model", runs, false))
        .table(accuracy.table())
        .table(training.table())
        .table(testing.table())
        .table(kept.table());
  }
}
