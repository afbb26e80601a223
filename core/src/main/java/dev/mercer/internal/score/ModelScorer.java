package dev.mercer.internal.score;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.explicit.ExactFeatures;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.explicit.FeatureScores;
import dev.mercer.internal.fastsum.FastScores;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.internal.gram.RowScores;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.internal.kernel.RowDomain;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.Optional;

/**
 * Scores blocks of rows with one model, in the way that is cheapest for it:
 *
 * <ul>
 *   <li>{@link FourierScores} for a model of random features
 *   <li>{@link PrecomputedScores} where rows hold kernel values already
 *   <li>{@link FeatureScores} where the kernel has M features z(x), few enough: the points collapse
 *       into one vector per component, W = Z(P)' A, so that scoring costs M flops per component
 *       however many points there are. For the linear kernel W = P' A.
 *   <li>{@link KernelScores} else, by the kernel values with all points
 *   <li>{@link FastScores} before these, in double, where points of few coordinates are so many
 *       that fast sums may pay
 * </ul>
 *
 * Single precision is for kernel values alone; all else is computed in double.
 */
public final class ModelScorer {

  /** Points above which fast sums may pay. */
  private static final int MANY_POINTS = 5000;

  private static final int ROWS_OF_FAST_SUMS = 1 << 18;

  /** Fast sums may take this part of the heap. */
  private static final int HEAP_SHARE = 4;

  private final KernelPcaModel model;
  private final RowScores scores;
  private final Workers workers;

  private ModelScorer(KernelPcaModel model, RowScores scores, Workers workers) {
    this.model = model;
    this.scores = scores;
    this.workers = workers;
  }

  /**
   * A scorer for many calls: what the model has is made ready once.
   *
   * @param rowsExpected about how many rows will be scored in all
   * @param workers used by every call: keep them open
   */
  public static ModelScorer of(
      KernelPcaModel model, Precision precision, long rowsExpected, Workers workers) {
    long forSums = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    return new ModelScorer(
        model, scores(model, precision, rowsExpected, forSums, workers), workers);
  }

  /** The same in double without fast sums, so that its memory is known before it is made. */
  public static ModelScorer planned(KernelPcaModel model, long rowsExpected, Workers workers) {
    return new ModelScorer(
        model, scores(model, Precision.DOUBLE, rowsExpected, 0, workers), workers);
  }

  /**
   * @param forSums bytes that fast sums may take
   */
  private static RowScores scores(
      KernelPcaModel model, Precision precision, long rowsExpected, long forSums, Workers workers) {
    Matrix coefficients = model.coefficients();
    double[] offset = model.offset();
    if (model.frequencies() != null) {
      return new FourierScores(FourierFeatures.of(model), coefficients, offset);
    }
    Rows points = model.points();
    if (points == null) {
      return new PrecomputedScores(coefficients, offset);
    }
    FeatureMap map = features(model.kernel(), points.count(), model.columns(), model.rank());
    if (map != null) {
      return new FeatureScores(map, points, coefficients, offset, workers);
    }
    boolean single = precision == Precision.FLOAT;
    RowScores exact =
        new KernelScores(
            points, model.kernel(), coefficients, offset, single, rowsExpected, workers);
    return single || forSums == 0
        ? exact
        : FastScores.before(
            exact, model.kernel(), points, coefficients, offset, rowsExpected, forSums);
  }

  /**
   * The features by which rows are scored instead of by kernel values with so many points; null
   * where the kernel has none, or so many that a product with them costs more.
   */
  public static FeatureMap features(Kernel kernel, long points, int columns, int components) {
    long rank = Math.max(1, components);
    long most = points * (columns + rank) / rank;
    return ExactFeatures.of(kernel, columns, (int) Math.min(most, Integer.MAX_VALUE));
  }

  /**
   * Bytes that a {@link #planned} scorer holds beside its model while it scores.
   *
   * @param points of the model, or random features
   * @param components scores of a row
   * @param rows of a call
   */
  public static long plannedBytes(
      Kernel kernel,
      int points,
      int columns,
      int components,
      boolean randomFeatures,
      int rows,
      int threads) {
    if (randomFeatures) {
      return FourierScores.bytes(points, columns, rows, threads);
    }
    if (!kernel.hasPoints()) {
      return PrecomputedScores.bytes(columns, rows, threads);
    }
    FeatureMap map = features(kernel, points, columns, components);
    return map != null
        ? FeatureScores.bytes(map, points, components, threads)
        : KernelScores.bytes(kernel, points, columns, rows, threads);
  }

  /**
   * Rows a call should have: the usual number, or many more where the points are many and fast sums
   * may serve, because these look at all points in every call.
   */
  public static int rowsAtOnce(KernelPcaModel model, int usual) {
    boolean fast =
        model.points() != null
            && model.frequencies() == null
            && model.points().count() > MANY_POINTS
            && FastSums.serves(model.kernel(), model.columns());
    return fast ? Math.max(usual, ROWS_OF_FAST_SUMS) : usual;
  }

  /** The fast sum that made the last scores; empty where kernel values did. */
  public Optional<KernelSum> fastSum() {
    return scores instanceof FastScores fast ? fast.used() : Optional.empty();
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
              + (model.points() == null && model.frequencies() == null
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
    if (model.points() != null) {
      RowDomain.require(rows, first, model.kernel(), model.featureNames());
    }
    scores.score(rows, result, workers);
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

  /** Y = -1 b', to which the product is added. */
  static void fillMinus(double[] offset, View y) {
    for (int i = 0; i < y.rows(); i++) {
      for (int c = 0; c < offset.length; c++) {
        y.values()[y.offset() + i * y.stride() + c] = -offset[c];
      }
    }
  }
}
