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
 * Checks that kernel values have a size that floating-point arithmetic can work with.
 *
 * <p>A double has 16 digits only between 2.2e-308 and 1.8e308. Smaller values have fewer digits, so
 * a fit to them would look correct but be noise, and larger values are infinite. For a positive
 * semidefinite kernel, no value is larger than the largest value of a point with itself, so it is
 * enough to check these: each must be finite, and their weighted sum, the trace of the Gram matrix,
 * must be between {@value #LEAST} and {@value #MOST}. A sum of zero is allowed here: such data have
 * no variance, which the fit reports itself.
 *
 * <p>Cost: one kernel value per row, or a single one for kernels that depend on a distance.
 */
public final class KernelRange {

  /** The smallest trace allowed: a value 1e-16 times as large is still a normal number. */
  public static final double LEAST = 1e-290;

  /** Sums over rows and components stay finite below this. */
  public static final double MOST = 1e300;

  private static final String REMEDY = "; scale the data or the weights, or choose another kernel";

  private KernelRange() {}

  /**
   * Throws {@link NumericalException} if a value is outside the range.
   *
   * @param weights of the rows, or null for ones
   */
  public static void require(Rows rows, double[] weights, Kernel kernel, Workers workers) {
    int n = rows.count();
    if (!kernel.hasPoints() && rows.columns() != n) {
      return; // not a Gram matrix at all, which the fit refuses itself
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

  /**
   * Fails with {@link NumericalException} where squares of kernel values leave the range of double:
   * infinite ones never settle, and those of zero all tie.
   *
   * @param who what is done with them, with its subject
   * @param squares about how large they are
   * @param instead what may be taken instead
   */
  public static void requireSquares(String who, double squares, String instead) {
    if (!(squares >= LEAST && squares <= MOST)) {
      throw new NumericalException(
          who
              + " squares of kernel values, and these are about "
              + squares
              + ", beyond what double can hold; scale the data or the weights towards 1, or "
              + instead);
    }
  }

  private static boolean ofDistance(Pairing pairing) {
    return pairing == Pairing.SQUARED_DISTANCE || pairing == Pairing.L1_DISTANCE;
  }
}
