package dev.mercer.internal.gram;

import dev.mercer.NumericalException;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.rows.RowPass;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * Whether kernel values are of a size that arithmetic can work with.
 *
 * <p>Double has 16 digits between 2.2e-308 and 1.8e308 only. Values below have fewer, so that a fit
 * of them would be noise with a correct look, and values above are infinite. A kernel's values are
 * never larger than those of points with themselves, where it is positive semidefinite, so these
 * decide: each must be finite, and their weighted sum, the trace of the Gram matrix, must be
 * between {@value #LEAST} and {@value #MOST}. All zero is allowed here: such data have no variance,
 * which the fit says.
 *
 * <p>Cost: one kernel value per row, or one in all for kernels of a distance.
 */
public final class KernelRange {

  /** The smallest trace whose last digits, at 1e-16 of it, are still digits. */
  public static final double LEAST = 1e-290;

  /** Sums over rows and components stay finite below this. */
  public static final double MOST = 1e300;

  private static final String REMEDY = "; scale the data or the weights, or choose another kernel";

  private KernelRange() {}

  /**
   * Fails with {@link NumericalException} where the range is left.
   *
   * @param weights of the rows, or null for ones
   */
  public static void require(Rows rows, double[] weights, Kernel kernel, Workers workers) {
    int n = rows.count();
    if (!kernel.hasPoints() && rows.columns() != n) {
      return; // no Gram matrix at all, which the fit refuses
    }
    double[] own = new double[n];
    if (KernelForm.of(kernel) instanceof PairForm pair && ofDistance(pair.pairing())) {
      Arrays.fill(own, pair.valueAt(0));
    } else {
      int step = rows.blockRows();
      int columns = rows.columns();
      RowPass.run(
          rows,
          workers,
          (block, count, values, offset) -> {
            double[] x = new double[columns];
            for (int i = 0; i < count; i++) {
              System.arraycopy(values, offset + i * columns, x, 0, columns);
              int row = block * step + i;
              own[row] = kernel.hasPoints() ? kernel.diagonal(x) : x[row];
            }
          });
    }
    double trace = 0;
    for (int i = 0; i < n; i++) {
      double weight = weights == null ? 1 : weights[i];
      if (weight > 0 && !Double.isFinite(own[i])) {
        throw new NumericalException(
            "the kernel value of row "
                + i
                + " with itself is "
                + own[i]
                + ", which is not finite"
                + REMEDY);
      }
      trace += weight > 0 ? weight * Math.abs(own[i]) : 0;
    }
    if (trace > MOST || (trace < LEAST && trace > 0)) {
      throw new NumericalException(
          "the weighted kernel values of the rows with themselves sum to "
              + trace
              + ", and double has too few digits outside "
              + LEAST
              + " to "
              + MOST
              + REMEDY);
    }
  }

  private static boolean ofDistance(Pairing pairing) {
    return pairing == Pairing.SQUARED_DISTANCE || pairing == Pairing.L1_DISTANCE;
  }
}
