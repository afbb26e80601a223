package dev.mercer.use.classify;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;

/**
 * Multinomial logistic regression with a ridge on the weights [RK section 9 classifies embeddings
 * with it]: the minimum of
 *
 * <pre>
 * (1/n) sum_i -log p(class of i | x_i) + ridge/2 sum_k |w_k|^2,   p(k | x) ~ exp(w_k . x + b_k)
 * </pre>
 *
 * <p>The intercepts b are not penalized. This is also the minimum of scikit-learn's
 * LogisticRegression with {@code multi_class="multinomial"} and C = 1 / (n ridge). Two classes need
 * no special case: their solution is that of binary logistic regression on w_1 - w_0 with half the
 * ridge.
 *
 * <ol>
 *   <li>columns are centered and divided by s_j = sqrt(h variance_j + ridge), where h = (K - 1) /
 *       K^2 is the curvature of the loss at equal probabilities. This is only a change of
 *       variables, w_j = v_j / s_j; it makes the diagonal of the Hessian about one, whatever the
 *       units of the columns
 *   <li>{@link Lbfgs} from zero, with {@link SoftmaxLoss} and, if the Hessian is small, with the
 *       Hessian as its metric ({@link SoftmaxMetric}), because classes that can almost be separated
 *       would otherwise take thousands of steps
 *   <li>weights are converted back to the units of the rows; intercepts are shifted so that their
 *       sum is zero
 * </ol>
 *
 * Cost: 4 n d K flops and n K exponentials per iteration, of which there are some dozens; memory
 * for one copy of the rows. The division into blocks follows from n alone and sums are taken in the
 * order of the blocks, so the number of threads changes no bit. Fails ({@link NumericalException})
 * if the gradient stays above {@value #ACCEPTED} after {@value #MOST_ITERATIONS} iterations, which
 * means that the ridge is far too small for classes that can be separated.
 */
public final class LogisticRegression {

  /** The largest entry of the gradient at the end, in scaled variables; losses are about one. */
  static final double TOLERANCE = 1e-9;

  /** A gradient this small is accepted when rounding prevents less; accuracies do not show it. */
  static final double ACCEPTED = 1e-5;

  static final int MOST_ITERATIONS = 10_000;

  private final Matrix weights;
  private final double[] intercepts;
  private final int iterations;
  private final double gradientNorm;
  private final Workers workers;
  private final Blas blas;

  private LogisticRegression(
      Matrix weights, double[] intercepts, Lbfgs.Result result, Workers workers) {
    this.weights = weights;
    this.intercepts = intercepts;
    this.iterations = result.iterations();
    this.gradientNorm = result.gradientNorm();
    this.workers = workers;
    this.blas = workers.blas();
  }

  /**
   * Learns to tell classes apart by the columns of the rows.
   *
   * @param rows one per sample
   * @param labels one per row, of at least two classes
   * @param ridge positive; 1 / (n C) in the notation of scikit-learn
   * @param threads how many to use; results do not depend on it
   */
  public static LogisticRegression fit(Matrix rows, ClassLabels labels, double ridge, int threads) {
    require(rows, labels);
    if (!(ridge > 0) || Double.isInfinite(ridge)) {
      throw new IllegalArgumentException(
          "ridge = "
              + ridge
              + " is not a positive number; without a ridge classes that can be separated have no"
              + " finite solution, 1 / n is a usual one");
    }
    if (labels.classes() < 2) {
      throw new IllegalArgumentException(
          "all rows are of class "
              + labels.names().get(0)
              + "; logistic regression needs at least two classes");
    }
    Workers workers = Workers.of(threads); // kept for predictions
    int classes = labels.classes();
    Standardization columns = Standardization.of(rows, classes, ridge);
    SoftmaxLoss loss =
        new SoftmaxLoss(columns.rows(), columns.penalties(), labels.codes(), classes, workers);
    Lbfgs.Metric metric =
        loss.unknowns() <= SoftmaxMetric.MOST_UNKNOWNS ? new SoftmaxMetric(loss, workers) : null;
    Lbfgs.Result result =
        Lbfgs.minimize(loss, metric, new double[loss.unknowns()], TOLERANCE, MOST_ITERATIONS);
    if (!(result.gradientNorm() <= ACCEPTED)) {
      throw new NumericalException(
          "logistic regression stopped after "
              + result.iterations()
              + " iterations with a gradient of "
              + result.gradientNorm()
              + ", more than "
              + ACCEPTED
              + "; raise the ridge, which is "
              + ridge);
    }
    return columns.unscaled(classes, result, workers);
  }

  private static void require(Matrix rows, ClassLabels labels) {
    if (rows.rows() != labels.rows()) {
      throw new IllegalArgumentException(
          labels.rows() + " labels for " + rows.rows() + " rows; give one a row");
    }
    if (rows.rows() == 0) {
      throw new IllegalArgumentException("there are no rows to learn from");
    }
    Finite.require(rows);
  }

