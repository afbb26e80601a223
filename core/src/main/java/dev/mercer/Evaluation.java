package dev.mercer;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.internal.problem.Indefinite;
import dev.mercer.internal.rows.RowSlice;

/**
 * How well a model's axes represent rows, by definition (SK section 6.1).
 *
 * <p>With Y the uncentred scores A' k(P, x), mu the center and G = A' K_PP A, the mean squared
 * error of x - X x over the rows is that of k(x,x) - 2 mu(x) + |mu|^2 - 2 |y - b|^2 + (y - b)' G (y
 * - b), b = A' k(P, mu). The center is the model's own, or the mean feature of given training rows,
 * which costs n_train (n + n_train) kernel values in tiles.
 *
 * <p>Under a kernel that may be indefinite these are the formulas as they stand: an error can be
 * negative and has no meaning as one ({@link Indefinite}). Under others it is negative by rounding
 * only; what n eps of the rows' own squared lengths accounts for is then 0.
 *
 * <p>All rows are given as the kernel sees them, after scaling.
 */
public final class Evaluation {

  private static final int BLOCK = 4096;

  private final KernelPcaModel model;
  private final Workers workers;
  private final Means means;
  private View axesGram; // p^2 kernel values: computed when first asked for, then kept

  /**
   * Evaluates one model.
   *
   * @param threads to work with; results do not depend on it
   */
  public Evaluation(KernelPcaModel model, int threads) {
    this(model, Workers.of(threads));
  }

  Evaluation(KernelPcaModel model, Workers workers) {
    this(model, workers, new Means());
  }

  private Evaluation(KernelPcaModel model, Workers workers, Means means) {
    if (model.frequencies() != null) {
      throw new IllegalArgumentException(
          "a model of random features cannot be evaluated: its axes are combinations of the random"
              + " features, not of the kernel's, so they have no error in the kernel's feature"
              + " space; evaluate a model of points, such as subset");
    }
    if (model.points() == null) {
      throw new IllegalArgumentException(
          "a model of a precomputed Gram matrix has no points to evaluate rows with");
    }
    this.model = model;
    this.workers = workers;
    this.means = means;
  }

  /** The mean of training rows, kept for other models of the kernel that are measured by it. */
  private static final class Means {
    private TrainingMean last;

    TrainingMean of(KernelPcaModel model, Rows rows, double[] weights, Workers workers) {
      if (last == null || !last.isOf(model.kernel(), rows, weights)) {
        last = new TrainingMean(model.kernel(), rows, weights, workers);
      }
      return last;
    }
  }

  /**
   * Evaluates another model; the mean of training rows that errors are centered by is computed once
   * for both where their kernels are the same.
   */
  public Evaluation with(KernelPcaModel other) {
    return new Evaluation(other, workers, means);
  }

  /**
   * Mean squared reconstruction error on rows, centered by the model's own center.
   *
   * @param weights of the rows, or null for ones
   */
  public double error(Rows rows, double[] weights) {
    int rank = model.rank();
    // The center as one more column: mu(x) = beta' k(P, x).
    boolean centered = model.centered();
    Matrix columns =
        centered ? withColumn(model.coefficients(), model.mean()) : model.coefficients();
    KernelScores scores = products(model.points(), columns, rows.count());
    double[] offset = model.offset();
    double[] gram = axesGram().rowMajor();
    return average(
        rows,
        weights,
        scores,
        (row, values, at, own) -> {
          double mean = centered ? values[at + rank] : 0;
          double squared = own - 2 * mean + model.meanSquaredNorm();
          return squared + projectionTerms(values, at, offset, gram);
        });
  }

  /** Mean squared reconstruction error on rows, centered by the mean feature of training rows. */
  public double error(Rows rows, double[] weights, Rows train, double[] trainWeights) {
    return model.centered()
        ? error(rows, weights, means.of(model, train, trainWeights, workers))
        : error(rows, weights);
  }

  /** The same for a mean that serves many models. */
  double error(Rows rows, double[] weights, TrainingMean mean) {
    if (!model.centered()) {
      return error(rows, weights);
    }
    Rows train = mean.rows();
    KernelScores scores = products(model.points(), model.coefficients(), train.count());
    View trainScores = View.zeros(train.count(), model.rank());
    scores.score(train, trainScores.values(), workers);
    double[] offset = mean.average(trainScores);
    double[] gram = axesGram().rowMajor();
    double[] means = mean.products(rows);
    return average(
        rows,
        weights,
        scores,
        (row, values, at, own) ->
            own - 2 * means[row] + mean.squaredNorm() + projectionTerms(values, at, offset, gram));
  }

