package dev.mercer.use.drive;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.ColumnMoments;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.spec.Numbers;
import java.util.Arrays;

/**
 * How the scores of a model change when a feature changes: the gradient of every score y_r(x) with
 * respect to the row x before the scaling of the model, and its averages over rows.
 *
 * <ol>
 *   <li>gradients in the coordinates of the kernel, block by block: {@link KernelGradients} or
 *       {@link FourierGradients}
 *   <li>the chain rule for the scaling: each column times its factor
 *   <li>for averages: sums, sums of magnitudes and sums of squares. The rows are divided into a
 *       fixed number of ranges whose sums are added up in order, so that the bits do not depend on
 *       the number of threads
 * </ol>
 *
 * For the linear kernel the gradient is the same at every row: the loadings of PCA.
 *
 * <p>Cost per pair of row and point: a kernel value, its derivative and 2 r d flops. Precomputed
 * kernels are refused because they have no features, and functions written by the caller because
 * their derivative is unknown.
 */
public final class ScoreGradients {

  /** The number of gradients per block (rows times components), enough for efficient products. */
  private static final int BLOCK_GRADIENTS = 240;

  /** The largest number of values in the gradients of a block, 16 MB; rows may be very wide. */
  private static final int BLOCK_VALUES = 1 << 21;

  /** The number of row ranges with sums of their own; fewer if the next limit is reached. */
  /** The number of row ranges with sums of their own. */
  private static final int STRETCHES = 32;

  private static final int SUM_VALUES = 1 << 24;

  private final KernelPcaModel model;
  private final Workers workers;
  private final BlockGradients blocks;
  private final int columns;
  private final int rank;
  private final double[] factor;
  private final int blockRows;

  private ScoreGradients(KernelPcaModel model, int threads) {
    this.model = model;
    this.workers = Workers.of(threads);
    this.blocks =
        model.frequencies() != null
            ? new FourierGradients(model, workers)
            : new KernelGradients(model, workers);
    this.columns = model.columns();
    this.rank = model.rank();
    this.factor = model.scaling() == null ? null : model.scaling().factor();
    int most = Math.min(BLOCK_GRADIENTS, BLOCK_VALUES / columns);
    this.blockRows = Math.max(1, most / Math.max(1, rank));
  }

  /**
   * Prepares the points of the model once, for many calls.
   *
   * @param threads how many to use; results do not depend on it
   * @throws IllegalArgumentException if the kernel is precomputed or has no known derivative
   */
  public static ScoreGradients of(KernelPcaModel model, int threads) {
    return new ScoreGradients(model, threads);
  }

  /**
   * The gradients at rows that are not yet scaled, in the units of the data: one row for each pair
   * of row and component, with those of a row adjacent, and one column per feature.
   */
  public Matrix at(Rows rows) {
    Rows scaled = scaled(rows);
    double[] result =
        new double[Math.multiplyExact(Math.multiplyExact(rows.count(), rank), columns)];
    Worker[] places = new Worker[workers.threads()];
    workers.run(
        (rows.count() + blockRows - 1) / blockRows,
        (index, thread) -> {
          Worker place = place(places, thread);
          int first = index * blockRows;
          int count = Math.min(blockRows, rows.count() - first);
          place.gradients(scaled, first, count);
          int length = count * rank * columns;
          System.arraycopy(place.gradients, 0, result, first * rank * columns, length);
        });
    return Matrix.wrap(rows.count() * rank, columns, result);
  }

  /**
   * What drives each component, averaged over rows that are not yet scaled.
   *
   * @param weights one per row, not negative; null if every row counts once
   * @throws NumericalException if gradients overflow
   */
  public FeatureDrive drive(Rows rows, double[] weights) {
    return driveScaled(scaled(rows), weights);
  }

  /**
   * What drives each component, averaged over rows to which the scaling of the model has already
   * been applied.
   */
  public FeatureDrive driveScaled(Rows rows, double[] asked) {
    requireRows(rows, asked);
    double[] weights = nearOne(asked);
    int size = rank * columns;
    int blocksInAll = (rows.count() + blockRows - 1) / blockRows;
    int stretches =
        Math.max(1, Math.min(Math.min(STRETCHES, blocksInAll), SUM_VALUES / 3 / Math.max(1, size)));
    Sums[] sums = new Sums[stretches];
    Worker[] places = new Worker[workers.threads()];
    workers.run(
        stretches,
        (index, thread) -> {
          Worker place = place(places, thread);
          sums[index] = new Sums(size);
          int first = (int) ((long) rows.count() * index / stretches);
          int end = (int) ((long) rows.count() * (index + 1) / stretches);
          for (int at = first; at < end; at += blockRows) {
            int count = Math.min(blockRows, end - at);
            place.gradients(rows, at, count);
            sums[index].add(place.gradients, count, weights, at);
          }
        });
    for (int index = 1; index < stretches; index++) {
      sums[0].merge(sums[index]);
    }
    sums[0].requireFinite(columns);
    double[] deviations = deviations(rows, weights);
    for (int f = 0; f < columns; f++) {
      if (!Double.isFinite(deviations[f])) {
        throw new NumericalException(
            "the squares of feature " + f + " are beyond double; scale the data");
      }
    }
    return sums[0].drive(rows.count(), rank, columns, deviations);
  }

