package dev.mercer.use.classify;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;

/**
 * The mean loss of multinomial logistic regression with a ridge, and its gradient:
 *
 * <pre>(1/n) sum_i (log sum_k exp(v_k . z_i) - v_own . z_i) + 1/2 sum_kj penalty_j v_kj^2</pre>
 *
 * <p>A block of rows takes two matrix products: the logits Z V', and R' Z, where R holds the
 * probabilities minus one at the label of each row. The division into blocks follows from n alone
 * and sums are taken in the order of the blocks, so the number of threads changes no bit. Cost: 4 n
 * w K flops and n K exponentials.
 */
final class SoftmaxLoss implements Lbfgs.Objective {

  /** Rows per product, so few that their probabilities stay in the cache. */
  static final int BLOCK = 512;

  /** Each task has its own gradient, so their number is limited: memory must not grow with n. */
  private static final int MOST_TASKS = 64;

  private final Matrix rows;
  private final double[] penalties;
  private final int[] codes;
  private final int classes;
  private final Workers workers;
  private final int tasks;
  private final int rowsOfTask;
  private final double[][] gradients;
  private final double[] losses;
  private final double[][] blocks;
  private final Blas blas;

  /**
   * @param rows z, n x w
   * @param penalties one per column
   * @param codes the class of each row
   */
  SoftmaxLoss(Matrix rows, double[] penalties, int[] codes, int classes, Workers workers) {
    int n = rows.rows();
    this.rows = rows;
    this.penalties = penalties;
    this.codes = codes;
    this.classes = classes;
    this.workers = workers;
    this.blas = workers.blas();
    this.tasks = Math.min(MOST_TASKS, (n + BLOCK - 1) / BLOCK);
    this.rowsOfTask = (n + tasks - 1) / tasks;
    this.gradients = new double[tasks][unknowns()];
    this.losses = new double[tasks];
    this.blocks = new double[workers.threads()][BLOCK * classes];
  }

  Matrix rows() {
    return rows;
  }

  double[] penalties() {
    return penalties;
  }

  int classes() {
    return classes;
  }

  /** K w unknowns; those of one class are adjacent. */
  int unknowns() {
    return Math.multiplyExact(classes, rows.columns());
  }

  @Override
  public double evaluate(double[] point, double[] gradient) {
    int n = rows.rows();
    int w = rows.columns();
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
    for (int u = 0; u < gradient.length; u++) {
      loss += penalties[u % w] / 2 * point[u] * point[u];
      gradient[u] += penalties[u % w] * point[u];
    }
    return loss;
  }

  /** Adds the losses and gradients of some rows to the sums of a task. */
  private void add(int task, int first, int count, double[] point, double[] block) {
    int w = rows.columns();
    logits(first, count, point, block, 0);
    for (int i = 0; i < count; i++) {
      int own = i * classes + codes[first + i];
      double logit = block[own];
      losses[task] += softmax(block, i * classes, classes) - logit;
      block[own] -= 1;
    }
    View gradient = View.of(gradients[task], classes, w);
    blas.add(1, View.of(block, count, classes).t(), some(first, count), gradient);
  }

  private void logits(int first, int count, double[] point, double[] into, int offset) {
    int w = rows.columns();
    View v = View.of(point, classes, w);
    blas.product(some(first, count), v.t(), View.at(into, offset, count, classes, classes));
  }

  /** Some rows of Z. */
  View some(int first, int count) {
    return View.of(rows.values(), rows.rows(), rows.columns()).rows(first, count);
  }

  /** The class probabilities of some rows, count x K, written from an offset on. */
  void probabilities(int first, int count, double[] point, double[] into, int offset) {
    logits(first, count, point, into, offset);
    for (int i = 0; i < count; i++) {
      softmax(into, offset + i * classes, classes);
    }
  }

  /**
   * Turns the logits of one row into probabilities.
   *
   * @return the logarithm of the sum of the exponentials of the logits
   */
  static double softmax(double[] values, int at, int classes) {
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
}
