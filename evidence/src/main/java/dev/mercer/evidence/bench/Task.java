package dev.mercer.evidence.bench;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Scaling;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Exact;

/**
 * Rows and the kernel that is applied to them.
 *
 * @param standard whether columns are scaled to mean 0 and standard deviation 1
 * @param kernel the kernel; a width of {@code auto} is computed from the rows, always in the same
 *     way
 */
public record Task(BenchData data, boolean standard, String kernel) {

  public DenseRows load(BenchCase.Setting setting, int quickRows) {
    DenseRows rows = setting.slice(data, quickRows).load(setting.data(), Precision.DOUBLE);
    return standard
        ? DenseRows.copyOf(new ScaledRows(rows, Scaling.learn("standard", rows, null)))
        : rows;
  }

  /** The exact model. Its kernel has the width that {@code auto} stands for. */
  public KernelPcaModel exact(DenseRows rows, boolean center, int rank) {
    return KernelPca.with(KernelSpec.parse(kernel))
        .center(center)
        .rank(rank)
        .method(Exact.auto())
        .fit(rows);
  }
}