  /** The weights, one row per class and one column per column of the rows. */
  public Matrix weights() {
    return weights;
  }

  /** The intercepts, one per class; their sum is zero. */
  public double[] intercepts() {
    return intercepts.clone();
  }

  /** The number of steps that the minimization took. */
  public int iterations() {
    return iterations;
  }

  /** The largest entry of the gradient at the end, in units of the loss per scaled weight. */
  public double gradientNorm() {
    return gradientNorm;
  }

  /** The probability of every class for every row, one column per class. */
  public Matrix probabilities(Matrix rows) {
    Matrix logits = logits(rows);
    double[] values = logits.values(); // made here, so they may be overwritten
    int classes = intercepts.length;
    for (int i = 0; i < rows.rows(); i++) {
      SoftmaxLoss.softmax(values, i * classes, classes);
    }
    return logits;
  }

  /** The most probable class of every row; ties go to the lowest class. */
  public int[] predict(Matrix rows) {
    Matrix logits = logits(rows);
    int[] result = new int[rows.rows()];
    for (int i = 0; i < result.length; i++) {
      for (int k = 1; k < intercepts.length; k++) {
        if (logits.get(i, k) > logits.get(i, result[i])) {
          result[i] = k;
        }
      }
    }
    return result;
  }

  private Matrix logits(Matrix rows) {
    int d = weights.columns();
    int classes = intercepts.length;
    if (rows.columns() != d) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the classifier was fitted on " + d);
    }
    double[] values = new double[Math.multiplyExact(rows.rows(), classes)];
    workers.run(
        (rows.rows() + SoftmaxLoss.BLOCK - 1) / SoftmaxLoss.BLOCK,
        (index, worker) -> {
          int first = index * SoftmaxLoss.BLOCK;
          int count = Math.min(SoftmaxLoss.BLOCK, rows.rows() - first);
          for (int i = first; i < first + count; i++) {
            System.arraycopy(intercepts, 0, values, i * classes, classes);
          }
          View x = View.of(rows.values(), rows.rows(), d).rows(first, count);
          View logits = View.of(values, rows.rows(), classes).rows(first, count);
          blas.add(1, x, View.of(weights.values(), classes, d).t(), logits);
        });
    return Matrix.wrap(rows.rows(), classes, values);
  }

  /**
   * The rows with centered and scaled columns and a last column of ones, and how to convert back.
   *
   * @param rows (x - mean) / scale, then 1
   * @param penalties of the scaled weights, one per column: ridge / scale^2, but 0 for the last
   */
  record Standardization(Matrix rows, double[] mean, double[] scale, double[] penalties) {

    static Standardization of(Matrix rows, int classes, double ridge) {
      int n = rows.rows();
      int d = rows.columns();
      double[] mean = new double[d];
      double[] variance = new double[d];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          mean[j] += rows.get(i, j);
        }
      }
      for (int j = 0; j < d; j++) {
        mean[j] /= n; // the mean of equal numbers is that number: a constant column becomes zero
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          double deviation = rows.get(i, j) - mean[j];
          variance[j] += deviation * deviation / n;
        }
      }
      double curvature = (classes - 1.0) / classes / classes;
      double[] scale = new double[d];
      for (int j = 0; j < d; j++) {
        scale[j] = Math.sqrt(curvature * variance[j] + ridge);
        if (Double.isInfinite(scale[j])) {
          throw new NumericalException(
              "the variance of column " + j + " overflows; scale the rows down");
        }
      }
      double[] values = new double[Math.multiplyExact(n, d + 1)];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          values[i * (d + 1) + j] = (rows.get(i, j) - mean[j]) / scale[j];
        }
        values[i * (d + 1) + d] = 1;
      }
      double[] penalties = new double[d + 1];
      for (int j = 0; j < d; j++) {
        penalties[j] = ridge / scale[j] / scale[j];
      }
      return new Standardization(Matrix.wrap(n, d + 1, values), mean, scale, penalties);
    }

    LogisticRegression unscaled(int classes, Lbfgs.Result result, Workers workers) {
      int d = mean.length;
      double[] weights = new double[classes * d];
      double[] intercepts = new double[classes];
      double sum = 0;
      for (int k = 0; k < classes; k++) {
        intercepts[k] = result.point()[k * (d + 1) + d];
        for (int j = 0; j < d; j++) {
          weights[k * d + j] = result.point()[k * (d + 1) + j] / scale[j];
          intercepts[k] -= weights[k * d + j] * mean[j];
        }
        sum += intercepts[k];
      }
      for (int k = 0; k < classes; k++) {
        intercepts[k] -= sum / classes;
      }
      return new LogisticRegression(Matrix.wrap(classes, d, weights), intercepts, result, workers);
    }
  }
}