  /**
   * How many rows each point of the model stands for, if it was fitted to a reduced set; null if
   * all points count the same, or if the weights belong to landmarks that are not the points.
   */
  public double[] pointWeights() {
    boolean own = model.points() != null && model.landmarks() == null;
    return model
        .report()
        .landmarkWeights()
        .filter(weights -> own && weights.length == model.points().count())
        .orElse(null);
  }

  private Rows scaled(Rows rows) {
    if (rows.columns() != columns) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the model expects " + columns);
    }
    Scaling scaling = model.scaling();
    return scaling == null ? rows : new ScaledRows(rows, scaling);
  }

  private void requireRows(Rows rows, double[] weights) {
    if (rows.columns() != columns) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the model expects " + columns);
    }
    if (rows.count() == 0) {
      throw new IllegalArgumentException("there are no rows to average over; give at least one");
    }
    if (weights == null) {
      return;
    }
    if (weights.length != rows.count()) {
      throw new IllegalArgumentException(
          weights.length + " weights for " + rows.count() + " rows; one a row is needed");
    }
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] >= 0) || Double.isInfinite(weights[i])) {
        throw new IllegalArgumentException(
            "the weight of row "
                + i
                + " is "
                + Numbers.text(weights[i])
                + "; weights are finite and not negative");
      }
    }
    if (!(Arrays.stream(weights).sum() > 0)) {
      throw new IllegalArgumentException("all weights are 0; at least one row must count");
    }
  }

  /** Only ratios of weights matter, and sums of very large ones overflow: over a power of two. */
  private static double[] nearOne(double[] weights) {
    if (weights == null) {
      return null;
    }
    int exponent = Math.getExponent(Arrays.stream(weights).max().orElse(1));
    return Arrays.stream(weights).map(weight -> Math.scalb(weight, -exponent)).toArray();
  }

  /** The standard deviations of the features in the units of the data. */
  private double[] deviations(Rows rows, double[] weights) {
    double[] row = new double[columns];
    rows.copy(0, 1, row, 0);
    ColumnMoments moments = new ColumnMoments(row.clone());
    for (int i = 0; i < rows.count(); i++) {
      double weight = weights == null ? 1 : weights[i];
      if (weight > 0) {
        rows.copy(i, 1, row, 0);
        moments.add(row, 0, weight);
      }
    }
    double[] result = new double[columns];
    for (int f = 0; f < columns; f++) {
      result[f] = moments.deviation(f) / (factor == null ? 1 : factor[f]);
    }
    return result;
  }

  private Worker place(Worker[] places, int thread) {
    if (places[thread] == null) {
      places[thread] = new Worker();
    }
    return places[thread];
  }

  /** The memory of one thread. */
  private final class Worker {
    private final BlockGradients.Place place = blocks.place(blockRows);
    private final double[] rows = new double[blockRows * columns];
    private final double[] gradients = new double[blockRows * rank * columns];

    void gradients(Rows scaled, int first, int count) {
      scaled.copy(first, count, rows, 0);
      place.gradients(rows, count, gradients);
      if (factor != null) {
        for (int i = 0; i < count * rank; i++) {
          for (int f = 0; f < columns; f++) {
            gradients[i * columns + f] *= factor[f];
          }
        }
      }
    }
  }

  /** Weighted sums of gradients, of their magnitudes and of their squares. */
  private static final class Sums {
    private final double[] signed;
    private final double[] absolute;
    private final double[] squared;
    private double weight;

    Sums(int size) {
      signed = new double[size];
      absolute = new double[size];
      squared = new double[size];
    }

    void add(double[] gradients, int count, double[] weights, int first) {
      int size = signed.length;
      for (int i = 0; i < count; i++) {
        double own = weights == null ? 1 : weights[first + i];
        weight += own;
        for (int k = 0; k < size; k++) {
          double gradient = gradients[i * size + k];
          signed[k] += own * gradient;
          absolute[k] += own * Math.abs(gradient);
          squared[k] += own * gradient * gradient;
        }
      }
    }

    void merge(Sums other) {
      weight += other.weight;
      for (int k = 0; k < signed.length; k++) {
        signed[k] += other.signed[k];
        absolute[k] += other.absolute[k];
        squared[k] += other.squared[k];
      }
    }

    void requireFinite(int columns) {
      for (int k = 0; k < squared.length; k++) {
        if (!Double.isFinite(squared[k])) {
          throw new NumericalException(
              "the squared gradient of component "
                  + (k / columns + 1)
                  + " by feature "
                  + k % columns
                  + " sums to "
                  + squared[k]
                  + "; scale the data or take a kernel that grows less");
        }
      }
    }

    FeatureDrive drive(int rows, int rank, int columns, double[] deviations) {
      for (int k = 0; k < signed.length; k++) {
        signed[k] /= weight;
        absolute[k] /= weight;
        squared[k] = Math.sqrt(squared[k] / weight);
      }
      return new FeatureDrive(
          rows,
          Matrix.wrap(rank, columns, signed),
          Matrix.wrap(rank, columns, absolute),
          Matrix.wrap(rank, columns, squared),
          deviations);
    }
  }
}
