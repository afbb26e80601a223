package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.kernel.FourierFeatures;
import java.util.List;
import java.util.Map;

/**
 * What a method found: y(x) = A' k(P, x) - b, and how it was found.
 *
 * @param eigenvalues descending, comparable with those of the n x n (centred) Gram matrix
 * @param coefficients A, one row a point, one column a component
 * @param offset b
 * @param mean beta, the centre as a combination of the points; null if nothing is centred
 * @param meanSquaredNorm beta' K beta
 * @param rankReason why fewer components than asked for were kept; null if none is missing
 * @param totalVariance trace of the (centred) Gram matrix; NaN where it is not known
 * @param empiricalError mean squared reconstruction error on the training rows; NaN where it is not
 *     known
 * @param points P; null where the points are the training rows
 * @param features what the rows are mapped to where the model is no combination of points: y(x) =
 *     A' z(x) - b, and beta is a vector of features; null elsewhere
 * @param landmarks the landmarks behind the solution; null where there are none
 * @param certificate how far this can be from the exact solution; null where none holds
 * @param certificateReason why there is no certificate; null where there is one
 * @param facts what only this method has to report, by the names it is written under
 */
public record Solution(
    double[] eigenvalues,
    Matrix coefficients,
    double[] offset,
    double[] mean,
    double meanSquaredNorm,
    int rankRequested,
    String rankReason,
    double totalVariance,
    double empiricalError,
    OperatorUse operator,
    SolverUse solver,
    NegativeEigenvalues negative,
    Rows points,
    FourierFeatures features,
    LandmarkUse landmarks,
    Certificate certificate,
    String certificateReason,
    List<String> notes,
    Map<String, Object> facts) {

  /** A solution with nothing to report of its own. */
  public Solution(
      double[] eigenvalues,
      Matrix coefficients,
      double[] offset,
      double[] mean,
      double meanSquaredNorm,
      int rankRequested,
      String rankReason,
      double totalVariance,
      double empiricalError,
      OperatorUse operator,
      SolverUse solver,
      NegativeEigenvalues negative,
      Rows points,
      FourierFeatures features,
      LandmarkUse landmarks,
      Certificate certificate,
      String certificateReason,
      List<String> notes) {
    this(
        eigenvalues,
        coefficients,
        offset,
        mean,
        meanSquaredNorm,
        rankRequested,
        rankReason,
        totalVariance,
        empiricalError,
        operator,
        solver,
        negative,
        points,
        features,
        landmarks,
        certificate,
        certificateReason,
        notes,
        Map.of());
  }

  /** A solution over points. */
  public Solution(
      double[] eigenvalues,
      Matrix coefficients,
      double[] offset,
      double[] mean,
      double meanSquaredNorm,
      int rankRequested,
      String rankReason,
      double totalVariance,
      double empiricalError,
      OperatorUse operator,
      SolverUse solver,
      NegativeEigenvalues negative,
      Rows points,
      LandmarkUse landmarks,
      Certificate certificate,
      String certificateReason,
      List<String> notes) {
    this(
        eigenvalues,
        coefficients,
        offset,
        mean,
        meanSquaredNorm,
        rankRequested,
        rankReason,
        totalVariance,
        empiricalError,
        operator,
        solver,
        negative,
        points,
        null,
        landmarks,
        certificate,
        certificateReason,
        notes);
  }

  /**
   * Which landmarks were used.
   *
   * @param count how many, m
   * @param rows their row numbers in the order chosen; null where they are not rows
   * @param weights how many rows each stands for; null where the method does not use that
   * @param points the landmarks where they are not the model's points; else null
   */
  public record LandmarkUse(String selector, int count, int[] rows, double[] weights, Rows points) {

    /** The same where the model's points are others. */
    LandmarkUse behind(Rows those) {
      return new LandmarkUse(selector, count, rows, weights, those);
    }
  }

  /**
   * Which operator was used.
   *
   * @param errorBound largest error of any kernel value beyond double rounding: 0 in double, null
   *     in single precision, where none is proven (about 1e-6 of the largest is usual)
   * @param scheme how kernel values were expanded or summed; null where they were computed
   * @param terms of the largest expansion; null where there is none
   * @param clusters expansions or nodes the scheme worked with; null where that has no meaning
   * @param sampledError the largest error among some kernel values that were computed for
   *     comparison, an estimate from below and no bound; null where none were
   */
  public record OperatorUse(
      String kind,
      String precision,
      Double errorBound,
      String scheme,
      Integer terms,
      Integer clusters,
      Double sampledError) {

    /** An operator that computes every kernel value it uses. */
    public OperatorUse(String kind, String precision, Double errorBound) {
      this(kind, precision, errorBound, null, null, null, null);
    }
  }

  /** Which solver was used, its steps, and |K v - theta v| of each component. */
  public record SolverUse(String kind, int iterations, long products, double[] residuals) {

    /** One small dense problem, without any product with the Gram matrix. */
    public static SolverUse dense() {
      return new SolverUse("dense", 1, 0, new double[0]);
    }
  }

  /**
   * Eigenvalues of an indefinite kernel's matrix that are below zero.
   *
   * @param count how many, or at least how many
   * @param exact whether count is exact
   * @param smallest the smallest eigenvalue met
   */
  public record NegativeEigenvalues(int count, boolean exact, double smallest) {}

  /**
   * Whether the kernel may have no feature space, so that a sum of its eigenvalues is no variance
   * and a distance can be negative: it is not known to be positive semidefinite, and not all
   * eigenvalues of its matrix were seen not to be negative.
   */
  public boolean indefinite(Problem problem) {
    boolean seenAll = negative != null && negative.exact() && negative.count() == 0;
    return !problem.kernel().positiveSemidefinite() && !seenAll;
  }

  /**
   * The same solution with what is known of its operator, and the certificate that follows; null
   * for the reason there is none already.
   */
  public Solution with(OperatorUse use, Certificate known) {
    return with(use, known, known == null ? certificateReason : null, notes);
  }

  /** The same solution with other remarks. */
  public Solution withNotes(List<String> changed) {
    return with(operator, certificate, certificateReason, List.copyOf(changed));
  }

  private Solution with(OperatorUse use, Certificate known, String reason, List<String> remarks) {
    return new Solution(
        eigenvalues,
        coefficients,
        offset,
        mean,
        meanSquaredNorm,
        rankRequested,
        rankReason,
        totalVariance,
        empiricalError,
        use,
        solver,
        negative,
        points,
        features,
        landmarks,
        known,
        reason,
        remarks,
        facts);
  }
}
