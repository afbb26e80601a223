package dev.mercer.use;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Workers;
import dev.mercer.linalg.Matrix;
import dev.mercer.linalg.NumericalException;
import java.util.Arrays;

/**
 * Multinomial logistic regression with a ridge on the weights [RK sec. 9 classifies embeddings with
 * it]: the minimum of
 *
 * <pre>
 * (1/n) sum_i -log p(class of i | x_i) + ridge/2 sum_k |w_k|^2,   p(k | x) ~ exp(w_k . x + b_k)
 * </pre>
 *
 * <p>The intercepts b are not penalized. It is the minimum of scikit-learn's LogisticRegression
 * with {@code multi_class="multinomial"} and C = 1 / (n ridge). Two classes are no case of their
 * own: their solution is that of binary logistic regression on w_1 - w_0 with half the ridge.
 *
 * <ol>
 *   <li>columns are centered and divided by s_j = sqrt(h variance_j + ridge), h = (K - 1) / K^2 the
 *       curvature of the loss at equal probabilities: only a change of variables, w_j = v_j / s_j,
 *       it makes the Hessian's diagonal about one whatever the units of the columns
 *   <li>{@link Lbfgs} from zero; value and gradient by two matrix products a block of rows
 *   <li>weights back in the units of the rows; intercepts so that their sum is zero
 * </ol>
 *
 * Cost: 4 n d K flops and n K exponentials an iteration, some dozens of them; memory one copy of
 * the rows. The grid of blocks follows from n alone and sums are taken in its order, so the number
 * of threads changes no bit. Fails ({@link NumericalException}) where the gradient stays above
 * {@value #ACCEPTED} after {@value #MOST_ITERATIONS} iterations: a ridge far too small for classes
 * that can be separated.
 */
public final class LogisticRegression {

  /** Of the largest entry of the gradient, in the scaled variables, where losses are about one. */
  static final double TOLERANCE = 1e-9;

  /** Good to more digits than accuracies have; what rounding may keep an unlucky fit from. */
  static final double ACCEPTED = 1e-5;

  static final int MOST_ITERATIONS = 10_000;

  /** Rows of one product: their probabilities stay in the cache. */
  private static final int BLOCK = 512;

  /** Each task owns a gradient: their number is bounded so that memory does not grow with n. */
  private static final int MOST_TASKS = 64;

  private final Matrix weights;
  private final double[] intercepts;
  private final int iterations;
  private final double gradientNorm;
  private final Workers workers;
  private final Blas blas = Backend.instance().blas();

  private LogisticRegression(
      Matrix weights, double[] intercepts, Lbfgs.Result result, Workers workers) {
    this.weights = weights;
    this.intercepts = intercepts;
    this.iterations = result.iterations();
    this.gradientNorm = result.gradientNorm();
    this.workers = workers;
  }

