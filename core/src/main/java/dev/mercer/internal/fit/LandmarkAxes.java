package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.data.Matrix;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import java.util.ArrayList;
import java.util.List;

/**
 * Components in the span of landmarks, whatever method found them, and how they become a solution
 * with a certificate.
 *
 * @param eigenvalues one a component, descending, comparable with those of the n x n Gram matrix
 * @param coefficients A over the landmarks, m x r, row-major
 * @param offset b
 * @param mean beta over the landmarks; null where nothing is centred
 * @param meanSquaredNorm beta' K_y beta
 * @param asked components asked for
 * @param reason why fewer were kept, or null
 * @param remarks made while they were found
 */
public record LandmarkAxes(
    double[] eigenvalues,
    double[] coefficients,
    double[] offset,
    double[] mean,
    double meanSquaredNorm,
    int asked,
    String reason,
    List<String> remarks) {

  /** Rounding of the empirical error, as a share of it or of the total variance: not known then. */
  private static final double UNKNOWN = 0.01;

  static final String NO_CERTIFICATE =
      "the kernel is not known to be positive semidefinite: the residual of the landmarks can have"
          + " negative eigenvalues, and no bound holds";

  /** The certified solution of a method that counts its landmarks alike. */
  Solution certified(SeenThroughLandmarks seen) {
    return certified(seen, null);
  }

  /**
   * The certified solution.
   *
   * @param weights what the method used as the landmarks' weights, for the report; or null
   */
  Solution certified(SeenThroughLandmarks seen, double[] weights) {
    return certified(seen, weights, Double.NaN);
  }

  /**
   * The same where more is known of the rows.
   *
   * @param trainingMean |mean feature of the rows|^2 where it was computed, so that the total
   *     variance and the empirical error are known; else NaN
   */
  Solution certified(SeenThroughLandmarks seen, double[] weights, double trainingMean) {
    Problem problem = seen.problem();
    Landmarks landmarks = seen.landmarks();
    int m = landmarks.count();
    int rank = eigenvalues.length;
    boolean[] turned = Components.fixSigns(m, rank, coefficients);
    for (int c = 0; c < rank; c++) {
      offset[c] = turned[c] ? -offset[c] : offset[c];
    }
    LandmarkSpan span = new LandmarkSpan(seen, coefficients, rank);
    double lost = span.lost();
    CapturedVariance captured = span.captured(seen.totalHigh());
    double sum = seen.moments().weightSum();
    Certificate certificate = seen.certificate(rank, captured);
    double total = seen.moments().trace() - (problem.center() ? sum * trainingMean : 0);
    if (certificate != null) {
      double off = span.lostRounding();
      double low = seen.bounds(rank, captured).totalLow() - lost - off;
      double high = seen.bounds(rank, captured).totalHigh() - lost + off;
      certificate =
          certificate
              .bound("empiricalErrorLow", Math.max(0, low) / sum)
              .bound("empiricalErrorHigh", Math.max(0, high) / sum)
              .and(new SelectionCertificate(seen, rank).certificate());
      if (problem.verify()) {
        Verification verification = new Verification(seen, span.directions(), eigenvalues);
        Verification.Result result =
            problem
                .stages()
                .run(
                    "verify",
                    LandmarkRun.bytes(problem, m) + Verification.bytes(problem, rank),
                    () -> verification.run(captured));
        certificate = certificate.and(result.certificate());
        total = result.totalVariance();
      }
    }
    List<String> notes = notes(seen, remarks);
    boolean rounded = span.lostRounding() > UNKNOWN * Math.max(total, Math.abs(total - lost));
    if (rounded) {
      notes.add(
          "the empirical error is not known here: rounding can put it off by "
              + span.lostRounding() / sum
              + ", because the axes are long where the rows have next to no variance;"
              + " an evaluation of the model measures it row by row");
    }
    boolean given = !problem.kernel().hasPoints();
    int n = problem.rows().count();
    return new Solution(
        new Solution.Axes(
            eigenvalues,
            given
                ? spread(n, landmarks.rows(), coefficients, rank)
                : Matrix.wrap(m, rank, coefficients),
            offset,
            new Solution.Center(
                mean == null || !given ? mean : spread(n, landmarks.rows(), mean, 1).values(),
                meanSquaredNorm),
            Solution.Support.pointsOrRows(given ? null : landmarks.points())),
        new Solution.Quality(
            new Solution.RankAsked(asked, reason),
            total,
            rounded
                ? Double.NaN
                : Components.nonNegative(total - lost, seen.rounding() + span.lostRounding()) / sum,
            Solution.Assurance.of(certificate, NO_CERTIFICATE)),
        new Solution.Provenance(
            new Solution.OperatorUse("landmarks", "double", 0.0),
            Solution.SolverUse.dense(),
            new Solution.LandmarkUse(
                seen.landmarking().selector().spec(), m, landmarks.rows(), weights, null),
            List.copyOf(notes)));
  }

  /** What the landmarks' selector, the run and the factor of K_y have to say. */
  static List<String> notes(SeenThroughLandmarks seen, List<String> remarks) {
    List<String> notes = new ArrayList<>(seen.landmarks().notes());
    notes.addAll(seen.remarks());
    notes.addAll(remarks);
    if (seen.factor().dropped() > 0) {
      notes.add(
          seen.factor().dropped()
              + " of "
              + seen.landmarks().count()
              + " landmarks add nothing to the others (cut-off "
              + LandmarkFactor.CUT_OFF
              + " of the largest) and were left out");
    }
    if (seen.eigen().negative() > 0) {
      notes.add(
          "the kernel is indefinite: of the "
              + seen.factor().rank()
              + " eigenvalues of the Gram matrix as the landmarks show it "
              + seen.eigen().negative()
              + " are negative, the smallest is "
              + seen.eigen().smallest());
    }
    return notes;
  }

  /** For a precomputed matrix points are all its rows: zero for those that are not landmarks. */
  private static Matrix spread(int n, int[] rows, double[] values, int columns) {
    double[] result = new double[Math.multiplyExact(n, columns)];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(values, i * columns, result, rows[i] * columns, columns);
    }
    return Matrix.wrap(n, columns, result);
  }
}
