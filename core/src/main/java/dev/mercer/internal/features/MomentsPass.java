package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;

/**
 * One pass over all rows: their features through landmarks, the moments of these, and sampled
 * columns of the residual R = K - F F'. Where much time is won and little accuracy lost, {@link
 * RawPass} does the same without the features.
 *
 * <ol>
 *   <li>chunks of {@value #CHUNK} rows; in each, blocks in parallel: kernel values, features,
 *       scalar sums, and the residual's sampled columns, or the kernel values that {@link
 *       ResidualColumns} makes them of in the end, where enough is left for a difference
 *   <li>then S += F'F of the chunk, tiles of S in parallel
 *   <li>sums over blocks are taken in the order of the rows
 * </ol>
 *
 * So the bits do not depend on the number of threads. Cost: n m kernel values, 2 n k^2 flops;
 * memory a chunk of features and S.
 */
public final class MomentsPass {

  private static final int CHUNK = 4 * GramColumns.BLOCK_ROWS;
  private static final int TILE = 256;

  private final GramColumns gram;
  private final double[] weights;
  private final Landmarks landmarks;
  private final LandmarkFactor factor;
  private final Blas blas;
  private int[] sampledRows;
  private GramColumns.Columns sampled;
  private double[] sampledFeatures;
  private double[] sampledSquares;
  private double[] sampledSums;
  private double[] sampledProducts;

  /**
   * @param weights of the rows, or null for ones
   */
  public MomentsPass(
      GramColumns gram, double[] weights, Landmarks landmarks, LandmarkFactor factor) {
    this.gram = gram;
    this.weights = weights;
    this.landmarks = landmarks;
    this.factor = factor;
    this.blas = gram.workers().blas();
  }

  /**
   * Bytes of a pass with so many landmarks and sampled columns, and of the kernel values for it.
   */
  public static long bytes(
      Rows rows, Kernel kernel, int landmarks, int sampledColumns, int threads) {
    long chunk = Math.min(CHUNK, rows.count());
    int sampled = Math.min(sampledColumns, rows.count());
    long throughFeatures =
        GramColumns.bytes(rows, kernel, landmarks, threads)
            + GramColumns.columnBytes(rows, kernel, sampled, threads)
            + LandmarkMoments.bytes(landmarks)
            + 8L * (chunk + 1) * landmarks
            + 8L * threads * Math.min(GramColumns.BLOCK_ROWS, chunk) * landmarks
            + 8L * chunk * sampled
            + 2L * 8 * sampled * landmarks
            + 8L * 8 * (landmarks + sampled);
    return Math.max(
        throughFeatures, RawPass.bytes(rows, kernel, landmarks, sampledColumns, threads));
  }

  /**
   * Also computes, for some columns j of the residual, |W^1/2 R e_j|^2, 1'W R e_j and F'W R e_j.
   *
   * @param rowNumbers the columns
   * @param features their features, one row a column of R
   */
  public MomentsPass sampling(int[] rowNumbers, double[] features) {
    this.sampledRows = rowNumbers.clone();
    this.sampled = gram.of(sampledRows);
    this.sampledFeatures = features;
    return this;
  }

  /** The same for columns of points that need not be among these rows. */
  public MomentsPass sampling(Rows points, double[] features) {
    this.sampled = gram.of(points);
    this.sampledFeatures = features;
    return this;
  }

  /** |W^1/2 R e_j|^2 of the sampled columns, after {@link #run}. */
  public double[] sampledSquares() {
    return sampledSquares;
  }

  /** 1'W R e_j of the sampled columns, after {@link #run}. */
  public double[] sampledSums() {
    return sampledSums;
  }

  /** F'W R e_j of the sampled columns, k x columns, after {@link #run}. */
  public double[] sampledProducts() {
    return sampledProducts;
  }

  /** Scalar sums of one block. */
  private static final class BlockSums {
    long rows;
    double weight;
    double own;
    double missed;
    double roots;
    double[] sums;
    double[] squares;
    double[] columnSums;
  }

