package dev.mercer.use.ica;

import dev.mercer.Progress;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.RowDraw;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Kernel independent component analysis (FK section 13; Bach and Jordan 2002): rows are mixtures x
 * = A s + mean of independent sources s. A matrix W with s = W (x - mean) is found by making the
 * sources as independent as a kernel can measure.
 *
 * <pre>{@code
 * Unmixing found = KernelIca.of(3).seed(1).fit(rows);
 * Matrix sources = found.sources(rows);
 * }</pre>
 *
 * <ol>
 *   <li>rows become white coordinates ({@link Whitening}), so that only an orthogonal matrix
 *       remains to be found
 *   <li>search: from the coordinates as they are and from random rotations of them, Jacobi sweeps
 *       over all angles ({@link SourceSearch#scan}) on at most {@value #SEARCH_ROWS} rows; the
 *       start whose sources depend least on each other is taken
 *   <li>polish: on at most {@value #POLISH_ROWS} rows, by the dependence of all sources together
 *   <li>sources have mean 0 and variance 1 over all rows; the entry of largest magnitude in each
 *       row of W is positive; sources are in the order of the magnitude of their excess kurtosis,
 *       the least Gaussian first
 * </ol>
 *
 * The dependence is {@link SourceDependence}, of Gram matrices in the low-rank form of {@link
 * SourceBasis}. The settings are those of the paper: a Gaussian kernel of width 1 and kappa = 0.02
 * for up to {@value #SEARCH_ROWS} rows, width 1/2 and kappa = 0.002 for more, and incomplete
 * Cholesky to kappa / 100 of the trace. The rows of both samples are drawn with the seed; results
 * have the same bits for any number of threads.
 *
 * <p>At most one source may be Gaussian, because two Gaussian sources are independent in any
 * direction of their plane. Cost: some hundred dependences for each pair of sources; each takes 2 n
 * M^2 flops per source, with M a few dozen and n the number of rows in the sample.
 */
public final class KernelIca {

  /**
   * The largest number of rows used for the search. Up to this number, the paper's settings for
   * small samples are used.
   */
  public static final int SEARCH_ROWS = 1000;

  /** The largest number of rows used to polish the result; more do not change it visibly. */
  public static final int POLISH_ROWS = 10_000;

  private static final double SEARCH_ANGLE = 0.02;
  private static final double POLISH_ANGLE = 1e-3;

  private final int components;
  // These are set only while a copy is made, and never afterwards.
  private KernelSpec kernel; // null for the one of the paper
  private double kappa = Double.NaN;
  private double tolerance = Double.NaN;
  private SourceDependence dependence = SourceDependence.KGV;
  private int starts = 3;
  private long seed;
  private int threads = Runtime.getRuntime().availableProcessors();
  private Progress progress = Progress.NONE;

  private KernelIca(int components) {
    this.components = components;
  }

  /** The search for this many sources, with the paper's settings. */
  public static KernelIca of(int components) {
    if (components < 2) {
      throw new IllegalArgumentException(
          "components = " + components + "; there are at least 2 sources to tell apart");
    }
    return new KernelIca(components);
  }

  private KernelIca changed(Consumer<KernelIca> change) {
    KernelIca copy = new KernelIca(components);
    copy.kernel = kernel;
    copy.kappa = kappa;
    copy.tolerance = tolerance;
    copy.dependence = dependence;
    copy.starts = starts;
    copy.seed = seed;
    copy.threads = threads;
    copy.progress = progress;
    change.accept(copy);
    return copy;
  }

  /** The kernel applied to the values of a source, which have variance 1. */
  public KernelIca kernel(KernelSpec wanted) {
    return changed(copy -> copy.kernel = wanted);
  }

  /** The regularization kappa, above 0; n kappa / 2 is added to a Gram matrix of n rows. */
  public KernelIca kappa(double wanted) {
    if (!(wanted > 0 && wanted <= 1)) {
      throw new IllegalArgumentException("kappa = " + wanted + "; allowed is above 0 and up to 1");
    }
    return changed(copy -> copy.kappa = wanted);
  }

  /** The share of the trace of a Gram matrix that incomplete Cholesky may leave out. */
  public KernelIca tolerance(double wanted) {
    if (!(wanted > 0 && wanted < 1)) {
      throw new IllegalArgumentException(
          "tolerance = " + wanted + "; it is a share of the trace, above 0 and below 1");
    }
    return changed(copy -> copy.tolerance = wanted);
  }

  /** How dependence is measured: {@code kgv} (the default) or {@code kcca}. */
  public KernelIca contrast(String wanted) {
    SourceDependence chosen =
        switch (wanted) {
          case "kgv" -> SourceDependence.KGV;
          case "kcca" -> SourceDependence.KCCA;
          default ->
              throw new IllegalArgumentException(
                  "contrast '" + wanted + "' is unknown; allowed are kgv, kcca");
        };
    return changed(copy -> copy.dependence = chosen);
  }

  /** The number of starting points of the search. */
  public KernelIca starts(int wanted) {
    if (wanted < 1) {
      throw new IllegalArgumentException("starts = " + wanted + "; at least 1 is needed");
    }
    return changed(copy -> copy.starts = wanted);
  }

  /** The seed of all random choices. */
  public KernelIca seed(long wanted) {
    return changed(copy -> copy.seed = wanted);
  }

  /** The number of threads to use; results do not depend on it. */
  public KernelIca threads(int wanted) {
    if (wanted < 1) {
      throw new IllegalArgumentException("threads = " + wanted + "; at least 1 is needed");
    }
    return changed(copy -> copy.threads = wanted);
  }

  /** The listener that is told about the progress of the search, and may stop it. */
  public KernelIca progress(Progress listener) {
    return changed(copy -> copy.progress = listener);
  }

  /** The settings and the data of one step, search or polish. */
  private record Step(Kernel kernel, double kappa, double tolerance, double[][] white) {

    SourceBasis bases(Backend backend) {
      return new SourceBasis(kernel, white[0].length, kappa, tolerance, backend);
    }
  }

  /** Finds the sources of these rows. */
  public Unmixing fit(Rows rows) {
    check(rows);
    SplittableRandom random = new SplittableRandom(seed ^ 0x736f7572636573L);
    try (Workers workers = Workers.of(threads, this::stopIfCancelled)) {
      progress.stage("whiten", 0);
      Whitening whitening = Whitening.of(rows, components, workers);
      Step few = step(whitening, rows, SEARCH_ROWS, random);
      progress.done();
      progress.stage("search", 0);
      double[] contrasts = new double[starts];
      SourceSearch best = null;
      long evaluations = 0;
      for (int start = 0; start < starts; start++) {
        progress.advance((double) start / starts, "start " + (start + 1) + " of " + starts);
        double[] turn = start == 0 ? Turns.none(components) : Turns.random(components, random);
        SourceSearch search =
            new SourceSearch(few.bases(workers.backend()), dependence, few.white(), turn, workers);
        search.scan(SEARCH_ANGLE);
        contrasts[start] = search.contrast();
        evaluations += search.evaluations();
        boolean better = true;
        for (int before = 0; before < start; before++) {
          better &= contrasts[start] < contrasts[before];
        }
        best = better ? search : best;
      }
      progress.done();
      progress.stage("polish", 0);
      Step many = rows.count() > SEARCH_ROWS ? step(whitening, rows, POLISH_ROWS, random) : few;
      SourceSearch polish =
          new SourceSearch(
              many.bases(workers.backend()), dependence, many.white(), best.turn(), workers);
      polish.polish(POLISH_ANGLE);
      progress.done();
      return result(
          rows,
          whitening,
          polish,
          many,
          contrasts,
          best.sweeps() + polish.sweeps(),
          evaluations + polish.evaluations());
    }
  }

  private void check(Rows rows) {
    if (components > rows.columns()) {
      throw new IllegalArgumentException(
          "components = "
              + components
              + " exceeds the "
              + rows.columns()
              + " columns; ask for at most "
              + rows.columns());
    }
    if (rows.count() < 2) {
      throw new IllegalArgumentException(
          "the data have " + rows.count() + " rows; sources show only in many");
    }
    if (kernel != null && !kernel.needsData()) {
      Kernel given = kernel.resolve();
      if (!given.hasPoints() || !given.positiveSemidefinite()) {
        throw new IllegalArgumentException(
            "the kernel "
                + given.spec()
                + " is not known to be positive semidefinite, which incomplete Cholesky needs;"
                + " take gaussian for instance");
      }
    }
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.count(); i++) {
      rows.copy(i, 1, row, 0);
      for (int j = 0; j < row.length; j++) {
        if (!Double.isFinite(row[j])) {
          throw new IllegalArgumentException(
              "row " + i + ", column " + j + " is " + row[j] + "; every value must be finite");
        }
      }
    }
  }

  private Step step(Whitening whitening, Rows rows, int most, SplittableRandom random) {
    int n = rows.count();
    int[] all = IntStream.range(0, n).toArray();
    int[] some = n <= most ? all : RowDraw.from(all, most, random);
    double[][] white = whitening.of(rows, some);
    boolean few = some.length <= SEARCH_ROWS;
    double regularization = Double.isNaN(kappa) ? (few ? 2e-2 : 2e-3) : kappa;
    Kernel chosen =
        kernel == null
            ? Gaussian.sigma(few ? 1 : 0.5)
            : kernel.needsData()
                ? kernel.resolve(Matrix.wrap(some.length, 1, white[0].clone()))
                : kernel.resolve();
    return new Step(
        chosen, regularization, Double.isNaN(tolerance) ? regularization / 100 : tolerance, white);
  }

  private Unmixing result(
      Rows rows,
      Whitening whitening,
      SourceSearch found,
      Step step,
      double[] contrasts,
      int sweeps,
      long evaluations) {
    int d = rows.columns();
    double[] turn = found.turn();
    double[] unmixing = new double[components * d];
    for (int i = 0; i < components; i++) {
      for (int c = 0; c < components; c++) {
        for (int j = 0; j < d; j++) {
          unmixing[i * d + j] += turn[i * components + c] * whitening.map()[c * d + j];
        }
      }
    }
    return new Unmixing(
            Matrix.wrap(components, d, unmixing),
            whitening.mean(),
            new double[components],
            found.contrast(),
            contrasts,
            step.kernel(),
            step.kappa(),
            step.tolerance(),
            sweeps,
            evaluations,
            step.white()[0].length)
        .arranged(rows);
  }

  private void stopIfCancelled() {
    if (progress.cancelled() || Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the search was cancelled");
    }
  }
}
