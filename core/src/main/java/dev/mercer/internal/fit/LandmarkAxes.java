package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.View;
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
 * @param eigenvalues one per component, descending, comparable with those of the n x n Gram matrix
 * @param coefficients A over the landmarks, m x r
 * @param offset b
 * @param mean beta over the landmarks; null where nothing is centred
 * @param meanSquaredNorm beta' K_y beta
 * @param asked components asked for
 * @param reason why fewer were kept, or null
 * @param remarks made while they were found
 */
record LandmarkAxes(
    double[] eigenvalues,
    View coefficients,
    double[] offset,
    double[] mean,
    double meanSquaredNorm,
    int asked,
    String reason,
    List<String> remarks) {

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
   * <ol>
   *   <li>the signs are fixed
   *   <li>what the axes capture, and what rounding leaves open of it ({@link LandmarkSpan})
   *   <li>the certificate: bounds by the residual, by how the landmarks were chosen ({@link
   *       SelectionCertificate}) and, if asked for, by one exact product ({@link Verification})
   * </ol>
   *
   * @param trainingMean |mean feature of the rows|^2 where it was computed, so that the total
   *     variance and the empirical error are known; else NaN
   */
  Solution certified(SeenThroughLandmarks seen, double[] weights, double trainingMean) {
    LandmarkAxes signed = withSignsFixed();
    LandmarkSpan span = LandmarkSpan.of(seen, signed.coefficients);
    double sum = seen.moments().weightSum();
    double centered = seen.problem().center() ? sum * trainingMean : 0;
    Measured measured = signed.measured(seen, span, seen.moments().trace() - centered);
    double error = measured.total() - span.lost();
    double rounding = seen.rounding() + span.lostRounding();
    return signed.solution(
        seen,
        weights,
        new Solution.Quality(
            new Solution.RankAsked(asked, reason),
            measured.total(),
            Components.nonNegative(error, rounding) / sum,
            Solution.Assurance.of(measured.certificate(), NO_CERTIFICATE)));
  }

  /** The same axes, turned so that the largest coefficient of each is positive. */
  private LandmarkAxes withSignsFixed() {
    View fixed = coefficients.copy();
    double[] turnedOffset = offset.clone();
    boolean[] turned = Components.fixSigns(fixed.height(), fixed.width(), fixed.values());
    for (int c = 0; c < turned.length; c++) {
      turnedOffset[c] = turned[c] ? -offset[c] : offset[c];
    }
    return new LandmarkAxes(
        eigenvalues, fixed, turnedOffset, mean, meanSquaredNorm, asked, reason, remarks);
  }

  /**
   * What is known of the axes.
   *
   * @param certificate null where there is none
   * @param total the total variance; NaN where it is not known
   */
  private record Measured(Certificate certificate, double total) {}

  /**
   * @param total the total variance as far as it is known without verification
   */
  private Measured measured(SeenThroughLandmarks seen, LandmarkSpan span, double total) {
    Problem problem = seen.problem();
    int rank = eigenvalues.length;
    CapturedVariance captured = span.captured();
    Certificate byResidual = seen.certificate(rank, captured);
    if (byResidual == null) {
      return new Measured(null, total);
    }
    double sum = seen.moments().weightSum();
    double off = span.lostRounding();
    double low = seen.bounds(rank, captured).totalLow() - span.lost() - off;
    double high = seen.bounds(rank, captured).totalHigh() - span.lost() + off;
    Certificate certificate =
        byResidual
            .bound("empiricalErrorLow", Math.max(0, low) / sum)
            .bound("empiricalErrorHigh", Math.max(0, high) / sum)
            .and(SelectionCertificate.of(seen, rank));
    if (!problem.verify()) {
      return new Measured(certificate, total);
    }
    int m = seen.landmarks().count();
    Verification.Result verified =
        problem
            .stages()
            .run(
                "verify",
                LandmarkRun.bytes(problem, m) + Verification.bytes(problem, rank),
                () -> Verification.of(seen, span.directions(), eigenvalues, captured));
    return new Measured(certificate.and(verified.certificate()), verified.totalVariance());
  }

  private Solution solution(SeenThroughLandmarks seen, double[] weights, Solution.Quality quality) {
    Problem problem = seen.problem();
    Landmarks landmarks = seen.landmarks();
    boolean given = !problem.kernel().hasPoints();
    int n = problem.rows().count();
    int m = landmarks.count();
    int rank = eigenvalues.length;
    double[] center = mean == null || !given ? mean : spread(n, landmarks.rows(), mean, 1).values();
    return new Solution(
        new Solution.Axes(
            eigenvalues,
            given
                ? spread(n, landmarks.rows(), coefficients.values(), rank)
                : Matrix.wrap(m, rank, coefficients.values()),
            offset,
            new Solution.Center(center, meanSquaredNorm),
            Solution.Support.pointsOrRows(given ? null : landmarks.points())),
        quality,
        new Solution.Provenance(
            new Solution.OperatorUse("landmarks", "double", 0.0),
            Solution.SolverUse.dense(),
            new Solution.LandmarkUse(
                seen.landmarking().selector().spec(), m, landmarks.rows(), weights, null),
            List.copyOf(notes(seen, remarks))));
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
    if (seen.leading().negative() > 0) {
      notes.add(
          "the kernel is indefinite: of the "
              + seen.factor().rank()
              + " eigenvalues of the Gram matrix as the landmarks show it "
              + seen.leading().negative()
              + " are negative, the smallest is "
              + seen.leading().smallest());
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
