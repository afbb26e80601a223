package dev.mercer.evidence.reproduce.rs;

import dev.mercer.Comparison;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import java.util.Arrays;
import java.util.List;

/**
 * What RS figures 2 and 3 measure: how close embeddings and eigenvalues come to those of KPCA, and
 * how much time and memory is saved, over ell.
 *
 * <ol>
 *   <li>Exact KPCA of all rows gives the scores O and the eigenvalues with which the others are
 *       compared.
 *   <li>In each repeat, 80% of the rows are drawn in random order, and the others are to be
 *       embedded. Exact KPCA of the 80% gives the times, and the best result possible with these
 *       rows.
 *   <li>The mean number of shadow centers over the repeats is the number of landmarks m for the
 *       other methods.
 *   <li>Measured are min_A |O - O~ A| / |O|, |lambda/n - lambda~/n_t| / |lambda/n|, times, and the
 *       rows kept.
 * </ol>
 */
final class EmbeddingRun {

  /**
   * The size of a run.
   *
   * @param rows the largest number of rows
   * @param steps the number of steps of ell from 3 to 5
   */
  record Size(int rows, int repeats, int steps) {}

  private static final List<RsMethod> METHODS =
      List.of(RsMethod.SHADOW, RsMethod.UNIFORM, RsMethod.NYSTROM, RsMethod.WEIGHTED_NYSTROM);
  private static final double TRAINING_SHARE = 0.8;

  /** The value that RS generally uses, at which fits are checked. */
  private static final double USUAL_ELL = 4;

  private final Lab lab;
  private final Size size;
  private final RsSample sample;
  private final PaperFit fits;
  private final Embedding whole;
  private final double[] ells;
  private final Curves kept;
  private final ShadowCertificates certificates = new ShadowCertificates();
  private DenseRows train;
  private DenseRows test;
  private Matrix wanted; // the scores of the test rows by KPCA of all rows
  private Matrix reachable; // the same by KPCA of the training rows
  private double denseSeconds;
  private double largestDifference;

  final Curves embedding;
  final Curves sameRows;
  final Curves eigenvalues;
  final Curves trainingSeconds;
  final Curves testingSeconds;

  EmbeddingRun(Lab lab, Size size, RsSample sample) {
    this.lab = lab;
    this.size = size;
    this.sample = sample;
    this.fits = new PaperFit(sample.kernel(), sample.rank(), lab);
    this.ells = Curves.ells(size.steps());
    this.embedding = curves("relative difference of embeddings");
    this.sameRows = curves("relative difference to KPCA of the same rows");
    this.eigenvalues = curves("relative difference of eigenvalues");
    this.trainingSeconds = curves("training seconds");
    this.testingSeconds = curves("testing seconds");
    this.kept = curves("share of the rows kept");
    fits.warm(sample.rows(), METHODS, USUAL_ELL);
    this.whole = fits.exact(sample.rows());
  }

  private Curves curves(String name) {
    return new Curves(name, ells, size.repeats());
  }

  /** Runs all repeats and methods. */
  EmbeddingRun run() {
    int[] counts = counts();
    for (int r = 0; r < size.repeats(); r++) {
      split(r);
      Embedding exact = fits.exact(train);
      Embedding.Scored scored = exact.timed(test, lab.workers());
      reachable = scored.scores();
      embedding.put(RsMethod.KPCA, r, difference(scored.scores()));
      eigenvalues.put(RsMethod.KPCA, r, eigenvalueDifference(exact));
      trainingSeconds.put(RsMethod.KPCA, r, exact.trainingSeconds());
      testingSeconds.put(RsMethod.KPCA, r, scored.seconds());
      for (int k = 0; k < ells.length; k++) {
        for (RsMethod method : METHODS) {
          Embedding fitted = measure(method, k, r, counts[k]);
          if (r == 0 && ells[k] == USUAL_ELL) {
            check(method, k, counts[k], fitted);
          }
        }
        if (r == 0) {
          certify(k);
        }
      }
      denseSeconds = r == 0 ? fits.denseTimed(train).trainingSeconds() : denseSeconds;
    }
    return this;
  }

  /** The mean number of shadow centers over the repeats, for every ell. */
  private int[] counts() {
    double[] means = new double[ells.length];
    for (int r = 0; r < size.repeats(); r++) {
      split(r);
      for (int k = 0; k < ells.length; k++) {
        means[k] += (double) fits.centers(train, ells[k]) / size.repeats();
      }
    }
    return Arrays.stream(means)
        .mapToInt(mean -> (int) Math.max(sample.rank(), Math.round(mean)))
        .toArray();
  }

  private void split(int repeat) {
    int n = sample.rows().count();
    int[] order = RsSample.shuffled(n, seed(repeat));
    int first = (int) Math.round(TRAINING_SHARE * n);
    train = rows(Arrays.copyOf(order, first));
    test = rows(Arrays.copyOfRange(order, first, n));
    wanted = whole.score(test, lab.workers()).scores();
  }

  private long seed(int repeat) {
    return lab.seed() + repeat;
  }

  private DenseRows rows(int[] numbers) {
    return DenseRows.copyOf(sample.rows().select(numbers));
  }

