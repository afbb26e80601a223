package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Maps;
import dev.mercer.kernel.Kernel;

/**
 * Looks whether rows are on a {@link Lattice}, by some of them: others are looked at one by one
 * when they are worked on.
 */
public final class Lattices {

  private static final int SAMPLE = 64;

  private Lattices() {}

  /** What computes kernel values with such rows: on their lattice where they are on one. */
  public static KernelBlock block(
      Rows rows, Kernel kernel, double[] shift, Maps maps, Backend backend) {
    Lattice lattice = of(rows, shift, backend);
    return new KernelBlock(kernel, rows.columns(), shift, lattice, maps, backend.blas());
  }

  /**
   * The lattice of the rows, or null for none.
   *
   * @param shift rows that are moved are on none; null if they are not
   */
  static Lattice of(Rows rows, double[] shift, Backend backend) {
    int columns = rows.columns();
    if (shift != null || columns < Lattice.LEAST_COLUMNS) {
      return null;
    }
    int count = Math.min(SAMPLE, rows.count());
    double[] sample = new double[count * columns];
    for (int i = 0; i < count; i++) {
      rows.copy((int) ((long) i * rows.count() / count), 1, sample, i * columns);
    }
    return Lattice.of(sample, count, columns, backend);
  }
}
