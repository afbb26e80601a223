package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.MemoryExceededException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.PrecomputedTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.exact.ExactPlanner;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.RowSpan;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.Target;
import dev.mercer.method.Landmarking;
import java.util.Arrays;
import java.util.List;

/**
 * Components of landmarks extended to all rows, as Nyström does (SK (43)): the eigenvector of K is
 * estimated by the scores of the rows on the landmarks' axis.
 *
 * <ol>
 *   <li>extend: Y = K_xy A, A the unit axes over the landmarks with eigenvalues lambda; rows
 *       centred by their weighted mean; coefficients over the rows C = W Y / lambda, W the sample
 *       weights, which are sqrt(w) v~ / sqrt(lambda) with v~ the estimated eigenvector
 *   <li>products: one exact pass over K for K [Q, w/n], whatever is centred, C = Q R ({@link
 *       RowSpan}): it gives the offset C' K w/n, the norm of the mean, the axes' Gram matrix C' K C
 *       and their scores, hence the captured variance and the empirical error as they are, not
 *       estimated
 * </ol>
 *
 * Cost: n m and n^2/2 kernel values, n^2 (r + 1) flops; memory 8 n (r + 1) numbers. Where a share
 * of the variance is asked for, components are doubled until they capture it, a pass each.
 */
final class RowExtension {

  /** The stage in which the rows' scores on the landmarks' axes are computed. */
  static final String EXTEND = "extend";

  /** The stage with the pass over all of K. */
  static final String PRODUCTS = "products";

  private static final int SEEN_MATRICES = 4; // K_y, its factor and map, and S, of rows seen

  private final SeenThroughLandmarks seen;
  private final Problem problem;
  private final int n;
  private final double sum;
  private final double[] eigenvalues;
  private final double[] axes;
  private final String reason;
  private final List<String> remarks;
  private final Blas blas = Backend.instance().blas();

  // Of the components last extended:
  private int rank;
  private double[] coefficients; // n x rank
  private double[] offset;
  private double meanSquaredNorm;
  private double[] scatter; // Y'WY, Y the centred scores
  private double[] axesGram;
  private RowSpan span;

  /**
   * @param eigenvalues of the components, comparable with those of the n x n Gram matrix
   * @param axes unit axes over the landmarks, m x eigenvalues.length, row-major
   * @param reason why fewer components than asked for were found, or null
   * @param remarks made while they were found
   */
  RowExtension(
      SeenThroughLandmarks seen,
      double[] eigenvalues,
      double[] axes,
      String reason,
      List<String> remarks) {
    this.seen = seen;
    this.problem = seen.problem();
    this.n = problem.rows().count();
    this.sum = problem.weightSum();
    this.eigenvalues = eigenvalues;
    this.axes = axes;
    this.reason = reason;
    this.remarks = remarks;
  }

  /** The plan of a method that extends the landmarks' own components to all rows. */
  static FitPlan plan(String method, Problem problem, Landmarking landmarking) {
    FitPlan plan =
        LandmarkPlan.withComponents(
            LandmarkPlan.of(method, problem, landmarking), problem, landmarking);
    int m = LandmarkRun.plannedCount(problem, landmarking);
    int n = problem.rows().count();
    int rank =
        problem.target().byVariance()
            ? Math.min(m, ExactPlanner.FIRST_VARIANCE_RANK)
            : problem.target().rank();
    int d = problem.kernel().hasPoints() ? problem.rows().columns() : 0;
    long bytes = checkedBytes(problem, m, rank);
    long values = (long) n * m;
    double pairs = (double) n * n;
    FitPlan.Stage extend =
        new FitPlan.Stage(EXTEND, bytes, values, 2.0 * values * d + 2.0 * values * rank, 0);
    FitPlan.Stage products =
        new FitPlan.Stage(PRODUCTS, bytes, productValues(n), pairs * d + 2 * pairs * (rank + 1), 0);
    return LandmarkPlan.with(
        LandmarkPlan.with(plan, extend, List.of()),
        products,
        List.of(
            "the components are extended to all "
                + n
                + " rows: the offset and what they capture take a pass over all pairs, "
                + productValues(n)
                + " kernel values, and the model keeps every row"));
  }

  /** Kernel values of a pass over the lower triangle in tiles. */
  static long productValues(int n) {
    TileGrid grid = new TileGrid(n);
    long values = 0;
    for (int i = 0; i < grid.count(); i++) {
      values += (long) grid.rows(i) * (grid.first(i) + grid.rows(i));
    }
    return values;
  }