  private Embedding measure(RsMethod method, int ell, int repeat, int count) {
    Embedding fitted = fits.fit(method, train, ells[ell], count, seed(repeat));
    Embedding.Scored scored = fitted.timed(test, lab.workers());
    embedding.put(method, ell, repeat, difference(scored.scores()));
    sameRows.put(method, ell, repeat, Comparison.embeddingDifference(reachable, scored.scores()));
    eigenvalues.put(method, ell, repeat, eigenvalueDifference(fitted));
    trainingSeconds.put(method, ell, repeat, fitted.trainingSeconds());
    testingSeconds.put(method, ell, repeat, scored.seconds());
    kept.put(method, ell, repeat, (double) fitted.points().count() / train.count());
    return fitted;
  }

  private double difference(Matrix scores) {
    return Comparison.embeddingDifference(wanted, scores);
  }

  /**
   * Compares eigenvalues divided by the number of rows, since all rows and 80% of them differ in
   * number.
   */
  private double eigenvalueDifference(Embedding fitted) {
    double difference = 0;
    double length = 0;
    for (int i = 0; i < whole.eigenvalues().length; i++) {
      double value = whole.eigenvalues()[i] / sample.rows().count();
      double other = i < fitted.eigenvalues().length ? fitted.eigenvalues()[i] / train.count() : 0;
      difference += (value - other) * (value - other);
      length += value * value;
    }
    return Math.sqrt(difference / length);
  }

  private void certify(int ell) {
    KernelPcaModel model = fits.library(RsMethod.SHADOW, train, ells[ell], 0, seed(0));
    certificates.add(ells[ell], model.points().count(), model.report().certificate());
  }

  /** Compares the steps that are timed with the library's own fit. */
  private void check(RsMethod method, int ell, int count, Embedding fitted) {
    KernelPcaModel model = fits.library(method, train, ells[ell], count, seed(0));
    double apart =
        Comparison.embeddingDifference(
            model.transform(test), fitted.score(test, lab.workers()).scores());
    largestDifference = Math.max(largestDifference, apart);
  }

  private String runs() {
    return sample.name()
        + ", "
        + train.count()
        + " training rows, mean and standard deviation of "
        + size.repeats()
        + " repeats";
  }

  double[] ells() {
    return ells;
  }

  /** The training time of KPCA by the dense solver. */
  double denseSeconds() {
    return denseSeconds;
  }

  /** Adds settings, plots and tables, and a verdict on the bounds. */
  void report(Outcome outcome) {
    describe(outcome);
    picture(outcome);
  }

  private void describe(Outcome outcome) {
    sample.describe(outcome);
    outcome
        .setting("ell", "3 to 5 in " + size.steps() + " steps; paper: 20 steps")
        .setting("repeats", size.repeats() + " random divisions 80% / 20%; paper: 50")
        .setting("centering", "none, as RS works")
        .setting(
            "m",
            "the mean number of shadow centers over the repeats, for the other methods, as in"
                + " the paper")
        .setting(
            "eigenvalues",
            "divided by n, since KPCA of all rows is compared with fits of 80% of them; the"
                + " paper does not say")
        .setting("differences", "relative to KPCA's Frobenius norms; paper: not divided")
        .setting("seeds", "seed + repeat, for the division and the landmarks")
        .setting(
            "training",
            "seconds of the paper's steps: selection, m x m eigenproblem, extension. mercer fit"
                + " also computes a certificate; its scores are the same, with a relative"
                + " difference of at most "
                + Texts.number(largestDifference)
                + " at ell = 4")
        .setting(
            "KPCA",
            "exact, with the solver that Mercer chooses; once also with the dense solver, "
                + Texts.number(denseSeconds)
                + " s, the n^3 that the paper counts");
  }

  private void picture(Outcome outcome) {
    Curves training = trainingSeconds.underKpca("training speed-up over exact KPCA");
    Curves testing = testingSeconds.underKpca("testing speed-up over exact KPCA");
    outcome
        .plot(embedding.plot("Embedding difference", runs(), true))
        .plot(sameRows.plot("Embedding difference to KPCA of the same rows", runs(), true))
        .plot(eigenvalues.plot("Eigenvalue difference", runs(), true))
        .plot(training.plot("Training speed-up", runs(), true))
        .plot(testing.plot("Testing speed-up", runs(), true))
        .plot(kept.plot("Rows kept in the model", runs(), false))
        .table(embedding.table())
        .table(sameRows.table())
        .table(eigenvalues.table())
        .table(training.table())
        .table(testing.table())
        .table(kept.table())
        .table(tests());
    certificates.report(outcome, sample.name() + ", first repeat");
  }

  private DataTable tests() {
    DataTable table =
        new DataTable(
            "ANOVA of the embedding differences, shadow against",
            "ell",
            "Nyström: difference",
            "Nyström: F",
            "Nyström: p",
            "weighted: difference",
            "weighted: F",
            "weighted: p",
            "subsampled: difference",
            "subsampled: F",
            "subsampled: p");
    for (int k = 0; k < ells.length; k++) {
      Object[] cells = new Object[10];
      cells[0] = ells[k];
      int at = 1;
      for (RsMethod other :
          List.of(RsMethod.NYSTROM, RsMethod.WEIGHTED_NYSTROM, RsMethod.UNIFORM)) {
        AnalysisOfVariance test = embedding.test(RsMethod.SHADOW, other, k);
        cells[at++] = embedding.mean(RsMethod.SHADOW, k) - embedding.mean(other, k);
        cells[at++] = test.f();
        cells[at++] = test.probability();
      }
      table.row(cells);
    }
    return table;
  }
}
