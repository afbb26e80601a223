package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.certify.RitzBounds;
import dev.mercer.internal.exact.GramPair;
import dev.mercer.internal.features.LandmarkFeatures;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.problem.Problem;
import java.util.SplittableRandom;

/**
 * One exact product with the Gram matrix after a landmark fit, which turns estimates into bounds
 * (theory.md, "The gap by one exact product").
 *
 * <ol>
 *   <li>A [G, V, L, s] in one tiled pass, A = W^1/2 K W^1/2, G of {@value #VECTORS} Gaussian
 *       columns, V the normalised training scores of the components, L the leading eigenvectors of
 *       H K^ H, 2 r + {@value #MORE} of them, s the mean's unit vector
 *   <li>R G = A G - F (F'G): |R|_F is at most {@value #FACTOR} |R G|_F / sqrt({@value #VECTORS})
 *       with {@value #CONFIDENCE} confidence
 *   <li>lambda_1(R) from R G, and with it and K~ L upper bounds of the leading eigenvalues ({@link
 *       RitzBounds}): {@code refinedOptimalityGap}, with a confidence of its own; by the same
 *       product no gap below {@code optimalityGapLow}, since the Ritz values of L are reached
 *   <li>|K~ v - theta v|: an eigenvalue of K~ lies within it of theta
 *   <li>s'A s = 1'K1/N: the total variance, exactly
 * </ol>
 *
 * Cost: n^2/2 kernel values, 2 n m more for the features; memory 3 n ({@value #VECTORS} + 3 r +
 * {@value #MORE}).
 */
final class Verification {

  private static final int VECTORS = RitzBounds.VECTORS;

  /** Leading eigenvectors beyond twice the rank: they keep what is left out below the rank-th. */
  private static final int MORE = 20;

  /** Leading eigenvectors below this share of the largest are too inaccurate to be of use. */
  private static final double SMALLEST = 1e-8;

  private static final double FACTOR = 1.32;
  private static final double CONFIDENCE = 0.99;
  private static final int CHUNK = 8 * GramColumns.BLOCK_ROWS;

  private final SeenThroughLandmarks seen;
  private final Problem problem;
  private final int n;
  private final int width;
  private final double[] directions;
  private final double[] eigenvalues;
  private final Blas blas = Backend.instance().blas();
  private final LandmarkFeatures source;
  private int leading; // columns of L
  private double[] leadingDirections; // k x leading
  private double next; // the eigenvalue of H K^ H after those of L

  /** The outcome. */
  record Result(Certificate certificate, double totalVariance) {}

  /**
   * @param directions the axes in features, k x r
   * @param eigenvalues what was reported for them
   */
  Verification(SeenThroughLandmarks seen, double[] directions, double[] eigenvalues) {
    this.seen = seen;
    this.problem = seen.problem();
    this.n = problem.rows().count();
    this.directions = directions;
    this.eigenvalues = eigenvalues;
    solveLeading();
    this.width = VECTORS + eigenvalues.length + leading + 1;
    this.source = new LandmarkFeatures(seen.gram(), seen.landmarks(), seen.factor());
  }

  /** Bytes beside what the fit holds. */
  static long bytes(Problem problem, int rank) {
    int n = problem.rows().count();
    int columns = VECTORS + 3 * rank + MORE + 1;
    return 3L * 8 * n * columns + GramPair.recomputedBytes(problem, columns);
  }

  private void solveLeading() {
    int k = seen.factor().rank();
    int most = Math.min(k, 2 * eigenvalues.length + MORE);
    int wanted = Math.min(k, most + 1);
    double[] values = new double[k];
    double[] vectors = new double[wanted * k];
    if (wanted > 0) {
      blas.symmetricEigenLargest(
          k, seen.moments().second(problem.center()), wanted, values, vectors);
    }
    double level =
        SMALLEST * Math.max(values[wanted - 1], seen.moments().trace() / problem.rows().count());
    while (leading < most && values[wanted - 1 - leading] > level) {
      leading++;
    }
    next = leading < wanted ? Math.max(0, values[wanted - 1 - leading]) : 0;
    leadingDirections = new double[k * leading];
    for (int c = 0; c < leading; c++) {
      for (int i = 0; i < k; i++) {
        leadingDirections[i * leading + c] = vectors[(wanted - 1 - c) * k + i];
      }
    }
  }

