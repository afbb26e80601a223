package dev.mercer;

import dev.mercer.data.Rows;
import java.util.List;

/** Finds the memory at which a plan changes from one operator to the next. */
final class Budgets {

  /** In the order in which they take more memory. */
  private static final List<String> OPERATORS = List.of("tiled", "refined", "stored");

  private Budgets() {}

  /** The smallest number of bytes for which the plan is this operator or one that takes more. */
  static long least(KernelPca pca, Rows rows, double[] weights, String operator) {
    int wanted = OPERATORS.indexOf(operator);
    long low = 0;
    long high = 1L << 40;
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (chosen(pca.memory(middle), rows, weights) >= wanted) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static int chosen(KernelPca pca, Rows rows, double[] weights) {
    try {
      return OPERATORS.indexOf(pca.plan(rows, weights).operator());
    } catch (MemoryExceededException e) {
      return -1;
    }
  }
}