  /** Reads all rows. */
  public LandmarkMoments run() {
    if (sampledRows != null
        && RawPass.worth(gram.size(), factor.rank())
        && !LandmarkFeatures.kept(landmarks, factor)) {
      RawPass raw = new RawPass(gram, weights, landmarks, factor, sampledRows, sampledFeatures);
      LandmarkMoments moments = raw.possible() ? raw.run() : null;
      if (moments != null) {
        sampledSquares = raw.sampledSquares();
        sampledSums = raw.sampledSums();
        sampledProducts = raw.sampledProducts();
        return moments;
      }
    }
    return throughFeatures();
  }

  /** Reads all rows and computes their features, whatever the landmarks are. */
  public LandmarkMoments throughFeatures() {
    boolean afterwards =
        sampledRows != null
            && RawMoments.leavesEnough(factor, gram.diagonalOf(sampledRows), sampledFeatures);
    LandmarkMoments moments = throughFeatures(afterwards);
    // Rarely: rounding turned out to matter.
    return afterwards && !residualColumns(moments) ? throughFeatures(false) : moments;
  }

  /**
   * @param afterwards whether the sampled columns are summed as kernel values, for {@link
   *     #residualColumns}
   */
  private LandmarkMoments throughFeatures(boolean afterwards) {
    int n = gram.size();
    int k = factor.rank();
    LandmarkFeatures source = new LandmarkFeatures(gram, landmarks, factor);
    if (sampled != null) {
      sampledSquares = new double[sampled.count()];
      sampledSums = new double[sampled.count()];
      sampledProducts = new double[k * sampled.count()];
    }
    double[] own = gram.diagonal();
    LandmarkMoments moments = new LandmarkMoments(k);
    Workers workers = gram.workers();
    // Weights are multiplied in, which must not be done where the features are kept.
    RowFeatures inPlace = weights == null ? source.inPlace() : null;
    // One row more than used: the BLAS binding wants whole rows behind every view of columns.
    int room = inPlace == null ? Math.min(n, CHUNK) + 1 : 0;
    double[] buffer = new double[Math.multiplyExact(room, Math.max(k, 1))];
    int q = sampled == null ? 0 : sampled.count();
    double[] residuals = new double[Math.min(n, CHUNK) * q];
    int rows;
    for (int chunk = 0; chunk < n; chunk += rows) {
      int from = chunk;
      rows = Math.min(CHUNK, inPlace == null ? n - chunk : inPlace.together(chunk));
      double[] features = inPlace == null ? buffer : inPlace.array(chunk);
      int at = inPlace == null ? 0 : inPlace.offset(chunk);
      int step = inPlace == null ? k : inPlace.stride();
      int height = rows;
      int blocks = (rows + GramColumns.BLOCK_ROWS - 1) / GramColumns.BLOCK_ROWS;
      BlockSums[] sums = new BlockSums[blocks];
      workers.run(
          blocks,
          (block, worker) -> {
            int first = block * GramColumns.BLOCK_ROWS;
            int count = Math.min(GramColumns.BLOCK_ROWS, height - first);
            int start = at + first * step;
            if (inPlace == null) {
              source.fill(from + first, count, features, start, worker);
            }
            sums[block] = new BlockSums();
            if (sampled != null) {
              sampled.fill(from + first, count, residuals, first * q, worker);
              if (!afterwards) {
                subtractKnown(count, features, start, step, residuals, first * q);
              }
              addColumns(from + first, count, residuals, first * q, sums[block]);
            }
            addRows(from + first, count, features, start, step, own, sums[block]);
          });
      for (BlockSums part : sums) {
        moments.addSums(part.rows, part.weight, part.own, part.missed, part.roots, part.sums);
        for (int j = 0; j < q; j++) {
          sampledSquares[j] += part.squares[j];
          sampledSums[j] += part.columnSums[j];
        }
      }
      addSecond(moments.secondArray(), k, rows, features, at, step, workers);
      if (sampled != null) {
        addProduct(k, rows, features, at, step, residuals, 0, q, q, sampledProducts, workers);
      }
    }
    return moments;
  }

