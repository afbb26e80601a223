package dev.mercer.internal.features;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import java.util.Optional;

/**
 * One pass over all rows that computes their features from landmarks, the moments of the features,
 * and sampled columns of the residual R = K - F F'. If that saves much time and loses little
 * accuracy, {@link RawPass} does the same without computing features.
 *
 * <ol>
 *   <li>the rows are read in chunks of {@value #CHUNK}; in each, blocks are processed in parallel:
 *       kernel values, features, scalar sums, and the sampled columns of the residual; if the
 *       residual is not too small to be computed as a difference, the sampled columns of K are
 *       summed instead, and {@link ResidualColumns} computes those of R from them at the end
 *   <li>then S += F'F of the chunk, tiles of S in parallel
 *   <li>sums over blocks are added in the order of the rows
 * </ol>
 *
 * So the bits do not depend on the number of threads. Cost: n m kernel values, 2 n k^2 flops;
 * memory for a chunk of features and S.
 */
public final class MomentsPass {

  private static final int CHUNK = 4 * GramColumns.BLOCK_ROWS;
  private static final int TILE = 256;

  private final LandmarkBasis basis;
  private final LandmarkFactor factor;
  private final Blas blas;
  private final GramColumns.Columns sampled; // null if none are sampled
  private final View sampledFeatures;
  private final boolean residual; // whether sampled columns are those of R, not of K

  private MomentsPass(LandmarkBasis basis, SampledRows sampled, boolean residual) {
    this.basis = basis;
    this.factor = basis.factor();
    this.blas = basis.gram().workers().blas();
    this.sampled = sampled == null ? null : columns(basis.gram(), sampled);
    this.sampledFeatures = sampled == null ? null : sampled.features();
    this.residual = residual;
  }

  private static GramColumns.Columns columns(GramColumns gram, SampledRows sampled) {
    return sampled.rows() != null ? gram.of(sampled.rows()) : gram.of(sampled.points());
  }

  /**
   * The sums that a pass over rows computes.
   *
   * @param moments of the features of the rows
   * @param columns |W^1/2 R e_j|^2, 1'W R e_j and F'W R e_j of the sampled columns; null if none
   *     were sampled
   */
  public record Sums(LandmarkMoments moments, ResidualColumns columns) {}

  /**
   * Bytes of a pass with this many landmarks and sampled columns, including those of its kernel
   * values.
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
   * Reads all rows.
   *
   * @param sampled the columns of the residual to sum as well; null for none
   */
  public static Sums over(LandmarkBasis basis, SampledRows sampled) {
    boolean raw =
        sampled != null
            && RawPass.worth(basis.gram().size(), basis.factor().rank())
            && !LandmarkFeatures.kept(basis.landmarks(), basis.factor());
    return (raw ? RawPass.prepared(basis, sampled) : Optional.<RawPass>empty())
        .flatMap(RawPass::run)
        .orElseGet(() -> throughFeatures(basis, sampled));
  }

  /**
   * Reads all rows and computes their features, even if {@link RawPass} could do without.
   *
   * @param sampled as for {@link #over}
   */
  public static Sums throughFeatures(LandmarkBasis basis, SampledRows sampled) {
    if (sampled != null && sampled.rows() != null) {
      double[] own = basis.gram().diagonalOf(sampled.rows());
      if (RawMoments.leavesEnough(basis.factor(), own, sampled.features())) {
        Sums ofKernel = new MomentsPass(basis, sampled, false).run();
        Optional<ResidualColumns> columns = residualColumns(basis, sampled, ofKernel);
        if (columns.isPresent()) {
          return new Sums(ofKernel.moments(), columns.get());
        }
        // This is rare: rounding turned out to matter, so the residual is computed directly.
      }
    }
    return new MomentsPass(basis, sampled, true).run();
  }

