package dev.mercer.use.drive;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelBlock;
import dev.mercer.internal.blocks.PairSlopes;
import dev.mercer.internal.blocks.PairedRows;
import dev.mercer.internal.blocks.PointBlock;
import dev.mercer.internal.blocks.Shift;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import java.util.Arrays;
import java.util.Objects;

/**
 * Gradients of scores made of kernel values, y_r(x) = sum_j A_jr k(p_j, x) - b_r. Let s, t, u and v
 * be the derivatives of the kernel by the squared distance, the inner product, the cosine (whose
 * value is c) and the L1 distance. Then
 *
 * <pre>grad k(p, x) = 2 s (x - p) + t p + u (p / (|x||p|) - c x / |x|^2) + v sign(x - p)</pre>
 *
 * so that all terms except the last are combinations of the points and of x, with the same factors
 * for every column:
 *
 * <ol>
 *   <li>pair values of a block of rows with a tile of points, then the derivatives by them
 *   <li>the weight of each point times its coefficients, one row for each pair of row and
 *       component; one product with the tile
 *   <li>the weight of x itself, one product with the coefficients
 *   <li>for L1 kernels: the signs of x minus the tile, row by row, and one product each; for
 *       kernels with a pair value of their own its derivatives, in the same way
 * </ol>
 *
 * The points are shifted by their mean if that saves digits ({@link Shift}): x - p is then the
 * difference of small numbers. At a zero row the cosine has no gradient and contributes none;
 * sign(0) is 0, the mean of both sides.
 *
 * <p>Cost per row: p kernel values with their derivatives and 2 r p d flops, for p points, r
 * components and d columns; L1 kernels take as much again, and cannot share work between rows.
 */
final class KernelGradients implements BlockGradients {

  /** Points per tile; fewer if they have many columns, so that a tile stays below 32 MB. */
  private static final int TILE = 504;

  private static final int TILE_VALUES = 1 << 22;

  /** The number of rows assumed, which only decides whether loops are worth compiling. */
  private static final int ROWS_EXPECTED = 1000;

  private final Rows points;
  private final int columns;
  private final int rank;
  private final double[] coefficients; // p x r
  private final double[] transposed; // r x p
  private final PairSlopes slopes;
  private final double[] shift;
  private final KernelBlock[] blocks; // one per kind of pair value; null if the kernel has none
  private final KernelBlock any;
  private final PairedRows paired;
  private final double[] norms; // of the points, for cosines; otherwise null
  private final int tile;
  private final Blas blas;

  KernelGradients(KernelPcaModel model, Workers workers) {
    this.slopes = PairSlopes.of(model.kernel());
    this.points = model.points();
    this.blas = workers.blas();
    this.columns = points.columns();
    this.rank = model.rank();
    this.coefficients = model.coefficients().values();
    this.transposed = model.coefficients().transpose().values();
    this.shift = Shift.choose(points, model.kernel(), workers);
    this.blocks = new KernelBlock[slopes.count()];
    long values = (long) ROWS_EXPECTED * points.count();
    for (int p = 0; p < blocks.length; p++) {
      if (p >= PairSlopes.SHARED) {
        PairForm own = slopes.own().get(p - PairSlopes.SHARED);
        blocks[p] = KernelBlock.ofPairValues(own, columns, shift, values, workers.backend());
      } else if (slopes.uses(Pairing.values()[p])) {
        Pairing shared = Pairing.values()[p];
        blocks[p] = KernelBlock.ofPairValues(shared, columns, shift, values, workers.backend());
      }
    }
    this.any = Arrays.stream(blocks).filter(Objects::nonNull).findFirst().orElseThrow();
    this.paired = new PairedRows(points, any, shift, workers);
    this.norms = slopes.uses(Pairing.COSINE) ? norms(points) : null;
    this.tile = Math.max(1, Math.min(TILE, TILE_VALUES / columns));
  }

  private double[] norms(Rows rows) {
    double[] result = new double[rows.count()];
    double[] row = new double[columns];
    for (int i = 0; i < result.length; i++) {
      rows.copy(i, 1, row, 0);
      result[i] = blas.norm(columns, row, 0);
    }
    return result;
  }

