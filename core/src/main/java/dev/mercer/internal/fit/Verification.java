package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
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
import dev.mercer.internal.linalg.Eigenpairs;
import dev.mercer.internal.problem.Problem;
import java.util.SplittableRandom;

/**
 * One exact product with the Gram matrix after a landmark fit, which turns estimates into bounds
 * (theory.md, "The gap by one exact product").
 *
 * <ol>
 *   <li>A [G, V, L, s] in one tiled pass, A = W^1/2 K W^1/2, G of {@value #VECTORS} Gaussian
 *       columns, V the normalized training scores of the components, L the leading eigenvectors of
 *       H K^ H, 2 r + {@value #MORE} of them, s the mean's unit vector
 *   <li>R G = A G - F (F'G): |R|_F is at most {@value #FACTOR} |R G|_F / sqrt({@value #VECTORS})
 *       with {@value #CONFIDENCE} confidence
 *   <li>a bound of lambda_1(R) from R G, and from it and K~ L upper bounds of the leading
 *       eigenvalues ({@link RitzBounds}). They give {@code refinedOptimalityGap}, with a confidence
 *       of its own. The same product gives {@code optimalityGapLow}, below which the gap cannot be,
 *       because the axes L capture the sum of their Ritz values
 *   <li>|K~ v - theta v|: an eigenvalue of K~ is at most this far from theta
 *   <li>s'A s = 1'K1/N: the total variance, exactly
 * </ol>
 *
 * Cost: n^2/2 kernel values, 2 n m more for the features; memory 3 n ({@value #VECTORS} + 3 r +
 * {@value #MORE}).
 */
final class Verification {

  private static final int VECTORS = RitzBounds.VECTORS;

  /**
   * Number of leading eigenvectors beyond twice the rank, so that the eigenvalues not among them
   * are well below that of the last component.
   */
  private static final int MORE = 20;

  /** Eigenvectors whose eigenvalue is below this share of the largest are too inaccurate to use. */
  private static final double SMALLEST = 1e-8;

  private static final double FACTOR = 1.32;
  private static final double CONFIDENCE = 0.99;
  private static final int CHUNK = 8 * GramColumns.BLOCK_ROWS;

  private final ProjectedRows projected;
  private final Problem problem;
  private final Blas blas;
  private final int n;
  private final View directions; // of the components, k x r
  private final double[] eigenvalues;
  private final Leading leading;
  private final LandmarkFeatures source;

  /** The outcome. */
  record Result(Certificate certificate, double totalVariance) {}

  /**
   * Leading eigenvectors of H K^ H.
   *
   * @param directions in features, one column each
   * @param next the eigenvalue after theirs
   */
  private record Leading(View directions, double next) {

    /** As many eigenvectors as help to bound this many components. */
    static Leading of(ProjectedRows projected, int components) {
      int k = projected.factor().rank();
      int most = Math.min(k, 2 * components + MORE);
      Eigenpairs pairs =
          Eigenpairs.leadingAlone(
              projected.second(), Math.min(k, most + 1), projected.factor().blas());
      double[] values = pairs.values();
      double trace = projected.moments().trace() / projected.problem().rows().count();
      double level = SMALLEST * Math.max(values[0], trace);
      int useful = 0;
      while (useful < most && values[useful] > level) {
        useful++;
      }
      double next = useful < values.length ? Math.max(0, values[useful]) : 0;
      return new Leading(pairs.vectors().columns(0, useful), next);
    }

    int count() {
      return directions.width();
    }
  }

  private Verification(
      ProjectedRows projected, View directions, double[] eigenvalues, Leading leading) {
    this.projected = projected;
    this.problem = projected.problem();
    this.blas = projected.factor().blas();
    this.n = problem.rows().count();
    this.directions = directions;
    this.eigenvalues = eigenvalues;
    this.leading = leading;
    this.source = projected.pass().basis().features();
  }

  /**
   * Verifies axes.
   *
   * @param directions of the axes in features, k x r
   * @param eigenvalues the eigenvalues reported for them
   * @param captured the variance they capture
   */
  static Result of(
      ProjectedRows projected, View directions, double[] eigenvalues, CapturedVariance captured) {
    Leading leading = Leading.of(projected, eigenvalues.length);
    return new Verification(projected, directions, eigenvalues, leading).result(captured);
  }

  /** Bytes needed in addition to what the fit holds. */
  static long bytes(Problem problem, int rank) {
    int n = problem.rows().count();
    int columns = VECTORS + 3 * rank + MORE + 1;
    return 3L * 8 * n * columns + GramPair.recomputedBytes(problem, columns);
  }

