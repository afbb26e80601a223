package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.MemoryExceededException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.exact.ExactPlanner;
import dev.mercer.internal.exact.GramPair;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.MeasuredSpan;
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
 *       centered by their weighted mean; coefficients over the rows C = W Y / lambda, W the sample
 *       weights, which are sqrt(w) v~ / sqrt(lambda) with v~ the estimated eigenvector
 *   <li>products: one exact pass over K for K [Q, w/n], with or without centering, C = Q R ({@link
 *       RowSpan}). It gives the offset C' K w/n, the norm of the mean, the Gram matrix C' K C of
 *       the axes and their scores, and so the exact captured variance and empirical error instead
 *       of estimates
 * </ol>
 *
 * Cost: n m and n^2/2 kernel values, n^2 (r + 1) flops; memory 8 n (r + 1) numbers. If a share of
 * the variance is asked for, the number of components is doubled until they capture it, with one
 * pass per number.
 *
 * @param eigenvalues lambda, comparable with those of the n x n Gram matrix, descending
 * @param axes A, unit axes over the landmarks, m x eigenvalues.length
 * @param reason why fewer components than asked for were found, or null
 * @param remarks made while they were found
 */
record RowExtension(
    ProjectedRows projected, double[] eigenvalues, View axes, String reason, List<String> remarks) {

  /** The stage in which the rows' scores on the landmarks' axes are computed. */
  static final String EXTEND = "extend";

  /** The stage with the pass over all of K. */
  static final String PRODUCTS = "products";

  private static final int SMALL_MATRICES = 4; // K_y, its factor and map, and S

  /** The plan of a method that extends the components of the landmarks to all rows. */
  static FitPlan plan(String method, Problem problem, Landmarking landmarking) {
    FitPlan plan =
        LandmarkPlan.withComponents(
            LandmarkPlan.of(method, problem, landmarking), problem, landmarking);
    int m = LandmarkRoom.plannedCount(problem, landmarking);
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

  /** Bytes held by a pass with this many components; fails if the memory allowed is smaller. */
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

  /** Bytes held by a pass over K with this many columns, after the projection on landmarks. */
  static long bytes(Problem problem, int landmarks, int columns) {
    int n = problem.rows().count();
    int threads = problem.workers().threads();
    int tile = new TileGrid(n).tileRows();
    long tiles =
        problem.kernel().hasPoints()
            ? KernelTiles.bytes(problem.rows(), problem.kernel(), false, tile, threads)
            : 16L * n;
    return problem.rows().bytes()
        + 8L * landmarks * (problem.rows().columns() + SMALL_MATRICES * (long) landmarks)
        + tiles
        + TiledGram.bytes(n, false, threads)
        + KernelOperator.productBytes(n, columns, threads)
        + 3L * 8 * n * columns;
  }

  /**
   * Y = K X by one exact pass.
   *
   * @param x n x columns, row by row in an array of its own
   */
  static View product(Problem problem, View x) {
    KernelOperator gram = GramPair.recomputed(problem);
    problem.stages().expect(new TileGrid(problem.rows().count()).tiles(), false);
    View y = View.zeros(x.height(), x.width());
    gram.apply(x.width(), x.values(), y.values());
    problem.stages().evaluated(gram.evaluations());
    return y;
  }

  /**
   * Extends as many components as the problem asks for, and certifies them.
   *
   * @param weights the weights that the method gave the landmarks, for the report; or null
   */
  Solution certified(double[] weights) {
    Target target = projected.problem().target();
    int all = eigenvalues.length;
    Extended extended =
        extended(target.byVariance() ? Math.min(all, ExactPlanner.FIRST_VARIANCE_RANK) : all);
    if (!target.byVariance()) {
      return solution(extended, all, target.rank(), weights);
    }
    while (extended.rank() < all
        && extended.captured(extended.rank()).low() < target.variance() * extended.total()) {
      extended = extended(Math.min(all, 2 * extended.rank()));
    }
    Extended last = extended;
    int kept =
        Components.reaching(
            target.variance(), last.rank(), last.total(), some -> last.captured(some).low());
    return solution(last, kept, kept, weights);
  }

  /** The first components over all rows; the stages "extend" and "products". */
  private Extended extended(int rank) {
    Problem problem = projected.problem();
    long bytes = checkedBytes(problem, projected.landmarks().count(), rank);
    View coefficients = problem.stages().run(EXTEND, bytes, () -> coefficients(rank));
    return problem.stages().run(PRODUCTS, bytes, () -> Extended.of(projected, coefficients));
  }

  /** C = W Y / lambda, Y = K_xy A centered by its weighted mean. */
  private View coefficients(int rank) {
    Problem problem = projected.problem();
    View c = scores(axes.columns(0, rank));
    double[] mean = problem.center() ? means(problem, c) : new double[rank];
    for (int i = 0; i < c.height(); i++) {
      double weight = problem.weights() == null ? 1 : problem.weights()[i];
      for (int j = 0; j < rank; j++) {
        c.set(i, j, weight * (c.get(i, j) - mean[j]) / eigenvalues[j]);
      }
    }
    if (problem.center()) {
      Components.sumToZero(c.height(), rank, c.values(), problem.weights());
    }
    return c;
  }

  /** Y = K_xy A, blocks of rows in parallel. */
  private View scores(View a) {
    GramColumns gram = projected.gram();
    long before = gram.evaluations();
    int m = projected.landmarks().count();
    GramColumns.Columns columns = projected.landmarks().columns(gram);
    View y = View.zeros(gram.size(), a.width());
    double[][] buffers = new double[gram.workers().threads()][];
    projected.problem().stages().expect(gram.blocks(), false);
    gram.forBlocks(
        (block, first, count, worker) -> {
          if (buffers[worker] == null) {
            buffers[worker] = new double[Math.multiplyExact(GramColumns.BLOCK_ROWS, m)];
          }
          columns.fill(first, count, buffers[worker], 0, worker);
          View kernelValues = View.of(buffers[worker], count, m);
          gram.workers().blas().product(kernelValues, a, y.rows(first, count));
        });
    projected.problem().stages().evaluated(gram.evaluations() - before);
    return y;
  }

  /** The weighted mean of the rows of a matrix. */
  private static double[] means(Problem problem, View matrix) {
    double sum = problem.weightSum();
    double[] shares = new double[matrix.height()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = (problem.weights() == null ? 1 : problem.weights()[i]) / sum;
    }
    return matrix.transposeTimes(shares);
  }

  /**
   * Components over all rows and the results of one exact pass over K for them.
   *
   * @param coefficients C, n x rank
   * @param offset C'K w/n
   * @param meanSquaredNorm of the mean of the rows
   * @param total the total variance
   * @param mostTotal upper bound of the total variance
   * @param span of the columns of C, with the variance they capture
   * @param scatter Y'WY, Y the centered scores
   * @param gram C'K C
   */
  private record Extended(
      View coefficients,
      double[] offset,
      double meanSquaredNorm,
      double total,
      double mostTotal,
      MeasuredSpan span,
      View scatter,
      View gram) {

    static Extended of(ProjectedRows projected, View coefficients) {
      Problem problem = projected.problem();
      int n = coefficients.height();
      int rank = coefficients.width();
      RowSpan span = new RowSpan(n, rank, coefficients.values(), projected.factor().blas());
      int q = span.rank();
      View x = View.zeros(n, q + 1); // [Q, w/n]
      double[] shares = problem.meanWeights();
      for (int i = 0; i < n; i++) {
        System.arraycopy(span.basis().values(), i * q, x.values(), i * (q + 1), q);
        x.set(i, q, shares[i]);
      }
      projected.gram().release();
      View y = product(problem, x);
      double[] means = means(problem, y);
      double meanSquaredNorm = means[q];
      MeasuredSpan measured =
          span.measured(
              projected.gram().diagonal(),
              problem.weights(),
              y.columns(0, q),
              problem.center() ? means : null);
      double total =
          projected.moments().trace()
              - (problem.center() ? problem.weightSum() * meanSquaredNorm : 0);
      return new Extended(
          coefficients,
          problem.center() ? span.triangle().transposeTimes(means) : new double[rank],
          meanSquaredNorm,
          total,
          total + projected.rounding(),
          measured,
          span.ofColumns(measured.second()),
          span.ofColumns(measured.gram()));
    }

    int rank() {
      return offset.length;
    }

    /** tr(G^+ Y'WY) of the leading components. */
    CapturedVariance captured(int some) {
      return span.captured(some, mostTotal);
    }

    /** 2 tr Y'WY - tr(Y'WY G) of the leading components. */
    double lost(int some) {
      double result = 0;
      for (int i = 0; i < some; i++) {
        result += 2 * scatter.get(i, i);
        for (int j = 0; j < some; j++) {
          result -= scatter.get(i, j) * gram.get(j, i);
        }
      }
      return result;
    }
  }

  private Solution solution(Extended extended, int kept, int asked, double[] weights) {
    Problem problem = projected.problem();
    View first = extended.coefficients().columns(0, kept).copy();
    double[] offset = Arrays.copyOf(extended.offset(), kept);
    boolean[] turned = Components.fixSigns(first.height(), kept, first.values());
    for (int c = 0; c < kept; c++) {
      offset[c] = turned[c] ? -offset[c] : offset[c];
    }
    Landmarks landmarks = projected.landmarks();
    Certificate certificate = projected.certificate(kept, extended.captured(kept));
    double error = extended.total() - extended.lost(kept);
    return new Solution(
        new Solution.Axes(
            Arrays.copyOf(eigenvalues, kept),
            Matrix.wrap(first.height(), kept, first.values()),
            offset,
            problem.center()
                ? new Solution.Center(problem.meanWeights(), extended.meanSquaredNorm())
                : Solution.Center.ORIGIN,
            Solution.Support.trainingRows()),
        new Solution.Quality(
            new Solution.RankAsked(asked, problem.target().byVariance() ? null : reason),
            extended.total(),
            Components.nonNegative(error, projected.rounding()) / problem.weightSum(),
            Solution.Assurance.of(certificate, LandmarkAxes.NO_CERTIFICATE)),
        new Solution.Provenance(
            new Solution.OperatorUse("landmarks", "double", 0.0),
            new Solution.SolverUse("dense", 1, 1, new double[0]),
            new Solution.LandmarkUse(
                projected.landmarking().selector().spec(),
                landmarks.count(),
                landmarks.rows(),
                weights,
                landmarks.points()),
            List.copyOf(LandmarkAxes.notes(projected, remarks))));
  }
}