  Result run(CapturedVariance captured) {
    KernelOperator gram = GramPair.recomputed(problem);
    CenteredOperator operator =
        new CenteredOperator(gram, problem.weights(), false, problem.workers());
    double[] x = new double[Math.multiplyExact(n, width)];
    SplittableRandom random = new SplittableRandom(problem.seed() ^ 0x766572696679L);
    double sum = problem.weightSum();
    double[] mean = seen.moments().mean();
    int k = seen.factor().rank();
    double[] product = new double[k * VECTORS]; // F'G
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < VECTORS; j++) {
        x[i * width + j] = random.nextGaussian();
      }
      x[i * width + width - 1] = Math.sqrt(weight(i) / sum);
    }
    forChunks(
        (first, rows, features) -> {
          addScores(first, rows, features, mean, eigenvalues.length, directions, VECTORS, x);
          addScores(first, rows, features, mean, leading, leadingDirections, firstLeading(), x);
          MomentsPass.addProduct(
              k,
              rows,
              features,
              0,
              k,
              x,
              first * width,
              width,
              VECTORS,
              product,
              problem.workers());
        });
    normalizeScores(x);
    orthonormalizeLeading(x);
    seen.gram().release();
    double[] y = new double[n * width];
    problem.stages().expect(new TileGrid(n).tiles(), false);
    operator.apply(width, x, y);
    problem.stages().evaluated(gram.evaluations());
    double[] squares = new double[(n + CHUNK - 1) / CHUNK];
    forChunks(
        (first, rows, features) ->
            squares[first / CHUNK] = rest(first, rows, features, y, product));
    double squared = 0;
    for (double part : squares) {
      squared += part;
    }
    double norm = FACTOR * Math.sqrt(squared / VECTORS);
    Certificate certificate = seen.bounds(eigenvalues.length, captured).verified(norm, CONFIDENCE);
    certificate = certificate.and(refined(captured, x, y));
    double[] residuals = residuals(x, y);
    double total = seen.moments().trace() - (problem.center() ? quadratic(x, y) : 0);
    return new Result(certificate.exact("eigenpairResiduals", residuals), total);
  }

  private double weight(int row) {
    return problem.weights() == null ? 1 : problem.weights()[row];
  }

  private interface ChunkTask {
    void run(int first, int rows, double[] features);
  }

  /** Runs over all rows' features, multiplied by the roots of the weights, in order. */
  private void forChunks(ChunkTask task) {
    int k = seen.factor().rank();
    Workers workers = problem.workers();
    double[] features = new double[Math.multiplyExact(Math.min(n, CHUNK) + 1, k)];
    for (int chunk = 0; chunk < n; chunk += CHUNK) {
      int from = chunk;
      int rows = Math.min(CHUNK, n - chunk);
      workers.run(
          (rows + GramColumns.BLOCK_ROWS - 1) / GramColumns.BLOCK_ROWS,
          (block, worker) -> {
            int first = block * GramColumns.BLOCK_ROWS;
            int count = Math.min(GramColumns.BLOCK_ROWS, rows - first);
            source.fill(from + first, count, features, first * k, worker);
            for (int i = first; problem.weights() != null && i < first + count; i++) {
              double root = Math.sqrt(weight(from + i));
              for (int c = 0; c < k; c++) {
                features[i * k + c] *= root;
              }
            }
          });
      task.run(from, rows, features);
    }
  }

  /** The scores on some axes, centred and weighted, as columns of x. */
  private void addScores(
      int first,
      int rows,
      double[] features,
      double[] mean,
      int rank,
      double[] axes,
      int column,
      double[] x) {
    int k = seen.factor().rank();
    double[] offset = new double[rank];
    for (int i = 0; problem.center() && i < k; i++) {
      for (int c = 0; c < rank; c++) {
        offset[c] += axes[i * rank + c] * mean[i];
      }
    }
    double[] scores = new double[rows * rank];
    blas.gemm(false, false, rows, rank, k, 1, features, 0, k, axes, 0, rank, 0, scores, 0, rank);
    for (int i = 0; i < rows; i++) {
      double root = Math.sqrt(weight(first + i));
      for (int c = 0; c < rank; c++) {
        x[(first + i) * width + column + c] = scores[i * rank + c] - root * offset[c];
      }
    }
  }

  private void normalizeScores(double[] x) {
    for (int c = VECTORS; c < width - 1; c++) { // V and L
      double squared = 0;
      for (int i = 0; i < n; i++) {
        squared += x[i * width + c] * x[i * width + c];
      }
      double scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
      for (int i = 0; i < n; i++) {
        x[i * width + c] *= scale;
      }
    }
  }

  /** |R G|_F^2 over some rows. */
  private double rest(int first, int rows, double[] features, double[] y, double[] product) {
    int k = seen.factor().rank();
    int blocks = (rows + GramColumns.BLOCK_ROWS - 1) / GramColumns.BLOCK_ROWS;
    double[] squares = new double[blocks];
    problem
        .workers()
        .run(
            blocks,
            (block, worker) -> {
              int from = block * GramColumns.BLOCK_ROWS;
              int count = Math.min(GramColumns.BLOCK_ROWS, rows - from);
              double[] seenPart = new double[count * VECTORS];
              blas.gemm(
                  false, false, count, VECTORS, k, 1, features, from * k, k, product, 0, VECTORS, 0,
                  seenPart, 0, VECTORS);
              for (int i = 0; i < count; i++) {
                for (int j = 0; j < VECTORS; j++) {
                  int at = (first + from + i) * width + j;
                  y[at] -= seenPart[i * VECTORS + j]; // R G from here on
                  squares[block] += y[at] * y[at];
                }
              }
            });
    double sum = 0;
    for (double part : squares) {
      sum += part;
    }
    return sum;
  }

  private int firstLeading() {
    return VECTORS + eigenvalues.length;
  }

  /** X'Y of stretches of columns. */
  private double[] inner(double[] x, int column, double[] y, int other, int count) {
    double[] result = new double[count * count];
    blas.gemm(
        true, false, count, count, n, 1, x, column, width, y, other, width, 0, result, 0, count);
    return result;
  }

  /** L = L (L'L)^-1/2: normalised scores are orthogonal but for rounding. */
  private void orthonormalizeLeading(double[] x) {
    if (leading == 0) {
      return;
    }
    int at = firstLeading();
    double[] vectors = inner(x, at, x, at, leading);
    double[] values = new double[leading];
    blas.symmetricEigen(leading, vectors, values);
    double[] root = new double[leading * leading];
    for (int e = 0; e < leading; e++) {
      for (int i = 0; i < leading; i++) {
        double factor = vectors[e * leading + i] / Math.sqrt(values[e]);
        for (int j = 0; j < leading; j++) {
          root[i * leading + j] += factor * vectors[e * leading + j];
        }
      }
    }
    multiplyLeading(x, root, 0, x);
  }

  /**
   * The columns L of {@code to} become beta times themselves plus those of {@code from} times M.
   */
  private void multiplyLeading(double[] from, double[] matrix, double beta, double[] to) {
    int at = firstLeading();
    double[] line = new double[leading];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < leading; c++) {
        line[c] = beta * to[i * width + at + c];
      }
      for (int a = 0; a < leading; a++) {
        double factor = from[i * width + at + a];
        for (int c = 0; c < leading; c++) {
          line[c] += factor * matrix[a * leading + c];
        }
      }
      System.arraycopy(line, 0, to, i * width + at, leading);
    }
  }

  /** Bounds from lambda_1(R) and the leading columns of K~ L, which are destroyed. */
  private Certificate refined(CapturedVariance captured, double[] x, double[] y) {
    double largest =
        RitzBounds.largestEigenvalue(inner(x, 0, y, 0, VECTORS), inner(y, 0, y, 0, VECTORS), blas);
    int at = firstLeading();
    for (int c = 0; problem.center() && c < leading; c++) {
      double along = 0;
      for (int i = 0; i < n; i++) {
        along += x[i * width + width - 1] * y[i * width + at + c];
      }
      for (int i = 0; i < n; i++) {
        y[i * width + at + c] -= along * x[i * width + width - 1];
      }
    }
    double[] ritz = inner(x, at, y, at, leading);
    double[] negative = new double[leading * leading];
    for (int i = 0; i < negative.length; i++) {
      negative[i] = -ritz[i];
    }
    multiplyLeading(x, negative, 1, y); // K~ L - L H
    double[] residuals = inner(y, at, y, at, leading);
    return seen.bounds(eigenvalues.length, captured)
        .refined(leading, ritz, residuals, next, largest, RitzBounds.CONFIDENCE, blas);
  }

  /** |P A v - theta v| of each component; v is orthogonal to s where features are centred. */
  private double[] residuals(double[] x, double[] y) {
    double[] result = new double[eigenvalues.length];
    for (int c = 0; c < result.length; c++) {
      int column = VECTORS + c;
      double along = 0;
      for (int i = 0; problem.center() && i < n; i++) {
        along += x[i * width + width - 1] * y[i * width + column];
      }
      double squared = 0;
      for (int i = 0; i < n; i++) {
        double value =
            y[i * width + column]
                - along * x[i * width + width - 1]
                - eigenvalues[c] * x[i * width + column];
        squared += value * value;
      }
      result[c] = Math.sqrt(squared);
    }
    return result;
  }

  /** s'A s. */
  private double quadratic(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += x[i * width + width - 1] * y[i * width + width - 1];
    }
    return sum;
  }
}