  /** The columns of [G, V, L, s], or of A times these. */
  private View random(View columns) {
    return columns.columns(0, VECTORS);
  }

  private View components(View columns) {
    return columns.columns(VECTORS, eigenvalues.length);
  }

  private View leading(View columns) {
    return columns.columns(VECTORS + eigenvalues.length, leading.count());
  }

  private View mean(View columns) {
    return columns.column(columns.width() - 1);
  }

  private Result result(CapturedVariance captured) {
    KernelOperator gram = GramPair.recomputed(problem);
    CenteredOperator operator =
        new CenteredOperator(gram, problem.weights(), false, problem.workers());
    View x = View.zeros(n, VECTORS + eigenvalues.length + leading.count() + 1); // [G, V, L, s]
    fillRandomAndMean(x);
    View product = View.zeros(projected.factor().rank(), VECTORS); // F'G
    forChunks(
        (first, features) -> {
          View rows = x.rows(first, features.rows());
          fillScores(first, features, directions, components(rows));
          fillScores(first, features, leading.directions(), leading(rows));
          MomentsPass.addProduct(features, random(rows), product, problem.workers());
        });
    normalizeColumns(x.columns(VECTORS, eigenvalues.length + leading.count()));
    orthonormalize(leading(x));
    projected.gram().release();
    View y = View.zeros(n, x.width());
    problem.stages().expect(new TileGrid(n).tiles(), false);
    operator.apply(x.width(), x.values(), y.values()); // A [G, V, L, s]
    problem.stages().evaluated(gram.evaluations());
    double total = projected.moments().trace() - (problem.center() ? inner(mean(x), mean(y)) : 0);
    double norm = FACTOR * Math.sqrt(subtractKnown(random(y), product) / VECTORS); // of R
    Certificate certificate =
        projected
            .bounds(eigenvalues.length, captured)
            .verified(norm, CONFIDENCE)
            .and(refined(captured, x, y))
            .exact("eigenpairResiduals", residuals(x, y));
    return new Result(certificate, total);
  }

  private double weight(int row) {
    return problem.weights() == null ? 1 : problem.weights()[row];
  }

