package dev.mercer.app.cli.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.Plan;
import dev.mercer.app.cli.options.ModelOptions;
import dev.mercer.app.data.load.Loading;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.WidthSample;
import dev.mercer.kernel.KernelSpec;

/**
 * Rows whose number is known before they are read: the plan for them, and errors that can be
 * reported now, so that nothing large is read or generated in vain.
 *
 * @param heap the bytes of heap that a fit may plan with
 */
public record ExpectedRows(long rows, int columns, ModelOptions model, int threads, long heap) {

  /** A sample for a kernel width that is learned from data; plans do not depend on the width. */
  private static final Matrix ANY_SAMPLE = Matrix.wrap(2, 1, new double[] {0, 1});

  public ExpectedRows {
    if (rows > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          rows + " rows are more than one machine's fit takes (2^31 - 1); choose with --rows");
    }
  }

  /** The bytes of the rows themselves. */
  long bytes() {
    return rows * columns * Precision.named(model.wanted.precision).bytes();
  }

  /** Whether the rows go to a temporary file. */
  boolean inFile() {
    return model.streams() && !Loading.inMemory(bytes(), heap);
  }

  /** The plan for rows of which only the number is known. */
  Plan plan() {
    long held = inFile() ? 0 : bytes();
    KernelSpec kernel = model.kernelSpec();
    if (kernel.needsData()) {
      WidthSample.requireRoom(held, rows, columns, heap);
      kernel = KernelSpec.of(kernel.resolve(ANY_SAMPLE));
    }
    return model
        .settings((int) rows, kernel)
        .threads(threads)
        .memory(heap)
        .plan(new ShapeOnlyRows((int) rows, columns, held), null);
  }

  /**
   * Fails if the fit would fail: more components or landmarks than rows, or more memory than is
   * allowed. If the points themselves may decide how the fit is done, only the conditions of every
   * way are checked.
   */
  void requirePossible() {
    if (model.pointsMayDecide(rows, columns)) {
      requireLeast();
    } else {
      plan();
    }
  }

  /**
   * Checks what every way needs. A model of n points has n coefficients per component; a model of
   * landmarks has at least as many landmarks as components.
   */
  private void requireLeast() {
    int rank = model.wanted.rank == null ? 1 : model.wanted.rank;
    if (rank > rows) {
      throw new IllegalArgumentException(
          "rank = " + rank + " exceeds the " + rows + " rows; ask for at most " + rows);
    }
    long points = model.method.startsWith(MethodCatalog.EXACT) ? rows : rank;
    requireRoomFor(points, rank, heap - (inFile() ? 0 : bytes()));
  }

  /** Fails if this many numbers per point of a model do not fit in the memory. */
  public static void requireRoomFor(long points, int numbers, long memory) {
    long least = points > Long.MAX_VALUE / 8 / numbers ? Long.MAX_VALUE : 8 * points * numbers;
    if (least > memory) {
      throw new MemoryExceededException(
          numbers
              + " numbers for each of "
              + points
              + " points take at least "
              + Bytes.text(least)
              + " but "
              + Bytes.text(Math.max(0, memory))
              + " of heap are left beside the rows; take fewer rows or components",
          least);
    }
  }
}
