package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.method.Landmarking;
import java.util.List;

/**
 * Axes over landmarks on a model whose centre is the mean feature of the rows itself, SK's first
 * centroid estimate, which is no combination of the landmarks.
 *
 * <ol>
 *   <li>one exact pass over K for its squared norm, which also makes the total variance and the
 *       empirical error known
 *   <li>the model's points are all rows, with coefficients only where the landmarks are (landmarks
 *       that are no rows come before them)
 * </ol>
 *
 * Scores are those of the landmarks' model; pre-images and distances to the centre differ (SK sec.
 * 3.5). Cost: n^2/2 kernel values, and n kernel values a row scored.
 */
final class TrainingCenter {

  private final SeenThroughLandmarks seen;
  private final Problem problem;
  private final boolean withLandmarks;
  private final int n;
  private final double rowShare; // of the rows in the criterion set

  /**
   * @param withLandmarks whether the mean is that of the rows and the landmarks
   */
  TrainingCenter(SeenThroughLandmarks seen, boolean withLandmarks) {
    this.seen = seen;
    this.problem = seen.problem();
    this.withLandmarks = withLandmarks;
    this.n = problem.rows().count();
    double sum = problem.weightSum();
    this.rowShare = withLandmarks ? sum / (sum + seen.landmarks().count()) : 1;
  }

  /** A plan with the pass over K more. */
  static FitPlan plan(FitPlan plan, Problem problem, Landmarking landmarking) {
    int m = LandmarkRun.plannedCount(problem, landmarking);
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
            "the mean of all rows as centre takes a pass over all pairs, "
                + RowExtension.productValues(n)
                + " kernel values, and a model that keeps every row"));
  }

  /** Bytes of the pass, or of landmarks and rows together, which the model then holds. */
  private static long bytes(Problem problem, int landmarks, boolean joined) {
    long columns = problem.rows().columns();
    long together =
        joined
            ? problem.rows().bytes() + 8 * columns * (2L * landmarks + problem.rows().count())
            : 0;
    return Math.max(RowExtension.bytes(problem, landmarks, 2), together);
  }

  /** The certified solution of axes whose center is moved to the mean of the rows. */
  Solution certified(LandmarkAxes axes) {
    Landmarks landmarks = seen.landmarks();
    boolean joined = landmarks.rows() == null;
    double[] shares = RowExtension.shares(problem);
    double[] onRows = shares.clone(); // the part of the centre on the rows
    for (int i = 0; i < n; i++) {
      onRows[i] *= rowShare;
    }
    double landmarkShare = (1 - rowShare) / landmarks.count();
    for (int i = 0; !joined && i < landmarks.count(); i++) {
      onRows[landmarks.rows()[i]] += landmarkShare;
    }
    double[] norms =
        problem
            .stages()
            .run(
                RowExtension.PRODUCTS,
                bytes(problem, landmarks.count(), joined),
                () -> norms(shares, onRows));
    Solution found = axes.certified(seen, null, norms[0]);
    int rank = found.axes().rank();
    int before = joined ? landmarks.count() : 0;
    double[] mean = new double[before + n];
    java.util.Arrays.fill(mean, 0, before, landmarkShare);
    System.arraycopy(onRows, 0, mean, before, n);
    Matrix coefficients = found.axes().coefficients();
    if (problem.kernel().hasPoints()) { // whose coefficients are spread already
      double[] spread = new double[Math.multiplyExact(before + n, rank)];
      for (int i = 0; i < landmarks.count(); i++) {
        int to = joined ? i : landmarks.rows()[i];
        System.arraycopy(coefficients.values(), i * rank, spread, to * rank, rank);
      }
      coefficients = Matrix.wrap(before + n, rank, spread);
    }
    double squaredNorm = joined && withLandmarks ? joinedNorm(norms[0]) : norms[1];
    return new Solution(
        new Solution.Axes(
            found.axes().eigenvalues(),
            coefficients,
            found.axes().offset(),
            new Solution.Center(mean, squaredNorm),
            Solution.Support.pointsOrRows(
                joined ? joined(landmarks.points(), problem.rows()) : null)),
        found.quality(),
        found.provenance().with(found.provenance().landmarks().behind(landmarks.points())));
  }

  /** Squared norms of two combinations of the rows. */
  private double[] norms(double[] first, double[] second) {
    double[] x = new double[2 * n];
    for (int i = 0; i < n; i++) {
      x[2 * i] = first[i];
      x[2 * i + 1] = second[i];
    }
    seen.gram().release();
    double[] y = RowExtension.product(problem, 2, x);
    double[] result = new double[2];
    for (int i = 0; i < 2 * n; i++) {
      result[i % 2] += x[i] * y[i];
    }
    return result;
  }

  /** |s mu + (1 - s) nu|^2, mu the mean of the rows and nu that of landmarks that are no rows. */
  private double joinedNorm(double meanOfRows) {
    int m = seen.landmarks().count();
    int k = seen.factor().rank();
    double[] landmarkMean = new double[k];
    double[] features = seen.factor().ofLandmarks();
    for (int i = 0; i < m * k; i++) {
      landmarkMean[i % k] += features[i] / m;
    }
    double cross = seen.factor().inner(seen.moments().mean(), 0, landmarkMean, 0);
    double own = seen.factor().inner(landmarkMean, 0, landmarkMean, 0);
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
