package dev.mercer;

import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.ExactFeatures;
import dev.mercer.internal.fastsum.FastScores;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.FeatureMap;
import dev.mercer.internal.fastsum.FeatureScores;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.kernel.FourierFeatures;
import java.util.Arrays;

/**
 * Scores blocks of rows with one model.
 *
 * <p>Random features are computed in double whatever the precision: one product and a cosine each.
 *
 * <p>Where the kernel has M features z(x), the points collapse into one vector a component, W =
 * Z(P)' A, so that scoring costs M flops a component however many points there are; in double, too.
 * For the linear kernel W = P' A.
 *
 * <p>Kernels of few coordinates with many points are summed by {@link FastScores} where that is
 * faster.
 */
public final class Scorer {

  /** Features of a block of rows: enough for GEMM, few enough for the cache. */
  private static final int FEATURE_VALUES = 1 << 18;

  /** Points above which fast sums may pay. */
  private static final int MANY_POINTS = 5000;

  private static final int ROWS_OF_FAST_SUMS = 1 << 18;

  /** Fast sums may take this part of the heap. */
  private static final int HEAP_SHARE = 4;

  private final KernelPcaModel model;
  private final Workers workers;
  private final KernelScores scores;
  private final FeatureScores featureScores;
  private final FastScores fastScores;
  private final Blas blas = Backend.instance().blas();

  Scorer(KernelPcaModel model, Precision precision, long rowsExpected, Workers workers) {
    this.model = model;
    this.workers = workers;
    FeatureMap map = featureMapFor(model);
    this.featureScores =
        map == null
            ? null
            : new FeatureScores(map, model.points(), model.coefficients(), model.offset(), workers);
    this.scores =
        map != null || model.points() == null || model.features() != null
            ? null
            : new KernelScores(
                model.points(),
                model.kernel(),
                model.coefficients(),
                model.offset(),
                precision == Precision.FLOAT,
                rowsExpected,
                workers);
    this.fastScores =
        scores == null || precision == Precision.FLOAT
            ? null
            : FastScores.of(
                model.kernel(),
                model.points(),
                model.coefficients(),
                model.offset(),
                rowsExpected,
                Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /**
   * Rows a call should have: the usual number, or many more where the points are many and fast sums
   * may serve, because these look at all points in every call.
   */
  public static int rowsAtOnce(KernelPcaModel model, int usual) {
    boolean fast =
        model.points() != null
            && model.features() == null
            && model.points().count() > MANY_POINTS
            && FastSums.serves(model.kernel(), model.columns());
    return fast ? Math.max(usual, ROWS_OF_FAST_SUMS) : usual;
  }

  /** The fast sum that made the last scores; null where kernel values did. */
  public KernelSum fastSum() {
    return fastScores == null ? null : fastScores.used();
  }

  /**
   * Scores of rows as they come, before scaling. A row with a value that is not finite has scores
   * that are not; any other row has finite ones, or this fails with {@link NumericalException}.
   */
  public Matrix score(Rows rows) {
    return score(rows, 0);
  }

  /**
   * The same for a block of rows.
   *
   * @param first the number of its first row, for messages
   */
  public Matrix score(Rows rows, long first) {
    if (rows.columns() != model.columns()) {
      throw new IllegalArgumentException(
          "the rows have "
              + rows.columns()
              + (model.points() == null && model.features() == null
                  ? " kernel values, the model was fitted on "
                  : " columns, the model expects ")
              + model.columns());
    }
    Rows scaled = model.scaling() == null ? rows : new ScaledRows(rows, model.scaling());
    return scoreScaled(scaled, first);
  }

  /** Scores of rows the model's scaling was applied to already. */
  public Matrix scoreScaled(Rows rows) {
    return scoreScaled(rows, 0);
  }

  /** The same for a block of rows, with the number of its first row for messages. */
  public Matrix scoreScaled(Rows rows, long first) {
    int rank = model.rank();
    double[] result = new double[Math.multiplyExact(rows.count(), rank)];
    if (model.features() != null) {
      scoreFeatures(rows, model.features(), result);
    } else if (scores != null) {
      if (fastScores == null || !fastScores.score(rows, result, workers)) {
        scores.score(rows, result, workers);
      }
    } else if (featureScores != null) {
      featureScores.score(rows, result, workers);
    } else {
      multiply(rows, model.coefficients().values(), result);
    }
    requireFinite(rows, first, rank, result);
    return Matrix.wrap(rows.count(), rank, result);
  }

  private static void requireFinite(Rows rows, long first, int rank, double[] scores) {
    for (int at = 0; at < scores.length; at++) {
      if (!Double.isFinite(scores[at])) {
        int row = at / rank;
        if (!finite(rows, row)) {
          continue;
        }
        throw new NumericalException(
            "the score of row "
                + (first + row)
                + " in component "
                + (at % rank + 1)
                + " is "
                + scores[at]
                + ": kernel values of it or the model's coefficients are beyond the range of"
                + " double; scale the data, or check the model");
      }
    }
  }

  private static boolean finite(Rows rows, int row) {
    double[] values = new double[rows.columns()];
    rows.copy(row, 1, values, 0);
    return Arrays.stream(values).allMatch(Double::isFinite);
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

  /**
   * The features to score with: null where the kernel has none, or so many that a product with
   * them, M r flops a row, costs more than kernel values do, p (d + r) for p points.
   */
  private static FeatureMap featureMapFor(KernelPcaModel model) {
    if (model.points() == null || model.features() != null) {
      return null;
    }
    int d = model.columns();
    long rank = Math.max(1, model.rank());
    long most = model.points().count() * (d + rank) / rank;
    return ExactFeatures.of(model.kernel(), d, (int) Math.min(most, Integer.MAX_VALUE));
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
