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
 * Data and the kernel they are seen through.
 *
 * @param standard whether columns are brought to mean 0 and standard deviation 1
 * @param kernel a width of {@code auto} is settled by the rows, always the same way
 */
public record Task(BenchData data, boolean standard, String kernel) {

  public DenseRows load(BenchCase.Setting setting, int quickRows) {
    DenseRows rows = setting.slice(data, quickRows).load(setting.data(), Precision.DOUBLE);
    return standard
        ? DenseRows.copyOf(new ScaledRows(rows, Scaling.learn("standard", rows, null)))
        : rows;
  }

  /** The exact model, which also has the kernel with its width settled. */
  public KernelPcaModel exact(DenseRows rows, boolean center, int rank) {
    return KernelPca.with(KernelSpec.parse(kernel))
        .center(center)
        .rank(rank)
        .method(Exact.auto())
        .fit(rows);
  }
}