  @Override
  public Place place(int mostRows) {
    return new TilePlace(mostRows);
  }

  private final class TilePlace implements Place {
    private final PointBlock left = new PointBlock();
    private final PointBlock right = new PointBlock();
    private final double[] rightBuffer = new double[tile * columns];
    private final double[][] pairs = new double[blocks.length][];
    private final KernelBlock.Scratch[] scratch = new KernelBlock.Scratch[blocks.length];
    private final double[] fromPoints; // rows x tile: weight of each point
    private final double[] fromRow; // rows x tile: weight of x
    private final double[] fromShift; // rows x tile: weight of the shift
    private final double[][] byOther = new double[blocks.length][]; // rows x tile: weights
    private final double[] stacked; // (rows r) x tile
    private final double[] rowWeights; // rows x r
    private final double[] shiftWeights; // rows x r
    private final double[] derivatives; // tile x d, of L1 distances and kernels' own pair values
    private final double[] unshifted; // tile x d, the points as kernels with such values see them
    private final double[] pairValues = new double[blocks.length];
    private final double[] slope = new double[blocks.length];

    TilePlace(int mostRows) {
      left.values = new double[mostRows * columns];
      left.squaredNorms = new double[mostRows];
      left.shiftProducts = shift == null ? null : new double[mostRows];
      boolean others = false;
      for (int p = 0; p < blocks.length; p++) {
        if (blocks[p] != null) {
          pairs[p] = new double[mostRows * tile];
          scratch[p] = blocks[p].scratch(mostRows, tile);
          byOther[p] = pairByPair(p) ? new double[mostRows * tile] : null;
          others |= pairByPair(p);
        }
      }
      fromPoints = new double[mostRows * tile];
      fromRow = new double[mostRows * tile];
      fromShift = shift == null ? null : new double[mostRows * tile];
      stacked = new double[mostRows * rank * tile];
      rowWeights = new double[mostRows * rank];
      shiftWeights = shift == null ? null : new double[mostRows * rank];
      derivatives = others ? new double[tile * columns] : null;
      unshifted = shift != null && !slopes.own().isEmpty() ? new double[tile * columns] : null;
    }

    @Override
    public void gradients(double[] rows, int count, double[] into) {
      load(rows, count);
      int total = count * rank;
      Arrays.fill(into, 0, total * columns, 0);
      Arrays.fill(rowWeights, 0);
      if (shift != null) {
        Arrays.fill(shiftWeights, 0);
      }
      for (int from = 0; from < points.count(); from += tile) {
        int width = Math.min(tile, points.count() - from);
        paired.load(right, from, width, rightBuffer);
        for (int p = 0; p < blocks.length; p++) {
          if (blocks[p] != null) {
            blocks[p].evaluate(left, right, pairs[p], 0, width, false, scratch[p]);
          }
        }
        weigh(rows, count, from, width);
        stack(fromPoints, 0, count, from, width);
        View tilePoints = View.at(right.values, right.offset, width, columns, columns);
        blas.add(1, View.of(stacked, total, width), tilePoints, View.of(into, total, columns));
        times(fromRow, count, from, width, rowWeights);
        if (shift != null) {
          times(fromShift, count, from, width, shiftWeights);
        }
        for (int p = 0; p < byOther.length; p++) {
          if (byOther[p] != null) {
            addPairByPair(p, rows, count, from, width, into);
          }
        }
      }
      for (int i = 0; i < total; i++) {
        int row = i / rank * columns;
        for (int f = 0; f < columns; f++) {
          into[i * columns + f] +=
              rowWeights[i] * left.values[row + f]
                  + (shift == null ? 0 : shiftWeights[i] * shift[f]);
        }
      }
    }

    private void load(double[] rows, int count) {
      left.count = count;
      for (int i = 0; i < count * columns; i++) {
        left.values[i] = shift == null ? rows[i] : rows[i] - shift[i % columns];
      }
      any.norms(count, left.values, 0, left.squaredNorms, left.shiftProducts, 0);
    }

