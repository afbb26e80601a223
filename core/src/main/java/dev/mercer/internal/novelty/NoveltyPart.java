package dev.mercer.internal.novelty;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.PartSums;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * The rows of a part, among those that lie in many places, that quantiles for novelty are taken
 * over: those whose keys ({@link NoveltyDraw}) are not above the largest one drawn. They are scored
 * where they lie, so that few numbers travel for each, whatever its length.
 *
 * <ol>
 *   <li>rows come block by block; of those that are equal one is kept, with the weight of all
 *   <li>blocks of the kept ones are scored ({@link NoveltyCoordinates})
 *   <li>the results of all parts {@linkplain #merge merge}, and {@link #quantiles} are those of a
 *       fit that has all rows at hand, to rounding
 * </ol>
 *
 * Cost: a hash per value of the rows, and the scores of those drawn; memory two blocks of rows. Not
 * thread-safe.
 */
public final class NoveltyPart {

  /** Numbers of a row that are not scores: its key, weight and number of equals; its distance. */
  private static final int BESIDES = 4;

  private final KernelPcaModel model;
  private final double largestKey;
  private final Workers workers;
  private final int most;
  private final double[] block; // rows kept since the last block was scored
  private int blockRows;
  private final double[][] keptOfBlock;
  private final TreeMap<Double, double[]> kept = new TreeMap<>(); // by key
  private NoveltyCoordinates coordinates; // once there is a row

  /**
   * @param model of a fit by the same seed
   * @param largestKey of the rows drawn among all
   */
  public NoveltyPart(KernelPcaModel model, double largestKey, Workers workers) {
    this.model = model;
    this.largestKey = largestKey;
    this.workers = workers;
    this.most = PartSums.blockRows(model.columns());
    this.block = new double[Math.multiplyExact(most, model.columns())];
    this.keptOfBlock = new double[most][];
  }

  /**
   * Looks at some rows.
   *
   * @param weights one per row, or null for ones
   */
  public void add(Rows rows, double[] weights) {
    int columns = rows.columns();
    double[] row = new double[columns];
    for (int i = 0; i < rows.count(); i++) {
      double weight = weights == null ? 1 : weights[i];
      if (weight > 0) {
        rows.copy(i, 1, row, 0);
        double key = NoveltyDraw.key(model.report().seed(), row, 0, columns);
        if (key <= largestKey) {
          keep(key, weight, row);
        }
      }
    }
  }

  private void keep(double key, double weight, double[] row) {
    double[] known = kept.get(key);
    if (known != null) {
      known[1] += weight;
      known[2]++;
      return;
    }
    double[] entry = new double[model.rank() + BESIDES];
    entry[0] = key;
    entry[1] = weight;
    entry[2] = 1;
    kept.put(key, entry);
    System.arraycopy(row, 0, block, blockRows * row.length, row.length);
    keptOfBlock[blockRows++] = entry;
    if (blockRows == most) {
      score();
    }
  }

  private void score() {
    if (blockRows == 0) {
      return;
    }
    if (coordinates == null) {
      coordinates = NoveltyCoordinates.planned(model, NoveltyDraw.MOST_ROWS, workers);
    }
    double[] values = Arrays.copyOf(block, blockRows * model.columns());
    NoveltyCoordinates.Block found =
        coordinates.of(DenseRows.wrap(blockRows, model.columns(), values));
    int rank = model.rank();
    for (int i = 0; i < blockRows; i++) {
      for (int c = 0; c < rank; c++) {
        keptOfBlock[i][3 + c] = found.scores().get(i, c);
      }
      keptOfBlock[i][3 + rank] = found.distances()[i];
    }
    blockRows = 0;
  }

  /** All rows kept, by ascending keys; nothing is to be added afterwards. */
  public double[] result() {
    score();
    return flat(kept, model.rank());
  }

  private static double[] flat(TreeMap<Double, double[]> entries, int rank) {
    int width = rank + BESIDES;
    double[] result = new double[Math.multiplyExact(entries.size(), width)];
    int at = 0;
    for (double[] entry : entries.values()) {
      System.arraycopy(entry, 0, result, at, width);
      at += width;
    }
    return result;
  }

  /** The results of two parts as one; an empty array is no part. */
  public static double[] merge(double[] one, double[] other, int rank) {
    if (one.length == 0 || other.length == 0) {
      return one.length == 0 ? other : one;
    }
    TreeMap<Double, double[]> entries = new TreeMap<>();
    for (double[] part : new double[][] {one, other}) {
      for (int at = 0; at < part.length; at += rank + BESIDES) {
        double[] entry = Arrays.copyOfRange(part, at, at + rank + BESIDES);
        double[] known = entries.putIfAbsent(entry[0], entry);
        if (known != null) {
          known[1] += entry[1];
          known[2] += entry[2];
        }
      }
    }
    return flat(entries, rank);
  }

  /** How many different rows a result has. */
  static int rows(double[] result, int rank) {
    return result.length / (rank + BESIDES);
  }

  /**
   * The quantiles over the rows of a result.
   *
   * @param scale of the model
   */
  static FitReport.NoveltyQuantiles quantiles(double[] result, int rank, NoveltyScale scale) {
    int rows = rows(result, rank);
    double[] scores = new double[rows * rank];
    double[] distances = new double[rows];
    double[] weights = new double[rows];
    long count = 0;
    for (int i = 0; i < rows; i++) {
      int at = i * (rank + BESIDES);
      weights[i] = result[at + 1];
      count += (long) result[at + 2];
      System.arraycopy(result, at + 3, scores, i * rank, rank);
      distances[i] = result[at + 3 + rank];
    }
    RowMeasures measures = RowMeasures.of(rows);
    scale.measure(
        new NoveltyCoordinates.Block(Matrix.wrap(rows, rank, scores), distances), measures, 0);
    return TrainingQuantiles.of(measures, weights, count);
  }
}