  /**
   * @param rows one a sample
   * @param labels as many, of at least two classes
   * @param ridge positive; 1 / (n C) in scikit-learn's words
   * @param workers also used by {@link #predict}: keep them open
   */
  public static LogisticRegression fit(
      Matrix rows, ClassLabels labels, double ridge, Workers workers) {
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
    int classes = labels.classes();
    Standardization columns = Standardization.of(rows, classes, ridge);
    Objective objective = new Objective(columns, labels.codes(), classes, ridge, workers);
    Lbfgs.Result result =
        Lbfgs.minimize(objective, new double[objective.unknowns()], TOLERANCE, MOST_ITERATIONS);
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

  /** One row a class, one column a column of the rows. */
  public Matrix weights() {
    return weights;
  }

  /** One a class; their sum is zero. */
  public double[] intercepts() {
    return intercepts.clone();
  }

  /** Steps the minimization took. */
  public int iterations() {
    return iterations;
  }

  /** Largest entry of the gradient where it ended, in units of the loss per scaled weight. */
  public double gradientNorm() {
    return gradientNorm;
  }

  /** Probability of every class for every row: one row each, one column a class. */
  public Matrix probabilities(Matrix rows) {
    Matrix logits = logits(rows);
    double[] values = logits.values(); // made here, not seen by anyone else yet
    int classes = intercepts.length;
    for (int i = 0; i < rows.rows(); i++) {
      softmax(values, i * classes, classes);
    }
    return logits;
  }

  /** The most probable class of every row; ties go to the lowest. */
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
        (rows.rows() + BLOCK - 1) / BLOCK,
        (index, worker) -> {
          int first = index * BLOCK;
          int count = Math.min(BLOCK, rows.rows() - first);
          for (int i = first; i < first + count; i++) {
            System.arraycopy(intercepts, 0, values, i * classes, classes);
          }
          double[] x = rows.values();
          double[] w = weights.values();
          int at = first * classes;
          blas.gemm(
              false, true, count, classes, d, 1, x, first * d, d, w, 0, d, 1, values, at, classes);
        });
    return Matrix.wrap(rows.rows(), classes, values);
  }

  /**
   * Logits become probabilities.
   *
   * @return the logarithm of the sum of their exponentials
   */
  private static double softmax(double[] values, int at, int classes) {
    double most = values[at];
    for (int k = 1; k < classes; k++) {
      most = Math.max(most, values[at + k]);
    }
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      values[at + k] = Math.exp(values[at + k] - most);
      sum += values[at + k];
    }
    for (int k = 0; k < classes; k++) {
      values[at + k] /= sum;
    }
    return most + Math.log(sum);
  }

  /**
   * The rows with centered and scaled columns, and the way back.
   *
   * @param rows (x - mean) / scale
   */
  private record Standardization(Matrix rows, double[] mean, double[] scale) {

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
        mean[j] /= n; // of equal numbers that number, so that a constant column becomes zero
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
      double[] values = new double[n * d];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          values[i * d + j] = (rows.get(i, j) - mean[j]) / scale[j];
        }
      }
      return new Standardization(Matrix.wrap(n, d, values), mean, scale);
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

  /** The penalized loss of the scaled rows; an unknown v_kj a class and column, then c_k. */
  static final class Objective implements Lbfgs.Objective {

    private final double[] x;
    private final double[] scale;
    private final int[] codes;
    private final int n;
    private final int d;
    private final int classes;
    private final double ridge;
    private final Workers workers;
    private final int tasks;
    private final int rowsOfTask;
    private final double[][] gradients;
    private final double[] losses;
    private final double[][] blocks;
    private final Blas blas = Backend.instance().blas();

    private Objective(
        Standardization columns, int[] codes, int classes, double ridge, Workers workers) {
      this.x = columns.rows().values();
      this.scale = columns.scale();
      this.codes = codes;
      this.n = columns.rows().rows();
      this.d = columns.rows().columns();
      this.classes = classes;
      this.ridge = ridge;
      this.workers = workers;
      this.tasks = Math.min(MOST_TASKS, (n + BLOCK - 1) / BLOCK);
      this.rowsOfTask = (n + tasks - 1) / tasks;
      this.gradients = new double[tasks][unknowns()];
      this.losses = new double[tasks];
      this.blocks = new double[workers.threads()][BLOCK * classes];
    }

    static Objective of(Matrix rows, ClassLabels labels, double ridge, Workers workers) {
      Standardization columns = Standardization.of(rows, labels.classes(), ridge);
      return new Objective(columns, labels.codes(), labels.classes(), ridge, workers);
    }

    int unknowns() {
      return Math.multiplyExact(classes, d + 1);
    }

    @Override
    public double evaluate(double[] point, double[] gradient) {
      workers.run(
          tasks,
          (index, worker) -> {
            Arrays.fill(gradients[index], 0);
            losses[index] = 0;
            int end = (int) Math.min(n, (index + 1L) * rowsOfTask);
            for (int first = index * rowsOfTask; first < end; first += BLOCK) {
              add(index, first, Math.min(BLOCK, end - first), point, blocks[worker]);
            }
          });
      double loss = 0;
      Arrays.fill(gradient, 0);
      for (int index = 0; index < tasks; index++) {
        loss += losses[index] / n;
        for (int u = 0; u < gradient.length; u++) {
          gradient[u] += gradients[index][u] / n;
        }
      }
      for (int k = 0; k < classes; k++) {
        for (int j = 0; j < d; j++) {
          int u = k * (d + 1) + j;
          double weight = point[u] / scale[j];
          loss += ridge / 2 * weight * weight;
          gradient[u] += ridge * weight / scale[j];
        }
      }
      return loss;
    }

    /** Adds the losses and gradients of some rows to those of a task. */
    private void add(int task, int first, int count, double[] point, double[] block) {
      int width = d + 1;
      for (int i = 0; i < count; i++) {
        for (int k = 0; k < classes; k++) {
          block[i * classes + k] = point[k * width + d];
        }
      }
      int at = first * d;
      // block: logits, then probabilities, then probabilities less the ones of the labels
      blas.gemm(false, true, count, classes, d, 1, x, at, d, point, 0, width, 1, block, 0, classes);
      double[] gradient = gradients[task];
      for (int i = 0; i < count; i++) {
        int own = i * classes + codes[first + i];
        double logit = block[own];
        losses[task] += softmax(block, i * classes, classes) - logit;
        block[own] -= 1;
        for (int k = 0; k < classes; k++) {
          gradient[k * width + d] += block[i * classes + k];
        }
      }
      blas.gemm(
          true, false, classes, d, count, 1, block, 0, classes, x, at, d, 1, gradient, 0, width);
    }
  }
}
