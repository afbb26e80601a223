package dev.mercer;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Workers;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.ScaledRows;
import dev.mercer.gram.KernelScores;
import dev.mercer.kernel.FourierFeatures;
import dev.mercer.kernel.Linear;
import dev.mercer.linalg.Matrix;

/**
 * Scores blocks of rows with one model.
 *
 * <p>Random features are computed in double whatever the precision: one product and a cosine each.
 *
 * <p>A linear kernel's points collapse into one vector a component, w = P' A, so that scoring costs
 * d flops a component however many points there are.
 */
public final class Scorer {

  /** Features of a block of rows: enough for GEMM, few enough for the cache. */
  private static final int FEATURE_VALUES = 1 << 18;

  private final KernelPcaModel model;
  private final Workers workers;
  private final KernelScores scores;
  private final double[] axes;
  private final Blas blas = Backend.instance().blas();

  Scorer(KernelPcaModel model, Precision precision, long rowsExpected, Workers workers) {
    this.model = model;
    this.workers = workers;
    boolean linear = model.kernel() instanceof Linear;
    this.axes = linear ? linearAxes(model) : null;
    this.scores =
        linear || model.points() == null || model.features() != null
            ? null
            : new KernelScores(
                model.points(),
                model.kernel(),
                model.coefficients(),
                model.offset(),
                precision == Precision.FLOAT,
                rowsExpected,
                workers);
  }

  /** Scores of rows as they come, before scaling. */
  public Matrix score(Rows rows) {
    if (rows.columns() != model.columns()) {
      throw new IllegalArgumentException(
          "the rows have "
              + rows.columns()
              + (model.points() == null && model.features() == null
                  ? " kernel values, the model was fitted on "
                  : " columns, the model expects ")
              + model.columns());
    }
    return scoreScaled(model.scaling() == null ? rows : new ScaledRows(rows, model.scaling()));
  }

  /** Scores of rows the model's scaling was applied to already. */
  public Matrix scoreScaled(Rows rows) {
    int rank = model.rank();
    double[] result = new double[Math.multiplyExact(rows.count(), rank)];
    if (model.features() != null) {
      scoreFeatures(rows, model.features(), result);
    } else if (scores != null) {
      scores.score(rows, result, workers);
    } else if (axes != null) {
      multiply(rows, axes, result);
    } else {
      multiply(rows, model.coefficients().values(), result);
    }
    return Matrix.wrap(rows.count(), rank, result);
  }

  /** Y = Z A - 1 b' for the features Z of the rows. */
  private void scoreFeatures(Rows rows, FourierFeatures features, double[] into) {
    int rank = model.rank();
    int d = rows.columns();
    int width = features.count();
    double[] offset = model.offset();
    double[] factor = model.coefficients().values();
    int step = Math.max(1, Math.min(rows.blockRows(), FEATURE_VALUES / width));
    double[][] blocks = new double[workers.threads()][];
    double[][] mapped = new double[workers.threads()][];
    workers.run(
        (rows.count() + step - 1) / step,
        (index, worker) -> {
          if (blocks[worker] == null) {
            blocks[worker] = new double[step * d];
            mapped[worker] = new double[step * width];
          }
          int first = index * step;
          int count = Math.min(step, rows.count() - first);
          rows.copy(first, count, blocks[worker], 0);
          features.map(count, blocks[worker], 0, mapped[worker], 0);
          for (int i = 0; i < count; i++) {
            for (int c = 0; c < rank; c++) {
              into[(first + i) * rank + c] = -offset[c];
            }
          }
          double[] z = mapped[worker];
          int at = first * rank;
          blas.gemm(
              false, false, count, rank, width, 1, z, 0, width, factor, 0, rank, 1, into, at, rank);
        });
  }

  /** P' A, d x r. */
  private double[] linearAxes(KernelPcaModel linear) {
    int d = linear.columns();
    int rank = linear.rank();
    double[] result = new double[d * rank];
    int step = linear.points().blockRows();
    double[] block = new double[step * d];
    for (int first = 0; first < linear.points().count(); first += step) {
      int count = Math.min(step, linear.points().count() - first);
      linear.points().copy(first, count, block, 0);
      Backend.instance()
          .blas()
          .gemm(
              true,
              false,
              d,
              rank,
              count,
              1,
              block,
              0,
              d,
              linear.coefficients().values(),
              first * rank,
              rank,
              1,
              result,
              0,
              rank);
    }
    return result;
  }

  /** Y = X F - 1 b' for a factor F with one row a column of X. */
  private void multiply(Rows rows, double[] factor, double[] into) {
    int columns = rows.columns();
    int rank = model.rank();
    double[] offset = model.offset();
    int step = rows.blockRows();
    workers.run(
        (rows.count() + step - 1) / step,
        (index, worker) -> {
          int first = index * step;
          int count = Math.min(step, rows.count() - first);
          double[] block = new double[count * columns];
          rows.copy(first, count, block, 0);
          for (int i = 0; i < count; i++) {
            for (int c = 0; c < rank; c++) {
              into[(first + i) * rank + c] = -offset[c];
            }
          }
          blas.gemm(
              false,
              false,
              count,
              rank,
              columns,
              1,
              block,
              0,
              columns,
              factor,
              0,
              rank,
              1,
              into,
              first * rank,
              rank);
        });
  }
}
