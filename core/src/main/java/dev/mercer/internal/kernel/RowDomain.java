package dev.mercer.internal.kernel;

import dev.mercer.data.Rows;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.kernel.Kernel;
import java.util.List;

/**
 * Refuses rows on which a kernel is not defined: kernels of histograms do not accept negative
 * values. Every row is read once, but only for kernels that are not defined everywhere.
 */
public final class RowDomain {

  private static final double ANY = Double.NEGATIVE_INFINITY;

  private RowDomain() {}

  /**
   * @param first the number of the first row, for messages
   * @param names the names of the columns; null to use their numbers
   * @throws IllegalArgumentException for the first value that is not allowed; the message contains
   *     its row and column
   */
  public static void require(Rows rows, long first, Kernel kernel, List<String> names) {
    double least =
        KernelForm.of(kernel)
            .leaves()
            .mapToDouble(leaf -> leaf instanceof PairForm pair ? pair.leastCoordinate() : ANY)
            .max()
            .orElse(ANY);
    if (least == ANY) {
      return;
    }
    int columns = rows.columns();
    int step = rows.blockRows();
    double[] values = new double[Math.min(step, rows.count()) * columns];
    for (int from = 0; from < rows.count(); from += step) {
      int count = Math.min(step, rows.count() - from);
      rows.copy(from, count, values, 0);
      for (int k = 0; k < count * columns; k++) {
        if (values[k] < least) {
          int column = k % columns;
          throw new IllegalArgumentException(
              "row "
                  + (first + from + k / columns)
                  + ", column '"
                  + (names == null ? Integer.toString(column) : names.get(column))
                  + "' is "
                  + values[k]
                  + ", but the kernel "
                  + kernel.spec()
                  + " takes no value below "
                  + Numbers.text(least)
                  + "; take histograms or counts, scale each column from 0 to 1, or choose another"
                  + " kernel");
        }
      }
    }
  }
}
