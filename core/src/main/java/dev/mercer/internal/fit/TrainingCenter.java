package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.method.Landmarking;
import java.util.Arrays;
import java.util.List;

/**
 * Axes over landmarks in a model whose center is the mean feature of the rows itself: SK's first
 * centroid estimate, which is not a combination of the landmarks.
 *
 * <ol>
 *   <li>one exact pass over K for the squared norm of the center, which also gives the total
 *       variance and the empirical error
 *   <li>the points of the model are all rows, with coefficients of zero except for the landmarks
 *       (landmarks that are not rows come before the rows)
 * </ol>
 *
 * Scores are those of the landmarks' model; pre-images and distances to the center differ (SK sec.
 * 3.5). Cost: n^2/2 kernel values, and n kernel values per row scored.
 */
final class TrainingCenter {

  private TrainingCenter() {}

  /** The plan with one more stage, the pass over K. */
  static FitPlan plan(FitPlan plan, Problem problem, Landmarking landmarking) {
    int m = LandmarkRoom.plannedCount(problem, landmarking);
    boolean joined = !SelectorCatalog.algorithm(landmarking.selector()).givesRows();
    long bytes = bytes(problem, m, joined);
    if (bytes > problem.memory()) {
      throw new MemoryExceededException(
          "the mean of all rows as center needs "
              + Bytes.text(bytes)
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; leave the mean to the landmarks, or allow more memory",
          bytes);
    }
    int n = problem.rows().count();
    int d = problem.kernel().hasPoints() ? problem.rows().columns() : 0;
    return LandmarkPlan.with(
        plan,
        new FitPlan.Stage(
            RowExtension.PRODUCTS,
            bytes,
            RowExtension.productValues(n),
            (double) n * n * (d + 4),
            0),
        List.of(
            "the mean of all rows as center takes a pass over all pairs, "
                + RowExtension.productValues(n)
                + " kernel values, and a model that keeps every row"));
  }

  /** Bytes held by the pass, or by landmarks and rows together if the model holds both. */
  private static long bytes(Problem problem, int landmarks, boolean joined) {
    long columns = problem.rows().columns();
    long together =
        joined
            ? problem.rows().bytes() + 8 * columns * (2L * landmarks + problem.rows().count())
            : 0;
    return Math.max(RowExtension.bytes(problem, landmarks, 2), together);
  }

  /**
   * The certified solution of axes whose center is moved to the mean of the rows.
   *
   * @param withLandmarks whether the mean is that of the rows and the landmarks
   */
  static Solution certified(ProjectedRows projected, LandmarkAxes axes, boolean withLandmarks) {
    Problem problem = projected.problem();
    Landmarks landmarks = projected.landmarks();
    int n = problem.rows().count();
    boolean joined = landmarks.rows() == null;
    double sum = problem.weightSum();
    double rowShare = withLandmarks ? sum / (sum + landmarks.count()) : 1;
    double landmarkShare = (1 - rowShare) / landmarks.count();
    double[] shares = problem.meanWeights();
    double[] onRows = shares.clone(); // the part of the center on the rows
    for (int i = 0; i < n; i++) {
      onRows[i] *= rowShare;
    }
    for (int i = 0; !joined && i < landmarks.count(); i++) {
      onRows[landmarks.rows()[i]] += landmarkShare;
    }
    double[] norms =
        problem
            .stages()
            .run(
                RowExtension.PRODUCTS,
                bytes(problem, landmarks.count(), joined),
                () -> norms(projected, shares, onRows));
    Solution found = axes.certified(projected, null, norms[0]);
    int before = joined ? landmarks.count() : 0;
    double[] mean = new double[before + n];
    Arrays.fill(mean, 0, before, landmarkShare);
    System.arraycopy(onRows, 0, mean, before, n);
    double squaredNorm =
        joined && withLandmarks ? joinedNorm(projected, rowShare, norms[0]) : norms[1];
    return new Solution(
        new Solution.Axes(
            found.axes().eigenvalues(),
            problem.kernel().hasPoints()
                ? spread(found.axes().coefficients(), landmarks.rows(), before + n)
                : found.axes().coefficients(), // which are those of all rows already
            found.axes().offset(),
            new Solution.Center(mean, squaredNorm),
            Solution.Support.pointsOrRows(
                joined ? joined(landmarks.points(), problem.rows()) : null)),
        found.quality(),
        found.provenance().with(found.provenance().landmarks().behind(landmarks.points())));
  }

  /**
   * Coefficients over all points of the model, zero except for the landmarks.
   *
   * @param rows the numbers of the landmarks; null where they come before the rows
   */
  private static Matrix spread(Matrix coefficients, int[] rows, int points) {
    int rank = coefficients.columns();
    double[] spread = new double[Math.multiplyExact(points, rank)];
    for (int i = 0; i < coefficients.rows(); i++) {
      int to = rows == null ? i : rows[i];
      System.arraycopy(coefficients.values(), i * rank, spread, to * rank, rank);
    }
    return Matrix.wrap(points, rank, spread);
  }

  /** Squared norms of two combinations of the rows. */
  private static double[] norms(ProjectedRows projected, double[] first, double[] second) {
    View x = View.zeros(first.length, 2);
    for (int i = 0; i < first.length; i++) {
      x.set(i, 0, first[i]);
      x.set(i, 1, second[i]);
    }
    projected.gram().release();
    View y = RowExtension.product(projected.problem(), x); // K X
    double[] result = new double[2];
    for (int i = 0; i < first.length; i++) {
      result[0] += x.get(i, 0) * y.get(i, 0);
      result[1] += x.get(i, 1) * y.get(i, 1);
    }
    return result;
  }

  /** |s mu + (1 - s) nu|^2, mu the mean of the rows and nu that of landmarks that are no rows. */
  private static double joinedNorm(ProjectedRows projected, double rowShare, double meanOfRows) {
    LandmarkFactor factor = projected.factor();
    double[] landmarkMean = factor.ofLandmarks().columnMeans();
    double cross = factor.inner(projected.moments().mean(), landmarkMean);
    double own = factor.inner(landmarkMean, landmarkMean);
    double other = 1 - rowShare;
    return rowShare * rowShare * meanOfRows + 2 * rowShare * other * cross + other * other * own;
  }

  private static Rows joined(Rows first, Rows second) {
    DenseRows.Builder builder = DenseRows.builder(first.columns(), Precision.DOUBLE);
    for (Rows rows : List.of(first, second)) {
      int step = rows.blockRows();
      double[] block = new double[Math.min(step, rows.count()) * rows.columns()];
      for (int at = 0; at < rows.count(); at += step) {
        int count = Math.min(step, rows.count() - at);
        rows.copy(at, count, block, 0);
        builder.append(block, 0, count);
      }
    }
    return builder.build();
  }
}