    /**
     * The weights of the point, the row, the shift and other derivatives in the gradient of each
     * kernel value.
     */
    private void weigh(double[] rows, int count, int from, int width) {
      for (int i = 0; i < count; i++) {
        double own = norms == null ? 0 : blas.norm(columns, rows, i * columns);
        for (int j = 0; j < width; j++) {
          int at = i * width + j;
          for (int p = 0; p < pairs.length; p++) {
            pairValues[p] = pairs[p] == null ? 0 : pairs[p][at];
          }
          slopes.at(pairValues, slope);
          double difference = 2 * slope[Pairing.SQUARED_DISTANCE.ordinal()];
          double point = slope[Pairing.INNER_PRODUCT.ordinal()];
          double row = 0;
          if (norms != null && own > 0 && norms[from + j] > 0) {
            double cosine = slope[Pairing.COSINE.ordinal()];
            point += cosine / own / norms[from + j];
            row -= cosine * pairValues[Pairing.COSINE.ordinal()] / own / own;
          }
          fromPoints[at] = point - difference;
          fromRow[at] = row + difference;
          if (shift != null) {
            fromShift[at] = point + row;
          }
          for (int p = 0; p < byOther.length; p++) {
            if (byOther[p] != null) {
              byOther[p][at] = slope[p];
            }
          }
        }
      }
    }

    /** Weights times coefficients of some rows, one row for each pair of row and component. */
    private void stack(double[] weights, int first, int count, int from, int width) {
      for (int i = 0; i < count; i++) {
        for (int c = 0; c < rank; c++) {
          int to = (i * rank + c) * width;
          int own = (first + i) * width;
          int factor = c * points.count() + from;
          for (int j = 0; j < width; j++) {
            stacked[to + j] = weights[own + j] * transposed[factor + j];
          }
        }
      }
    }

    private void times(double[] weights, int count, int from, int width, double[] into) {
      View a = View.at(coefficients, from * rank, width, rank, rank);
      blas.add(1, View.of(weights, count, width), a, View.of(into, count, rank));
    }

    /** Adds terms that are not combinations of points and rows: derivatives, row by row. */
    private void addPairByPair(
        int p, double[] rows, int count, int from, int width, double[] into) {
      for (int i = 0; i < count; i++) {
        if (p >= PairSlopes.SHARED) {
          ownDerivatives(slopes.own().get(p - PairSlopes.SHARED), rows, i, width);
        } else {
          signs(i, width);
        }
        stack(byOther[p], i, 1, from, width);
        View g = View.of(derivatives, width, columns);
        blas.add(
            1,
            View.of(stacked, rank, width),
            g,
            View.at(into, i * rank * columns, rank, columns, columns));
      }
    }

    private void signs(int row, int width) {
      for (int j = 0; j < width; j++) {
        for (int f = 0; f < columns; f++) {
          derivatives[j * columns + f] =
              Math.signum(
                  left.values[row * columns + f] - right.values[right.offset + j * columns + f]);
        }
      }
    }

    private void ownDerivatives(PairForm own, double[] rows, int row, int width) {
      double[] y = right.values;
      int yFrom = right.offset;
      if (unshifted != null) {
        y = unshifted;
        yFrom = 0;
        for (int k = 0; row == 0 && k < width * columns; k++) {
          // Shifting a point there and back may round it out of the domain of the kernel.
          double back = right.values[right.offset + k] + shift[k % columns];
          unshifted[k] = Math.max(own.leastCoordinate(), back);
        }
      }
      for (int j = 0; j < width; j++) {
        own.pairGradient(
            rows, row * columns, y, yFrom + j * columns, columns, derivatives, j * columns);
      }
    }
  }

  /** Whether the derivatives by this kind of pair value must be computed pair by pair. */
  private static boolean pairByPair(int p) {
    return p >= PairSlopes.SHARED || p == Pairing.L1_DISTANCE.ordinal();
  }
}