  private void fillRandomAndMean(View x) {
    SplittableRandom random = new SplittableRandom(problem.seed() ^ 0x766572696679L);
    double sum = problem.weightSum();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < VECTORS; j++) {
        x.set(i, j, random.nextGaussian());
      }
      x.set(i, x.width() - 1, Math.sqrt(weight(i) / sum));
    }
  }

  private interface ChunkTask {
    /**
     * @param features of some rows, multiplied by the roots of their weights
     */
    void run(int first, View features);
  }

  /** Runs the task on the features of all rows, chunk by chunk in the order of the rows. */
  private void forChunks(ChunkTask task) {
    int k = projected.factor().rank();
    Workers workers = problem.workers();
    double[] buffer = new double[Math.multiplyExact(Math.min(n, CHUNK) + 1, k)];
    for (int chunk = 0; chunk < n; chunk += CHUNK) {
      int from = chunk;
      View features = View.of(buffer, Math.min(CHUNK, n - chunk), k);
      forBlocks(
          features.rows(),
          workers,
          (first, count, worker) -> {
            source.fill(from + first, count, buffer, first * k, worker);
            for (int i = first; problem.weights() != null && i < first + count; i++) {
              double root = Math.sqrt(weight(from + i));
              for (int c = 0; c < k; c++) {
                buffer[i * k + c] *= root;
              }
            }
          });
      task.run(from, features);
    }
  }

  private interface BlockTask {
    void run(int first, int count, int worker);
  }

  private static void forBlocks(int rows, Workers workers, BlockTask task) {
    workers.run(
        (rows + GramColumns.BLOCK_ROWS - 1) / GramColumns.BLOCK_ROWS,
        (block, worker) -> {
          int first = block * GramColumns.BLOCK_ROWS;
          task.run(first, Math.min(GramColumns.BLOCK_ROWS, rows - first), worker);
        });
  }

  /** The scores of some rows on axes, centered and weighted. */
  private void fillScores(int first, View features, View axes, View into) {
    double[] mean = projected.moments().mean();
    double[] offset = problem.center() ? axes.transposeTimes(mean) : new double[axes.width()];
    View scores = blas.product(features, axes);
    for (int i = 0; i < features.rows(); i++) {
      double root = Math.sqrt(weight(first + i));
      for (int c = 0; c < offset.length; c++) {
        into.set(i, c, scores.get(i, c) - root * offset[c]);
      }
    }
  }

  private static void normalizeColumns(View x) {
    for (int c = 0; c < x.width(); c++) {
      View column = x.column(c);
      double squared = inner(column, column);
      double scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
      for (int i = 0; i < x.height(); i++) {
        x.set(i, c, scale * x.get(i, c));
      }
    }
  }

  /** x'y of two columns, summed in the order of the rows. */
  private static double inner(View x, View y) {
    double sum = 0;
    for (int i = 0; i < x.height(); i++) {
      sum += x.get(i, 0) * y.get(i, 0);
    }
    return sum;
  }

  /** Overwrites A G by R G = A G - F (F'G) and returns |R G|_F^2. */
  private double subtractKnown(View y, View product) {
    double[] squares = new double[(n + CHUNK - 1) / CHUNK];
    forChunks(
        (from, features) -> {
          double[] parts = new double[features.rows() / GramColumns.BLOCK_ROWS + 1];
          forBlocks(
              features.rows(),
              problem.workers(),
              (first, count, worker) -> {
                View known = blas.product(features.rows(first, count), product);
                View rest = y.rows(from + first, count);
                double square = 0;
                for (int i = 0; i < count; i++) {
                  for (int j = 0; j < VECTORS; j++) {
                    double value = rest.get(i, j) - known.get(i, j);
                    rest.set(i, j, value);
                    square += value * value;
                  }
                }
                parts[first / GramColumns.BLOCK_ROWS] = square;
              });
          squares[from / CHUNK] = sum(parts);
        });
    return sum(squares);
  }

  private static double sum(double[] parts) {
    double sum = 0;
    for (double part : parts) {
      sum += part;
    }
    return sum;
  }

  /** L = L (L'L)^-1/2, because normalized scores are orthogonal only to rounding. */
  private void orthonormalize(View l) {
    int p = l.width();
    Eigenpairs pairs = Eigenpairs.ascending(blas.product(l.t(), l), blas);
    View root = View.zeros(p, p); // (L'L)^-1/2
    for (int e = 0; e < p; e++) {
      View vector = pairs.vectors().column(e);
      for (int i = 0; i < p; i++) {
        double factor = vector.get(i, 0) / Math.sqrt(pairs.values()[e]);
        for (int j = 0; j < p; j++) {
          root.set(i, j, root.get(i, j) + factor * vector.get(j, 0));
        }
      }
    }
    multiply(l, root, 0, l);
  }

  /** Y = X M + beta Y, row by row, so that X and Y may be the same. */
  private static void multiply(View x, View m, double beta, View y) {
    double[] line = new double[m.width()];
    for (int i = 0; i < x.height(); i++) {
      for (int c = 0; c < line.length; c++) {
        line[c] = beta * y.get(i, c);
      }
      for (int a = 0; a < m.height(); a++) {
        double factor = x.get(i, a);
        for (int c = 0; c < line.length; c++) {
          line[c] += factor * m.get(a, c);
        }
      }
      for (int c = 0; c < line.length; c++) {
        y.set(i, c, line[c]);
      }
    }
  }

  /** Bounds from lambda_1(R) and K~ L; overwrites the columns A L of Y. */
  private Certificate refined(CapturedVariance captured, View x, View y) {
    View g = random(x);
    View rg = random(y);
    double largest =
        RitzBounds.largestEigenvalue(blas.product(g.t(), rg), blas.product(rg.t(), rg), blas);
    View s = mean(x);
    View l = leading(x);
    View kl = leading(y);
    for (int c = 0; problem.center() && c < l.width(); c++) {
      double along = inner(s, kl.column(c));
      for (int i = 0; i < n; i++) {
        kl.set(i, c, kl.get(i, c) - along * s.get(i, 0)); // K~ L
      }
    }
    View ritz = blas.product(l.t(), kl); // H
    View negative = ritz.copy();
    for (int i = 0; i < negative.values().length; i++) {
      negative.values()[i] = -negative.values()[i];
    }
    multiply(l, negative, 1, kl); // K~ L - L H
    View residuals = blas.product(kl.t(), kl);
    return projected
        .bounds(eigenvalues.length, captured)
        .refined(ritz, residuals, leading.next(), largest, RitzBounds.CONFIDENCE, blas);
  }

  /** |P A v - theta v| of each component; v is orthogonal to s where features are centered. */
  private double[] residuals(View x, View y) {
    View s = mean(x);
    double[] result = new double[eigenvalues.length];
    for (int c = 0; c < result.length; c++) {
      View v = components(x).column(c);
      View av = components(y).column(c);
      double along = problem.center() ? inner(s, av) : 0;
      double squared = 0;
      for (int i = 0; i < n; i++) {
        double value = av.get(i, 0) - along * s.get(i, 0) - eigenvalues[c] * v.get(i, 0);
        squared += value * value;
      }
      result[c] = Math.sqrt(squared);
    }
    return result;
  }
}