  /** Computes the sampled columns of R from those of K; empty if rounding may have spoiled them. */
  private static Optional<ResidualColumns> residualColumns(
      LandmarkBasis basis, SampledRows sampled, Sums ofKernel) {
    LandmarkMoments moments = ofKernel.moments();
    int k = basis.factor().rank();
    double[] sums = moments.mean();
    for (int c = 0; c < k; c++) {
      sums[c] *= moments.weightSum();
    }
    // As in RawMoments, the additions that a term goes through: those within a chunk and one per
    // block.
    double chain = CHUNK + Math.ceil((double) basis.gram().size() / GramColumns.BLOCK_ROWS);
    double unit = Math.max(chain, 2 * Math.sqrt(chain * k)) * Math.ulp(1.0);
    return ResidualColumns.of(
        sampled.features(),
        moments.second(false),
        sums,
        ofKernel.columns(),
        unit,
        basis.factor().blas());
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

  private Sums run() {
    GramColumns gram = basis.gram();
    int n = gram.size();
    int k = factor.rank();
    int q = sampled == null ? 0 : sampled.count();
    LandmarkFeatures source = basis.features();
    double[] squares = new double[q];
    double[] columnSums = new double[q];
    View products = View.zeros(k, q);
    double[] own = gram.diagonal();
    LandmarkMoments moments = new LandmarkMoments(k);
    View second = View.of(moments.secondArray(), k, k);
    Workers workers = gram.workers();
    // Rows are multiplied by their weights in place, which must not be done to features that are
    // kept.
    RowFeatures inPlace = basis.weights() == null ? source.inPlace() : null;
    // One row more than used, because the BLAS binding requires a full row after every view of
    // columns.
    int room = inPlace == null ? Math.min(n, CHUNK) + 1 : 0;
    double[] buffer = new double[Math.multiplyExact(room, Math.max(k, 1))];
    double[] sampledValues = new double[Math.min(n, CHUNK) * q];
    int rows;
    for (int chunk = 0; chunk < n; chunk += rows) {
      int from = chunk;
      rows = Math.min(CHUNK, inPlace == null ? n - chunk : inPlace.together(chunk));
      View features = inPlace == null ? View.of(buffer, rows, k) : inPlace.block(chunk, rows); // F
      View columns = View.of(sampledValues, rows, q);
      int blocks = (rows + GramColumns.BLOCK_ROWS - 1) / GramColumns.BLOCK_ROWS;
      BlockSums[] sums = new BlockSums[blocks];
      workers.run(
          blocks,
          (block, worker) -> {
            int first = block * GramColumns.BLOCK_ROWS;
            int count = Math.min(GramColumns.BLOCK_ROWS, features.rows() - first);
            View some = features.rows(first, count);
            if (inPlace == null) {
              source.fill(from + first, count, buffer, first * k, worker);
            }
            sums[block] = new BlockSums();
            if (sampled != null) {
              sampled.fill(from + first, count, sampledValues, first * q, worker);
              if (residual) {
                blas.add(-1, some, sampledFeatures.t(), columns.rows(first, count));
              }
              addColumns(from + first, count, sampledValues, first * q, sums[block]);
            }
            addRows(from + first, some, own, sums[block]);
          });
      for (BlockSums part : sums) {
        moments.addSums(part.rows, part.weight, part.own, part.missed, part.roots, part.sums);
        for (int j = 0; j < q; j++) {
          squares[j] += part.squares[j];
          columnSums[j] += part.columnSums[j];
        }
      }
      addSecond(second, features, workers);
      if (sampled != null) {
        addProduct(features, columns, products, workers);
      }
    }
    return new Sums(
        moments, sampled == null ? null : new ResidualColumns(squares, columnSums, products));
  }

  /** Computes sums over rows; then multiplies the rows by the square roots of their weights. */
  private void addRows(int first, View block, double[] own, BlockSums result) {
    int k = factor.rank();
    double[] features = block.values();
    result.sums = new double[k];
    for (int i = 0; i < block.rows(); i++) {
      double weight = basis.weight(first + i);
      int row = block.offset() + i * block.stride();
      double squared = factor.inner(features, row, features, row);
      if (basis.weights() == null) {
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

  /** Multiplies the sampled columns by W^1/2; computes their squares and weighted sums. */
  private void addColumns(int first, int count, double[] out, int outAt, BlockSums result) {
    int q = sampled.count();
    result.squares = new double[q];
    result.columnSums = new double[q];
    for (int i = 0; i < count; i++) {
      double root = Math.sqrt(basis.weight(first + i));
      for (int j = 0; j < q; j++) {
        double value = root * out[outAt + i * q + j];
        out[outAt + i * q + j] = value;
        result.squares[j] += value * value;
        result.columnSums[j] += root * value;
      }
    }
  }

  /**
   * P += F'X, tiles of features in parallel.
   *
   * @param features F, rows of an array that is at least one row longer
   * @param x X
   * @param product P
   */
  public static void addProduct(View features, View x, View product, Workers workers) {
    int k = features.columns();
    workers.run(
        (k + TILE - 1) / TILE,
        (index, worker) -> {
          int from = index * TILE;
          int count = Math.min(TILE, k - from);
          View some = features.columns(from, count);
          workers.blas().add(1, some.t(), x, product.rows(from, count));
        });
  }

  /**
   * S += F'F by tiles of S in parallel, only the lower triangle of tiles.
   *
   * @param second S, k x k; only its lower triangle is written
   * @param features F, rows of an array that is at least one row longer
   */
  public static void addSecond(View second, View features, Workers workers) {
    SecondTiles tiles = new SecondTiles(features.columns(), workers.blas());
    workers.run(tiles.count(), (index, worker) -> tiles.add(index, features, second));
  }
}