  /**
   * |X - Q|_F between this model's operator X = U U* and that of another model of the same kernel;
   * NaN where a kernel that may be indefinite makes its square negative.
   */
  public double operatorDistance(Evaluation comparedWith) {
    KernelPcaModel other = comparedWith.model;
    Blas blas = workers.blas();
    View own = axesGram(); // U* U
    View others = comparedWith.axesGram(); // V* V
    View cross = innerProducts(other.points(), other.coefficients()); // U* V
    // |UU* - VV*|^2 = |U*U|^2 - 2 |U*V|^2 + |V*V|^2, Frobenius norms
    double squared = blas.dot(own, own) - 2 * blas.dot(cross, cross) + blas.dot(others, others);
    requireFinite("the squared distance of the operators", squared);
    return Math.sqrt(model.kernel().positiveSemidefinite() ? Math.max(0, squared) : squared);
  }

  private static double requireFinite(String what, double value) {
    if (!Double.isFinite(value)) {
      throw new NumericalException(
          what
              + " is "
              + value
              + ": kernel values, or the model's coefficients or center, are beyond the range of"
              + " double; scale the data, or check the model");
    }
    return value;
  }

  private interface RowError {
    double of(int row, double[] values, int at, double ownKernelValue);
  }

  private double average(Rows rows, double[] weights, KernelScores scores, RowError ofRow) {
    int columns = rows.columns();
    double sum = 0;
    double lengths = 0;
    double total = 0;
    double[] x = new double[columns];
    for (int first = 0; first < rows.count(); first += BLOCK) {
      int count = Math.min(BLOCK, rows.count() - first);
      Rows part = new RowSlice(rows, first, count);
      int width = scores.columns();
      double[] values = new double[count * width];
      scores.score(part, values, workers);
      for (int i = 0; i < count; i++) {
        rows.copy(first + i, 1, x, 0);
        double weight = weights == null ? 1 : weights[first + i];
        double own = model.kernel().value(x, x);
        sum += weight * ofRow.of(first + i, values, i * width, own);
        lengths += weight * own;
        total += weight;
      }
    }
    double error = requireFinite("the mean squared error", sum / total);
    double terms = model.points().count() + rows.count();
    double rounding = terms * Math.ulp(1.0) * lengths / total;
    boolean zero = model.kernel().positiveSemidefinite() && Math.abs(error) <= rounding;
    return zero ? Math.max(0, error) : error;
  }

  /** -2 |y - b|^2 + (y - b)' G (y - b). */
  private double projectionTerms(double[] values, int at, double[] offset, double[] gram) {
    int rank = offset.length;
    double result = 0;
    for (int c = 0; c < rank; c++) {
      double y = values[at + c] - offset[c];
      double product = -2 * y;
      for (int e = 0; e < rank; e++) {
        product += gram[c * rank + e] * (values[at + e] - offset[e]);
      }
      result += y * product;
    }
    return result;
  }

  /** K(x, points) times columns, without an offset. */
  private KernelScores products(Rows points, Matrix columns, long rowsExpected) {
    return new KernelScores(
        points,
        model.kernel(),
        columns,
        new double[columns.columns()],
        false,
        rowsExpected,
        workers);
  }

  /** G = A' K_PP A: the identity for orthonormal axes, but computed, not assumed. */
  private View axesGram() {
    if (axesGram == null) {
      axesGram = innerProducts(model.points(), model.coefficients());
    }
    return axesGram;
  }

  /** A' K_PQ B, the inner products of the model's axes with those of coefficients B on points Q. */
  private View innerProducts(Rows points, Matrix coefficients) {
    int p = model.points().count();
    View values = View.zeros(p, coefficients.columns()); // K_PQ B
    products(points, coefficients, p).score(model.points(), values.values(), workers);
    return workers.blas().product(View.of(model.coefficients()).t(), values);
  }

  private static Matrix withColumn(Matrix matrix, double[] column) {
    int width = matrix.columns() + 1;
    double[] values = new double[Math.multiplyExact(matrix.rows(), width)];
    for (int i = 0; i < matrix.rows(); i++) {
      System.arraycopy(matrix.values(), i * (width - 1), values, i * width, width - 1);
      values[i * width + width - 1] = column[i];
    }
    return Matrix.wrap(matrix.rows(), width, values);
  }
}
