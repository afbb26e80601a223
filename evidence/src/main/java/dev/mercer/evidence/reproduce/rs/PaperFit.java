package dev.mercer.evidence.reproduce.rs;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.method.Exact;
import dev.mercer.method.Method;
import java.util.Arrays;

/**
 * Fits by exactly the steps that RS describes, in order to measure the paper's times. The library's
 * own fits do more: for their certificate they also evaluate all rows through the landmarks, which
 * takes n m^2 flops and, for Nyström, n^2 kernel values that the paper does not spend.
 *
 * <ol>
 *   <li>landmarks c and weights w by the method's selector; equal weights n/m if it has none
 *   <li>W K_c W with W = diag(sqrt w), its largest eigenpairs (lambda, psi)
 *   <li>coefficients A = W psi / sqrt(lambda) over the landmarks [RS Algorithm 1]
 *   <li>Nyström: Y = K_xc A for all n rows, coefficients Y / lambda over the rows
 * </ol>
 *
 * Landmarks, scores and eigenvalues are those of the library's fits, which a test checks. Cost:
 * that of the selector, m^2 kernel values and O(m^3); with the extension to all rows, n m kernel
 * values more.
 */
final class PaperFit {

  /**
   * The number of rows in the warm-up fits, which let the virtual machine compile what is timed
   * later.
   */
  private static final int WARM_ROWS = 400;

  private static final int WARM_ROUNDS = 3;

  private static final int DENSE_TRIES = 3;

  /**
   * From this number of rows on, a dense fit is so long that a disturbance matters little and
   * repeating it would take too much time.
   */
  private static final int LONG_ROWS = 3000;

  private final Kernel kernel;
  private final int rank;
  private final Lab lab;

  PaperFit(Kernel kernel, int rank, Lab lab) {
    this.kernel = kernel;
    this.rank = rank;
    this.lab = lab;
  }

  /** Runs everything that will be timed once beforehand. */
  void warm(Rows rows, Iterable<RsMethod> methods, double ell) {
    Rows some = new RowSlice(rows, 0, Math.min(WARM_ROWS, rows.count()));
    for (int round = 0; round < WARM_ROUNDS; round++) {
      exact(some).timed(some, lab.workers());
      for (RsMethod method : methods) {
        fit(method, some, ell, Math.min(10 * rank, some.count()), 0).timed(some, lab.workers());
      }
    }
  }

  /** Exact kernel PCA of these rows. */
  Embedding exact(Rows rows) {
    return exact(rows, Exact.auto());
  }

  /** Exact kernel PCA of these rows by the dense solver, n^3, as RS counts KPCA. */
  Embedding dense(Rows rows) {
    return exact(rows, new Exact("dense", "auto"));
  }

  /** The fastest of a few dense fits, or a single fit if it takes long. */
  Embedding denseTimed(Rows rows) {
    Embedding best = dense(rows);
    for (int t = 1; t < DENSE_TRIES && rows.count() <= LONG_ROWS; t++) {
      Embedding next = dense(rows);
      best = next.trainingSeconds() < best.trainingSeconds() ? next : best;
    }
    return best;
  }

  private Embedding exact(Rows rows, Method method) {
    long start = System.nanoTime();
    KernelPcaModel model = settings(0).method(method).fit(rows);
    return new Embedding(
        kernel,
        model.points(),
        model.coefficients(),
        model.eigenvalues(),
        rows.count(),
        (System.nanoTime() - start) / 1e9);
  }

  /** The library's own fit of the same method, with its certificate. */
  KernelPcaModel library(RsMethod method, Rows rows, double ell, int count, long seed) {
    return settings(seed).method(method.method(ell, count)).fit(rows);
  }

  private KernelPca settings(long seed) {
    return KernelPca.with(kernel)
        .rank(rank)
        .center(false)
        .seed(seed)
        .novelty(false) // The paper's times are those of the components.
        .threads(lab.threads())
        .memory(lab.heap());
  }

  /** How many shadow centers these rows have. */
  int centers(Rows rows, double ell) {
    GramColumns gram = new GramColumns(rows, kernel, rows.count(), lab.workers());
    return select(RsMethod.SHADOW.selector(ell), gram, rows.count(), 0).count();
  }

  private Landmarks select(LandmarkSelector selector, GramColumns gram, int count, long seed) {
    return SelectorCatalog.algorithm(selector)
        .select(new SelectionRequest(gram, null, false, rank, count, 0, seed, lab.heap()));
  }

  /**
   * Fits an approximate method.
   *
   * @param count the number of landmarks; ignored by shadow
   */
  Embedding fit(RsMethod method, Rows rows, double ell, int count, long seed) {
    int n = rows.count();
    long start = System.nanoTime();
    LandmarkSelector selector = method.selector(ell);
    int wanted = selector.choosesCount() ? n : Math.min(n, Math.max(rank, count));
    GramColumns gram = new GramColumns(rows, kernel, (long) n * wanted, lab.workers());
    Landmarks landmarks = select(selector, gram, wanted, seed);
    int m = landmarks.count();
    double[] weights = weights(method, landmarks, n);
    int kept = Math.min(rank, m);
    double[] values = new double[m];
    double[] vectors = new double[kept * m];
    eigenpairs(landmarks.columns(gram).among(), weights, kept, values, vectors);
    double[] eigenvalues = new double[kept];
    double[] axes = new double[m * kept];
    for (int c = 0; c < kept; c++) {
      eigenvalues[c] = values[kept - 1 - c];
      for (int i = 0; i < m; i++) {
        axes[i * kept + c] =
            Math.sqrt(weights[i] / eigenvalues[c]) * vectors[(kept - 1 - c) * m + i];
      }
    }
    Matrix coefficients = Matrix.wrap(m, kept, axes);
    Rows points = landmarks.points();
    if (method.extended()) {
      coefficients = extended(rows, points, coefficients, eigenvalues);
      points = rows;
    }
    return new Embedding(
        kernel, points, coefficients, eigenvalues, m, (System.nanoTime() - start) / 1e9);
  }

  private static double[] weights(RsMethod method, Landmarks landmarks, int rows) {
    if (method.weighted()) {
      return landmarks.weights();
    }
    double[] equal = new double[landmarks.count()];
    Arrays.fill(equal, (double) rows / equal.length);
    return equal;
  }

  /** The largest eigenpairs of W K_c W in ascending order; the vectors are rows. */
  private static void eigenpairs(
      double[] gram, double[] weights, int kept, double[] values, double[] vectors) {
    int m = weights.length;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        gram[i * m + j] *= Math.sqrt(weights[i] * weights[j]);
      }
    }
    Backend.instance().blas().symmetricEigenLargest(m, gram, kept, values, vectors);
  }

  /** Coefficients over all rows: the rows' own scores divided by the eigenvalues. */
  private Matrix extended(Rows rows, Rows points, Matrix coefficients, double[] eigenvalues) {
    int n = rows.count();
    int kept = eigenvalues.length;
    double[] scores = new double[Math.multiplyExact(n, kept)];
    new KernelScores(points, kernel, coefficients, new double[kept], false, n, lab.workers())
        .score(rows, scores, lab.workers());
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < kept; c++) {
        scores[i * kept + c] /= eigenvalues[c];
      }
    }
    return Matrix.wrap(n, kept, scores);
  }
}
