package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Maps;
import dev.mercer.kernel.Kernel;

/**
 * Finds out from a sample of the rows whether rows lie on a {@link Lattice}. Every block of rows is
 * checked again when it is loaded.
 */
public final class Lattices {

  private static final int SAMPLE = 64;

  private Lattices() {}

  /**
   * The object that computes kernel values with these rows; it uses their lattice if they are on
   * one.
   */
  public static KernelBlock block(
      Rows rows, Kernel kernel, double[] shift, Maps maps, Backend backend) {
    Lattice lattice = of(rows, shift, backend);
    return new KernelBlock(kernel, rows.columns(), shift, lattice, maps, backend.blas());
  }

  /**
   * The lattice of the rows, or null for none.
   *
   * @param shift what is subtracted from the rows, or null for nothing; shifted rows are on no
   *     lattice
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