  /** Bytes held by a pass with so many components, if they may be held. */
  private static long checkedBytes(Problem problem, int landmarks, int rank) {
    int n = problem.rows().count();
    int columns = rank + 1;
    if ((long) n * (columns + 16) > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          n
              + " rows times "
              + rank
              + " components exceed one array (2,147,483,639 numbers); ask for at most "
              + ((Integer.MAX_VALUE - 8) / n - 17)
              + " components");
    }
    long bytes = bytes(problem, landmarks, columns) + RowSpan.bytes(n, columns);
    if (bytes > problem.memory()) {
      throw new MemoryExceededException(
          "extending "
              + rank
              + " components to "
              + n
              + " rows needs "
              + Bytes.text(bytes)
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; ask for fewer components, or for a method whose model keeps"
              + " only the landmarks, such as subset",
          bytes);
    }
    return bytes;
  }

  /** Bytes held by a pass over K with so many columns, after rows were seen through landmarks. */
  static long bytes(Problem problem, int landmarks, int columns) {
    int n = problem.rows().count();
    int threads = problem.workers().threads();
    int tile = new TileGrid(n).tileRows();
    long tiles =
        problem.kernel().hasPoints()
            ? KernelTiles.bytes(problem.rows(), problem.kernel(), false, tile, threads)
            : 16L * n;
    return problem.rows().bytes()
        + 8L * landmarks * (problem.rows().columns() + SEEN_MATRICES * (long) landmarks)
        + tiles
        + TiledGram.bytes(n, false, threads)
        + KernelOperator.productBytes(n, columns, threads)
        + 3L * 8 * n * columns;
  }

  /**
   * Y = K X by one exact pass.
   *
   * @param x n x columns, row-major
   */
  static double[] product(Problem problem, int columns, double[] x) {
    int n = problem.rows().count();
    TileGrid grid = new TileGrid(n);
    TiledGram gram =
        problem.kernel().hasPoints()
            ? new TiledGram(
                new KernelTiles(
                    problem.rows(), problem.kernel(), false, grid.tileRows(), problem.workers()),
                false,
                problem.workers())
            : TiledGram.precomputed(new PrecomputedTiles(problem.rows()), problem.workers());
    problem.stages().expect(grid.tiles(), false);
    double[] y = new double[x.length];
    gram.apply(columns, x, y);
    problem.stages().evaluated(gram.evaluations());
    return y;
  }

  /** w / n, the mean of the rows as a combination of them. */
  static double[] shares(Problem problem) {
    return problem.meanWeights();
  }

  /**
   * Extends as many components as the problem asks for, and certifies them.
   *
   * @param weights what the method used as the landmarks' weights, for the report; or null
   */
  Solution certified(double[] weights) {
    Target target = problem.target();
    int kept = eigenvalues.length;
    if (target.byVariance()) {
      extend(Math.min(kept, ExactPlanner.FIRST_VARIANCE_RANK));
      while (rank < kept && captured(rank).low() < target.variance() * total()) {
        extend(Math.min(kept, 2 * rank));
      }
      kept = Components.reaching(target.variance(), rank, total(), some -> captured(some).low());
    } else {
      extend(kept);
    }
    CapturedVariance captured = captured(kept);
    double lost = lost(kept);
    double[] first = Components.firstColumns(n, rank, coefficients, kept);
    double[] offsets = Arrays.copyOf(offset, kept);
    boolean[] turned = Components.fixSigns(n, kept, first);
    for (int c = 0; c < kept; c++) {
      offsets[c] = turned[c] ? -offsets[c] : offsets[c];
    }
    Landmarks landmarks = seen.landmarks();
    Certificate certificate = seen.certificate(kept, captured);
    return new Solution(
        new Solution.Axes(
            Arrays.copyOf(eigenvalues, kept),
            Matrix.wrap(n, kept, first),
            offsets,
            problem.center()
                ? new Solution.Center(shares(problem), meanSquaredNorm)
                : Solution.Center.ORIGIN,
            Solution.Support.trainingRows()),
        new Solution.Quality(
            new Solution.RankAsked(
                target.byVariance() ? kept : target.rank(), target.byVariance() ? null : reason),
            total(),
            Components.nonNegative(total() - lost, seen.rounding()) / sum,
            Solution.Assurance.of(certificate, LandmarkAxes.NO_CERTIFICATE)),
        new Solution.Provenance(
            new Solution.OperatorUse("landmarks", "double", 0.0),
            new Solution.SolverUse("dense", 1, 1, new double[0]),
            new Solution.LandmarkUse(
                seen.landmarking().selector().spec(),
                landmarks.count(),
                landmarks.rows(),
                weights,
                landmarks.points()),
            List.copyOf(LandmarkAxes.notes(seen, remarks))));
  }

  private void extend(int wanted) {
    long bytes = checkedBytes(problem, seen.landmarks().count(), wanted);
    rank = wanted;
    problem.stages().run(EXTEND, bytes, this::computeCoefficients);
    problem.stages().run(PRODUCTS, bytes, this::computeProducts);
  }

  private double[] computeCoefficients() {
    GramColumns gram = seen.gram();
    long before = gram.evaluations();
    int m = seen.landmarks().count();
    GramColumns.Columns columns = seen.landmarks().columns(gram);
    double[] result = new double[Math.multiplyExact(n, rank)];
    double[][] buffers = new double[gram.workers().threads()][];
    int all = eigenvalues.length;
    problem.stages().expect(gram.blocks(), false);
    gram.forBlocks(
        (block, first, count, worker) -> {
          if (buffers[worker] == null) {
            buffers[worker] = new double[Math.multiplyExact(GramColumns.BLOCK_ROWS, m)];
          }
          columns.fill(first, count, buffers[worker], 0, worker);
          blas.gemm(
              false,
              false,
              count,
              rank,
              m,
              1,
              buffers[worker],
              0,
              m,
              axes,
              0,
              all,
              0,
              result,
              first * rank,
              rank);
        });
    problem.stages().evaluated(gram.evaluations() - before);
    double[] mean = problem.center() ? means(rank, result, rank) : new double[rank];
    for (int i = 0; i < n; i++) {
      double weight = problem.weights() == null ? 1 : problem.weights()[i];
      for (int c = 0; c < rank; c++) {
        int at = i * rank + c;
        result[at] = weight * (result[at] - mean[c]) / eigenvalues[c];
      }
    }
    if (problem.center()) {
      Components.sumToZero(n, rank, result, problem.weights());
    }
    coefficients = result;
    return result;
  }

  /** Weighted means of the first columns of n rows. */
  private double[] means(int columns, double[] values, int stride) {
    double[] mean = new double[columns];
    for (int i = 0; i < n; i++) {
      double share = (problem.weights() == null ? 1 : problem.weights()[i]) / sum;
      for (int c = 0; c < columns; c++) {
        mean[c] += share * values[i * stride + c];
      }
    }
    return mean;
  }

  private double[] computeProducts() {
    span = new RowSpan(n, rank, coefficients, blas);
    int q = span.rank();
    int width = q + 1;
    double[] shares = shares(problem);
    double[] x = new double[n * width];
    for (int i = 0; i < n; i++) {
      System.arraycopy(span.basis(), i * q, x, i * width, q);
      x[i * width + q] = shares[i];
    }
    seen.gram().release();
    double[] y = product(problem, width, x);
    double[] means = means(width, y, width);
    meanSquaredNorm = means[q];
    offset = new double[rank];
    double[] triangle = span.triangle();
    for (int c = 0; problem.center() && c < rank; c++) {
      for (int j = 0; j < q; j++) {
        offset[c] += triangle[j * rank + c] * means[j];
      }
    }
    span.products(
        seen.gram().diagonal(),
        problem.weights(),
        Components.firstColumns(n, width, y, q),
        problem.center() ? means : null);
    axesGram = span.ofColumns(span.gram());
    scatter = span.ofColumns(span.second());
    return scatter;
  }

  private double total() {
    return seen.moments().trace() - (problem.center() ? sum * meanSquaredNorm : 0);
  }

  /** tr(G^+ Y'WY) of the leading components. */
  private CapturedVariance captured(int some) {
    return span.captured(some, total() + seen.rounding());
  }

  /** 2 tr Y'WY - tr(Y'WY G) of the leading components. */
  private double lost(int some) {
    double result = 0;
    for (int i = 0; i < some; i++) {
      result += 2 * scatter[i * rank + i];
      for (int j = 0; j < some; j++) {
        result -= scatter[i * rank + j] * axesGram[j * rank + i];
      }
    }
    return result;
  }
}
