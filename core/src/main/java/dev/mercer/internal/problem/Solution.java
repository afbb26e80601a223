package dev.mercer.internal.problem;

import dev.mercer.Certificate;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.kernel.FourierFeatures;
import java.util.List;
import java.util.Map;

/**
 * What a method found: the axes, how good they are, and how they were found.
 *
 * @param axes what a model is made of: y(x) = A' k(P, x) - b
 * @param quality what is known about the variance and the error of the axes
 * @param provenance how the axes were found
 */
public record Solution(Axes axes, Quality quality, Provenance provenance) {

  /**
   * The components, y(x) = A' k(P, x) - b.
   *
   * @param eigenvalues descending, comparable with those of the n x n (centered) Gram matrix
   * @param coefficients A, one row per point, one column per component
   * @param offset b
   * @param center the point of feature space whose scores are zero
   * @param support P, what the rows of A belong to
   */
  public record Axes(
      double[] eigenvalues, Matrix coefficients, double[] offset, Center center, Support support) {

    /** How many components there are. */
    public int rank() {
      return eigenvalues.length;
    }
  }

  /**
   * The point of feature space whose scores are zero.
   *
   * @param combination beta, its coefficients over the same points or features as those of the
   *     axes; null where nothing is centered
   * @param squaredNorm beta' K beta
   */
  public record Center(double[] combination, double squaredNorm) {

    /** The origin: nothing is centered. */
    public static final Center ORIGIN = new Center(null, 0);
  }

  /** What the rows of the coefficients belong to. */
  public sealed interface Support {

    /** The training rows. */
    record TrainingRows() implements Support {}

    /** Points of a model, landmarks for instance. */
    record Points(Rows points) implements Support {}

    /** Features that rows are mapped to: y(x) = A' z(x) - b, and the center is a vector of them. */
    record Features(FourierFeatures map) implements Support {}

    /** The training rows. */
    static Support trainingRows() {
      return new TrainingRows();
    }

    /** These points; for a given Gram matrix, which has none, all its rows. */
    static Support pointsOrRows(Rows points) {
      return points == null ? trainingRows() : new Points(points);
    }
  }

  /**
   * How good the axes are.
   *
   * @param rank how many components were asked for, and why there are fewer
   * @param totalVariance trace of the (centered) Gram matrix; NaN where it is not known
   * @param empiricalError mean squared reconstruction error on the training rows; NaN where it is
   *     not known
   * @param assurance how far this can be from the exact solution
   * @param negative eigenvalues of an indefinite kernel's matrix below zero; null where none can be
   *     or none were looked for
   */
  public record Quality(
      RankAsked rank,
      double totalVariance,
      double empiricalError,
      Assurance assurance,
      NegativeEigenvalues negative) {

    /** The quality of axes of a kernel whose negative eigenvalues are not looked at. */
    public Quality(
        RankAsked rank, double totalVariance, double empiricalError, Assurance assurance) {
      this(rank, totalVariance, empiricalError, assurance, null);
    }

    /** The same with another assurance. */
    public Quality with(Assurance other) {
      return new Quality(rank, totalVariance, empiricalError, other, negative);
    }
  }

  /**
   * How many components were asked for.
   *
   * @param reason why fewer were kept; null if none is missing
   */
  public record RankAsked(int asked, String reason) {}

  /** A certificate, or the reason there is none: one of the two is null. */
  public record Assurance(Certificate certificate, String reason) {

    /** A certificate that holds. */
    public static Assurance by(Certificate certificate) {
      return new Assurance(certificate, null);
    }

    /** No certificate, and why. */
    public static Assurance none(String reason) {
      return new Assurance(null, reason);
    }

    /** The certificate, or where it is null the reason. */
    public static Assurance of(Certificate certificate, String reason) {
      return certificate == null ? none(reason) : by(certificate);
    }
  }

  /**
   * How the axes were found.
   *
   * @param landmarks the landmarks behind the axes; null where there are none
   * @param notes remarks made on the way
   * @param facts values that only this method reports, by their names in the report
   */
  public record Provenance(
      OperatorUse operator,
      SolverUse solver,
      LandmarkUse landmarks,
      List<String> notes,
      Map<String, Object> facts) {

    /** The provenance of axes with nothing to report of their own. */
    public Provenance(
        OperatorUse operator, SolverUse solver, LandmarkUse landmarks, List<String> notes) {
      this(operator, solver, landmarks, notes, Map.of());
    }

    /** The same with another operator. */
    public Provenance with(OperatorUse other) {
      return new Provenance(other, solver, landmarks, notes, facts);
    }

    /** The same with other landmarks. */
    public Provenance with(LandmarkUse other) {
      return new Provenance(operator, solver, other, notes, facts);
    }

    /** The same with other remarks. */
    public Provenance with(List<String> changed) {
      return new Provenance(operator, solver, landmarks, List.copyOf(changed), facts);
    }
  }

  /**
   * Which landmarks were used.
   *
   * @param count how many, m
   * @param rows their row numbers in the order chosen; null where they are not rows
   * @param weights how many rows each stands for; null where the method does not use that
   * @param points the landmarks if they are not the points of the model; else null
   */
  public record LandmarkUse(String selector, int count, int[] rows, double[] weights, Rows points) {

    /** The same landmarks for a model with other points. */
    public LandmarkUse behind(Rows those) {
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
   * @param clusters number of expansions or nodes of the scheme; null where it has none
   * @param sampledError the largest error found among some kernel values that were computed for
   *     comparison. The true largest error may be larger. Null where none were computed
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
   * and a squared distance can be negative. This is so unless the kernel is known to be positive
   * semidefinite, or the fit has found that no eigenvalue of its matrix is negative.
   */
  public boolean indefinite(Problem problem) {
    boolean seenAll =
        quality.negative() != null && quality.negative().exact() && quality.negative().count() == 0;
    return !problem.kernel().positiveSemidefinite() && !seenAll;
  }

  /** The same axes with another operator and assurance. */
  public Solution with(OperatorUse use, Assurance assurance) {
    return new Solution(axes, quality.with(assurance), provenance.with(use));
  }

  /** The same axes with another assurance. */
  public Solution with(Assurance assurance) {
    return new Solution(axes, quality.with(assurance), provenance);
  }

  /** The same axes with other remarks. */
  public Solution withNotes(List<String> changed) {
    return new Solution(axes, quality, provenance.with(changed));
  }
}
