package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/** {@link BlockRows} in single precision. */
public final class FloatPairedRows extends BlockRows<float[], FloatPointBlock> {

  /** Reads all rows once to compute their norms. */
  public FloatPairedRows(Rows rows, FloatKernelBlock block, double[] shift, Workers workers) {
    super(rows, block, shift, workers);
  }
}