  /** Sums over rows, which are then multiplied by the roots of their weights. */
  private void addRows(
      int first, int count, double[] features, int at, int step, double[] own, BlockSums result) {
    int k = factor.rank();
    result.sums = new double[k];
    for (int i = 0; i < count; i++) {
      double weight = weights == null ? 1 : weights[first + i];
      int row = at + i * step;
      double squared = factor.inner(features, row, features, row);
      if (weights == null) {
        for (int c = 0; c < k; c++) {
          result.sums[c] += features[row + c];
        }
      } else {
        double root = Math.sqrt(weight);
        for (int c = 0; c < k; c++) {
          double value = features[row + c];
          result.sums[c] += weight * value;
          features[row + c] = root * value;
        }
      }
      double left = own[first + i] - squared;
      double missed = factor.signed() ? Math.abs(left) : Math.max(0, left);
      result.rows += weight > 0 ? 1 : 0;
      result.weight += weight;
      result.own += weight * own[first + i];
      result.missed += weight * missed;
      result.roots += weight * Math.sqrt(missed);
    }
  }

  /** Sampled columns of K over some rows become those of R. */
  private void subtractKnown(
      int count, double[] features, int at, int step, double[] out, int outAt) {
    int k = factor.rank();
    int q = sampled.count();
    View own = View.at(features, at, count, k, step);
    blas.add(-1, own, View.of(sampledFeatures, q, k).t(), View.at(out, outAt, count, q, q));
  }

  /** Multiplies sampled columns by W^1/2; their squares and weighted sums. */
  private void addColumns(int first, int count, double[] out, int outAt, BlockSums result) {
    int q = sampled.count();
    result.squares = new double[q];
    result.columnSums = new double[q];
    for (int i = 0; i < count; i++) {
      double root = weights == null ? 1 : Math.sqrt(weights[first + i]);
      for (int j = 0; j < q; j++) {
        double value = root * out[outAt + i * q + j];
        out[outAt + i * q + j] = value;
        result.squares[j] += value * value;
        result.columnSums[j] += root * value;
      }
    }
  }

  /** What was sampled of K becomes what it says of R; false if rounding may have spoiled it. */
  private boolean residualColumns(LandmarkMoments moments) {
    int k = factor.rank();
    int q = sampled.count();
    double[] sums = moments.mean();
    for (int c = 0; c < k; c++) {
      sums[c] *= moments.weightSum();
    }
    // As in RawMoments: additions that a term goes through, those within a chunk and one for each.
    double chain = CHUNK + Math.ceil((double) gram.size() / GramColumns.BLOCK_ROWS);
    double unit = Math.max(chain, 2 * Math.sqrt(chain * k)) * Math.ulp(1.0);
    ResidualColumns columns =
        new ResidualColumns(
            k,
            q,
            sampledFeatures,
            moments.second(false),
            k,
            sums,
            ResidualColumns.transposed(q, k, sampledProducts),
            0,
            k,
            sampledSquares,
            sampledSums,
            unit,
            blas);
    sampledSquares = columns.squares();
    sampledSums = columns.sums();
    sampledProducts = ResidualColumns.transposed(k, q, columns.products());
    return columns.good();
  }

  /**
   * P += F'X, tiles of features in parallel.
   *
   * @param features F, rows x k, {@code step} apart from {@code at} on, and room for a row more
   * @param x rows x columns from {@code xAt} on, rows {@code xStride} apart
   * @param product P, k x columns, row-major
   */
  public static void addProduct(
      int k,
      int rows,
      double[] features,
      int at,
      int step,
      double[] x,
      int xAt,
      int xStride,
      int columns,
      double[] product,
      Workers workers) {
    Blas blas = workers.blas();
    workers.run(
        (k + TILE - 1) / TILE,
        (index, worker) -> {
          int from = index * TILE;
          int count = Math.min(TILE, k - from);
          View some = View.at(features, at + from, rows, count, step);
          View result = View.of(product, k, columns).rows(from, count);
          blas.add(1, some.t(), View.at(x, xAt, rows, columns, xStride), result);
        });
  }

  /**
   * S += F'F by tiles of S in parallel, the lower triangle of tiles only.
   *
   * @param second S, k x k, row-major; only its lower triangle is written
   * @param features F, rows x k, row-major, and room for a row more
   */
  public static void addSecond(
      double[] second, int k, int rows, double[] features, Workers workers) {
    addSecond(second, k, rows, features, 0, k, workers);
  }

  /** The same for rows of F that are {@code step} apart from {@code at} on. */
  private static void addSecond(
      double[] second, int k, int rows, double[] features, int at, int step, Workers workers) {
    SecondTiles tiles = new SecondTiles(k, workers.blas());
    workers.run(
        tiles.count(), (index, worker) -> tiles.add(index, rows, features, at, step, second));
  }
}
