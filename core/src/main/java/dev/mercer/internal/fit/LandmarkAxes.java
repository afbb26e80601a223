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
 * @param mean beta over the landmarks; null where nothing is centered
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

  /**
   * If rounding of the empirical error is above this share of the total variance and of the error
   * itself, the error is reported as not known.
   */
  private static final double UNKNOWN = 0.01;

  static final String NO_CERTIFICATE =
      "the kernel is not known to be positive semidefinite: the residual of the landmarks can have"
          + " negative eigenvalues, and no bound holds";

  /** The certified solution of a method that gives all landmarks the same weight. */
  Solution certified(ProjectedRows projected) {
    return certified(projected, null);
  }

  /**
   * The certified solution.
   *
   * @param weights the weights that the method gave the landmarks, for the report; or null
   */
  Solution certified(ProjectedRows projected, double[] weights) {
    return certified(projected, weights, Double.NaN);
  }

  /**
   * The certified solution, where the mean of the rows may be known.
   *
   * <ol>
   *   <li>the signs are fixed
   *   <li>the variance that the axes capture, with its rounding error ({@link LandmarkSpan})
   *   <li>the certificate: bounds by the residual, by how the landmarks were chosen ({@link
   *       SelectionCertificate}) and, if asked for, by one exact product ({@link Verification})
   * </ol>
   *
   * @param trainingMean |mean feature of the rows|^2 where it was computed, so that the total
   *     variance and the empirical error are known; else NaN
   */
  Solution certified(ProjectedRows projected, double[] weights, double trainingMean) {
    LandmarkAxes signed = withSignsFixed();
    LandmarkSpan span = LandmarkSpan.of(projected, signed.coefficients);
    double sum = projected.moments().weightSum();
    double centered = projected.problem().center() ? sum * trainingMean : 0;
    Measured measured = signed.measured(projected, span, projected.moments().trace() - centered);
    double error = measured.total() - span.lost();
    double off = span.lostRounding();
    boolean rounded = off > UNKNOWN * Math.max(measured.total(), Math.abs(error));
    return (rounded ? signed.remarked(errorNotKnown(off / sum)) : signed)
        .solution(
            projected,
            weights,
            new Solution.Quality(
                new Solution.RankAsked(asked, reason),
                measured.total(),
                rounded
                    ? Double.NaN
                    : Components.nonNegative(error, projected.rounding() + off) / sum,
                Solution.Assurance.of(measured.certificate(), NO_CERTIFICATE)));
  }

  private static String errorNotKnown(double off) {
    return "the empirical error is not known here: rounding can put it off by "
        + off
        + ", because the axes are long where the rows have next to no variance;"
        + " an evaluation of the model measures it row by row";
  }

  private LandmarkAxes remarked(String remark) {
    List<String> more = new ArrayList<>(remarks);
    more.add(remark);
    return new LandmarkAxes(
        eigenvalues, coefficients, offset, mean, meanSquaredNorm, asked, reason, List.copyOf(more));
  }

  /** The same axes with signs such that the largest coefficient of each is positive. */
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
   * The certificate of the axes and the total variance.
   *
   * @param certificate null where there is none
   * @param total the total variance; NaN where it is not known
   */
  private record Measured(Certificate certificate, double total) {}

  /**
   * @param total the total variance as far as it is known without verification
   */
  private Measured measured(ProjectedRows projected, LandmarkSpan span, double total) {
    Problem problem = projected.problem();
    int rank = eigenvalues.length;
    CapturedVariance captured = span.captured();
    Certificate byResidual = projected.certificate(rank, captured);
    if (byResidual == null) {
      return new Measured(null, total);
    }
    double sum = projected.moments().weightSum();
    double off = span.lostRounding();
    double low = projected.bounds(rank, captured).totalLow() - span.lost() - off;
    double high = projected.bounds(rank, captured).totalHigh() - span.lost() + off;
    Certificate certificate =
        byResidual
            .bound("empiricalErrorLow", Math.max(0, low) / sum)
            .bound("empiricalErrorHigh", Math.max(0, high) / sum)
            .and(SelectionCertificate.of(projected, rank));
    if (!problem.verify()) {
      return new Measured(certificate, total);
    }
    int m = projected.landmarks().count();
    Verification.Result verified =
        problem
            .stages()
            .run(
                "verify",
                LandmarkRoom.bytes(problem, m) + Verification.bytes(problem, rank),
                () -> Verification.of(projected, span.directions(), eigenvalues, captured));
    return new Measured(certificate.and(verified.certificate()), verified.totalVariance());
  }

  private Solution solution(ProjectedRows projected, double[] weights, Solution.Quality quality) {
    Problem problem = projected.problem();
    Landmarks landmarks = projected.landmarks();
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
                projected.landmarking().selector().spec(), m, landmarks.rows(), weights, null),
            List.copyOf(notes(projected, remarks))));
  }

  /** The notes of the selector, of the run and of the factor of K_y. */
  static List<String> notes(ProjectedRows projected, List<String> remarks) {
    List<String> notes = new ArrayList<>(projected.landmarks().notes());
    notes.addAll(projected.remarks());
    notes.addAll(remarks);
    if (projected.factor().dropped() > 0) {
      notes.add(
          projected.factor().dropped()
              + " of "
              + projected.landmarks().count()
              + " landmarks add nothing to the others (cut-off "
              + LandmarkFactor.CUT_OFF
              + " of the largest) and were left out");
    }
    if (projected.leading().negative() > 0) {
      notes.add(
          "the kernel is indefinite: of the "
              + projected.factor().rank()
              + " eigenvalues of the Gram matrix as the landmarks show it "
              + projected.leading().negative()
              + " are negative, the smallest is "
              + projected.leading().smallest());
    }
    return notes;
  }

  /**
   * Coefficients for a precomputed matrix, where the points are all its rows: zero for those that
   * are not landmarks.
   */
  private static Matrix spread(int n, int[] rows, double[] values, int columns) {
    double[] result = new double[Math.multiplyExact(n, columns)];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(values, i * columns, result, rows[i] * columns, columns);
    }
    return Matrix.wrap(n, columns, result);
  }
}
