package dev.mercer;

import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.ColumnSpan;
import dev.mercer.internal.problem.Indefinite;
import dev.mercer.internal.score.ModelScorer;

/**
 * How models compare with the exact one of the same rows, kernel, rank and centering (theory.md,
 * "How good a model is"): errors on training and unseen rows, operator distance, difference of
 * eigenvalues and of embeddings.
 *
 * <p>All rows are given as the kernel sees them, after scaling. What the models share is computed
 * once. Under a kernel that may be indefinite errors, distances and gaps have no meaning and are
 * NaN ({@link #reason}).
 */
public final class Comparison {

  private final KernelPcaModel exact;
  private final Rows train;
  private final double[] weights;
  private final Rows unseen;
  private final TrainingMean mean;
  private final Evaluation evaluationOfExact;
  private final double exactError;
  private final double exactValidationError;
  private final Matrix exactScores;
  private final Workers workers;

  /**
   * How one model compares.
   *
   * @param empiricalError E_emp on the training rows
   * @param validationError E_val on unseen rows; NaN where there are none
   * @param normalizedError E_emp / E_emp of exact
   * @param normalizedValidationError the same on unseen rows
   * @param operatorDistance |X - P_exact|_F
   * @param operatorDistanceSquaredPerRank its square over the rank
   * @param embeddingDifference min over A of |O - O~ A|_F / |O|_F, O the scores of exact on unseen
   *     rows (or else the training rows), O~ the model's
   * @param eigenvalueDifference |lambda - lambda~| / |lambda|, Euclidean norms over the components
   * @param trueGap share of exact's captured variance that is missed; NaN where the model's is not
   *     known
   */
  public record Measures(
      double empiricalError,
      double validationError,
      double normalizedError,
      double normalizedValidationError,
      double operatorDistance,
      double operatorDistanceSquaredPerRank,
      double embeddingDifference,
      double eigenvalueDifference,
      double trueGap) {}

  /**
   * Computes once what all comparisons share: the exact scores and the mean feature of the rows.
   *
   * @param unseen rows the models were not fitted on; or null
   * @param threads to work with; results do not depend on it
   */
  public Comparison(KernelPcaModel exact, Rows train, double[] weights, Rows unseen, int threads) {
    this.exact = exact;
    this.train = train;
    this.weights = weights;
    this.unseen = unseen;
    this.workers = Workers.of(threads);
    this.mean =
        exact.centered() && definite()
            ? new TrainingMean(exact.kernel(), train, weights, workers)
            : null;
    this.evaluationOfExact = new Evaluation(exact, workers);
    this.exactError = definite() ? error(evaluationOfExact, train, weights) : Double.NaN;
    this.exactValidationError =
        unseen != null && definite() ? error(evaluationOfExact, unseen, null) : Double.NaN;
    this.exactScores = scores(exact);
  }

  /** E_emp of the exact model; NaN under a kernel that may be indefinite. */
  public double exactError() {
    return exactError;
  }

  /**
   * E_val of the exact model; NaN where there are no unseen rows, or the kernel may be indefinite.
   */
  public double exactValidationError() {
    return exactValidationError;
  }

  /** Why errors, distances and gaps are not known; null where they are. */
  public String reason() {
    return definite() ? null : Indefinite.reason(exact.kernel());
  }

  private boolean definite() {
    return exact.kernel().positiveSemidefinite();
  }

  /** How far a model is from the exact one, by every measure there is for its kernel. */
  public Measures measure(KernelPcaModel model) {
    double embedding = embeddingDifference(exactScores, scores(model), workers.blas());
    if (!definite()) {
      double none = Double.NaN;
      return new Measures(
          none, none, none, none, none, none, embedding, eigenvalueDifference(model), none);
    }
    Evaluation evaluation = new Evaluation(model, workers);
    double error = error(evaluation, train, weights);
    double validation = unseen == null ? Double.NaN : error(evaluation, unseen, null);
    double distance = evaluation.operatorDistance(evaluationOfExact);
    return new Measures(
        error,
        validation,
        ratio(error, exactError),
        ratio(validation, exactValidationError),
        distance,
        distance * distance / model.rank(),
        embedding,
        eigenvalueDifference(model),
        trueGap(model));
  }

  private double error(Evaluation evaluation, Rows rows, double[] rowWeights) {
    return mean == null
        ? evaluation.error(rows, rowWeights)
        : evaluation.error(rows, rowWeights, mean);
  }

  private static double ratio(double value, double of) {
    return of > 0 ? value / of : Double.NaN;
  }

  private Matrix scores(KernelPcaModel model) {
    Rows rows = unseen == null ? train : unseen;
    return ModelScorer.of(model, Precision.DOUBLE, rows.count(), workers).scoreScaled(rows);
  }

  private double trueGap(KernelPcaModel model) {
    if (model.report().certificate() == null) {
      return Double.NaN;
    }
    double best = 0;
    for (int i = 0; i < Math.min(exact.rank(), model.rank()); i++) {
      best += exact.eigenvalues()[i];
    }
    return 1 - model.report().certificate().value("capturedVariance") / best;
  }

  private double eigenvalueDifference(KernelPcaModel model) {
    return eigenvalueDifference(exact, model);
  }

  /** |lambda - lambda~| / |lambda|, Euclidean norms over the exact model's components. */
  public static double eigenvalueDifference(KernelPcaModel exact, KernelPcaModel model) {
    double[] values = exact.eigenvalues();
    double[] differences = values.clone();
    for (int i = 0; i < Math.min(exact.rank(), model.rank()); i++) {
      differences[i] -= model.eigenvalues()[i];
    }
    try (Workers workers = Workers.of(1)) {
      Blas blas = workers.blas(); // its norms do not overflow
      return blas.norm(values.length, differences, 0) / blas.norm(values.length, values, 0);
    }
  }

  /**
   * min_A |O - O~ A|_F / |O|_F: what of exact's scores is not a linear image of the model's, by an
   * orthonormal basis of the columns of O~. Small columns count like large ones, since A may
   * stretch them as it likes.
   */
  public static double embeddingDifference(Matrix exactScores, Matrix modelScores) {
    try (Workers workers = Workers.of(1)) {
      return embeddingDifference(exactScores, modelScores, workers.blas());
    }
  }

  private static double embeddingDifference(Matrix exactScores, Matrix modelScores, Blas blas) {
    double[] wanted = exactScores.values();
    double size = blas.norm(wanted.length, wanted, 0);
    return ColumnSpan.of(modelScores, blas).distance(exactScores.columns(), wanted) / size;
  }

  /** The exact model that others are compared with. */
  public KernelPcaModel exact() {
    return exact;
  }

  @Override
  public String toString() {
    return "comparison with " + exact;
  }
}
