package dev.mercer.method;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Workers;
import dev.mercer.certify.Certificate;
import dev.mercer.gram.CenteredOperator;
import dev.mercer.gram.GramColumns;
import dev.mercer.gram.KernelOperator;
import dev.mercer.gram.TileGrid;
import dev.mercer.landmark.LandmarkFeatures;
import java.util.SplittableRandom;

/**
 * One exact product with the Gram matrix after a landmark fit, which turns estimates into bounds
 * (methods.md sec. 6, points 3 and 5).
 *
 * <ol>
 *   <li>A [G, V, s] in one tiled pass, A = W^1/2 K W^1/2, G of {@value #VECTORS} Gaussian columns,
 *       V the normalised training scores of the components, s the mean's unit vector
 *   <li>R G = A G - F (F'G): |R|_F is at most {@value #FACTOR} |R G|_F / sqrt({@value #VECTORS})
 *       with {@value #CONFIDENCE} confidence
 *   <li>|K~ v - theta v|: an eigenvalue of K~ lies within it of theta
 *   <li>s'A s = 1'K1/N: the total variance, exactly
 * </ol>
 *
 * Cost: n^2/2 kernel values, 2 n m more for the features; memory 3 n ({@value #VECTORS} + r).
 */
final class Verification {

  private static final int VECTORS = 100;
  private static final double FACTOR = 1.32;
  private static final double CONFIDENCE = 0.99;
  private static final int CHUNK = 8 * GramColumns.BLOCK_ROWS;
  private static final int TILE = 256;

  private final SeenThroughLandmarks seen;
  private final Problem problem;
  private final int n;
  private final int width;
  private final double[] directions;
  private final double[] eigenvalues;
  private final Blas blas = Backend.instance().blas();
  private final LandmarkFeatures source;

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
    this.width = VECTORS + eigenvalues.length + 1;
    this.source = new LandmarkFeatures(seen.gram(), seen.landmarks(), seen.factor());
  }

  /** Bytes beside what the fit holds. */
  static long bytes(Problem problem, int rank) {
    int n = problem.rows().count();
    int columns = VECTORS + rank + 1;
    return 3L * 8 * n * columns + GramPair.recomputedBytes(problem, columns);
  }

  Result run(double captured) {
    KernelOperator gram = GramPair.recomputed(problem);
    CenteredOperator operator = new CenteredOperator(gram, problem.weights(), false);
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
          addScores(first, rows, features, mean, x);
          addProduct(rows, first, features, x, product);
        });
    normalizeScores(x);
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

  /** The components' scores, centred and weighted, as the middle columns of x. */
  private void addScores(int first, int rows, double[] features, double[] mean, double[] x) {
    int k = seen.factor().rank();
    int rank = eigenvalues.length;
    double[] offset = new double[rank];
    for (int i = 0; problem.center() && i < k; i++) {
      for (int c = 0; c < rank; c++) {
        offset[c] += directions[i * rank + c] * mean[i];
      }
    }
    double[] scores = new double[rows * rank];
    blas.gemm(
        false, false, rows, rank, k, 1, features, 0, k, directions, 0, rank, 0, scores, 0, rank);
    for (int i = 0; i < rows; i++) {
      double root = Math.sqrt(weight(first + i));
      for (int c = 0; c < rank; c++) {
        x[(first + i) * width + VECTORS + c] = scores[i * rank + c] - root * offset[c];
      }
    }
  }

  /** F'G of some rows, tiles of features in parallel. */
  private void addProduct(int rows, int first, double[] features, double[] x, double[] product) {
    int k = seen.factor().rank();
    problem
        .workers()
        .run(
            (k + TILE - 1) / TILE,
            (index, worker) -> {
              int from = index * TILE;
              blas.gemm(
                  true,
                  false,
                  Math.min(TILE, k - from),
                  VECTORS,
                  rows,
                  1,
                  features,
                  from,
                  k,
                  x,
                  first * width,
                  width,
                  1,
                  product,
                  from * VECTORS,
                  VECTORS);
            });
  }

  private void normalizeScores(double[] x) {
    for (int c = VECTORS; c < width - 1; c++) {
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
                  double value = y[(first + from + i) * width + j] - seenPart[i * VECTORS + j];
                  squares[block] += value * value;
                }
              }
            });
    double sum = 0;
    for (double part : squares) {
      sum += part;
    }
    return sum;
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
