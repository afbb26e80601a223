package dev.mercer.use.discriminant;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.fit.LandmarkChoice;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Problem;
import java.util.Arrays;

/**
 * Rows as vectors, chosen so that an axis is a vector of the same space and the ridge penalizes its
 * squared length; and the means and scatters of some of these rows.
 *
 * <p>If the penalty is on the norm of an axis, a row is f = L^-1 h, where h are its kernel values
 * with the landmarks and K_y = L L' ({@link LandmarkFactor}); an axis v has the coefficients L^-T v
 * and the length |v|. If the penalty is on the coefficients, a row is h itself and v are the
 * coefficients. If all rows are landmarks, the features are the rows of L and no system needs to be
 * solved.
 *
 * <p>A mean is computed from h and converted to features once. A scatter is a sum over rows minus
 * their center, so nothing cancels. It is computed in chunks of {@value #CHUNK} rows: first blocks
 * of features in parallel, then tiles of the sum, so the bits do not depend on the number of
 * threads. Cost of a scatter: n m kernel values and 2 n m^2 flops; memory for one chunk.
 */
final class LabeledFeatures {

  private static final int BLOCK = GramColumns.BLOCK_ROWS;
  private static final int CHUNK = 8 * BLOCK;

  private final Workers workers;
  private final GramColumns gram;
  private final Landmarks landmarks;
  private final double[] weights;
  private final LandmarkFactor factor; // null if rows are represented by their kernel values
  private final int[] placeOfRow; // null unless all rows are landmarks
  private final GramColumns.Columns columns; // null if all rows are landmarks of a factor
  private final Blas blas;

  LabeledFeatures(Problem problem, LandmarkChoice chosen, boolean ofCoefficients, boolean all) {
    this.workers = problem.workers();
    this.blas = workers.blas();
    this.gram = chosen.gram();
    this.landmarks = chosen.landmarks();
    this.weights = problem.weights();
    this.factor =
        ofCoefficients
            ? null
            : LandmarkFactor.positivePart(
                landmarks.count(),
                landmarks.columns(gram).among(),
                problem.kernel().positiveSemidefinite(),
                blas);
    if (factor != null && all) {
      this.placeOfRow = new int[gram.size()];
      for (int place = 0; place < landmarks.count(); place++) {
        placeOfRow[landmarks.rows()[place]] = place;
      }
      this.columns = null;
    } else {
      this.placeOfRow = null;
      this.columns =
          factor == null ? landmarks.columns(gram) : landmarks.columns(gram, factor.order());
    }
  }

  /** The number k of entries of a row. */
  int size() {
    return factor == null ? landmarks.count() : factor.rank();
  }

  /** The number of landmarks left out of all axes, because they add nothing to the others. */
  int dropped() {
    return factor == null ? 0 : factor.dropped();
  }

  private double weight(int row) {
    return weights == null ? 1 : weights[row];
  }

  /** The weighted mean of some rows. */
  double[] mean(int[] rows) {
    int width = placeOfRow != null ? size() : columns.count();
    double[] sum = new double[width];
    double total = 0;
    for (int row : rows) {
      total += weight(row);
    }
    int blocksInChunk = CHUNK / BLOCK;
    double[][] sums = new double[blocksInChunk][];
    double[][] buffers = new double[workers.threads()][];
    for (int chunk = 0; chunk < rows.length; chunk += CHUNK) {
      int from = chunk;
      int blocks = (Math.min(CHUNK, rows.length - chunk) + BLOCK - 1) / BLOCK;
      workers.run(
          blocks,
          (block, worker) -> {
            int first = from + block * BLOCK;
            int count = Math.min(BLOCK, rows.length - first);
            if (buffers[worker] == null) {
              buffers[worker] = new double[BLOCK * width];
            }
            double[] values = buffers[worker];
            raw(rows, first, count, values, 0, worker);
            double[] own = new double[width];
            for (int i = 0; i < count; i++) {
              double weight = weight(rows[first + i]);
              for (int c = 0; c < width; c++) {
                own[c] += weight * values[i * width + c];
              }
            }
            sums[block] = own;
          });
      for (int block = 0; block < blocks; block++) {
        for (int c = 0; c < width; c++) {
          sum[c] += sums[block][c];
        }
      }
    }
    for (int c = 0; c < width; c++) {
      sum[c] /= total;
    }
    if (!solved()) {
      return sum;
    }
    double[] result = new double[size()];
    factor.toFeatures(1, sum, 0, result, 0);
    return result;
  }

  /** Whether features are computed from kernel values by solving a triangular system. */
  private boolean solved() {
    return factor != null && placeOfRow == null;
  }

  /** The kernel values of rows, or their features if no system needs to be solved for them. */
  private void raw(int[] rows, int first, int count, double[] out, int at, int worker) {
    if (placeOfRow == null) {
      columns.fill(rows, first, count, out, at, worker);
      return;
    }
    int k = size();
    for (int i = 0; i < count; i++) {
      int place = placeOfRow[rows[first + i]];
      System.arraycopy(factor.ofLandmarks().values(), place * k, out, at + i * k, k);
    }
  }

  /** The center from which each row is measured. */
  interface Centers {
    double[] of(int row);
  }

  /**
   * S += sum w (f - c)(f - c)' over some rows, where c is the center of the row.
   *
   * @param scatter S, k x k, row-major; only its lower triangle is written
   */
  void addScatter(int[] rows, Centers centers, double[] scatter) {
    int k = size();
    // One more row than is used: the BLAS binding requires a view of columns to end in whole rows.
    double[] features = new double[Math.multiplyExact(Math.min(rows.length, CHUNK) + 1, k)];
    double[][] buffers = new double[workers.threads()][];
    for (int chunk = 0; chunk < rows.length; chunk += CHUNK) {
      int from = chunk;
      int size = Math.min(CHUNK, rows.length - chunk);
      workers.run(
          (size + BLOCK - 1) / BLOCK,
          (block, worker) -> {
            int first = from + block * BLOCK;
            int count = Math.min(BLOCK, rows.length - first);
            int at = block * BLOCK * k;
            if (solved()) {
              if (buffers[worker] == null) {
                buffers[worker] = new double[BLOCK * columns.count()];
              }
              raw(rows, first, count, buffers[worker], 0, worker);
              factor.toFeatures(count, buffers[worker], 0, features, at);
            } else {
              raw(rows, first, count, features, at, worker);
            }
            for (int i = 0; i < count; i++) {
              int row = rows[first + i];
              double root = Math.sqrt(weight(row));
              double[] center = centers.of(row);
              for (int c = 0; c < k; c++) {
                features[at + i * k + c] = root * (features[at + i * k + c] - center[c]);
              }
            }
          });
      MomentsPass.addSecond(View.of(scatter, k, k), View.of(features, size, k), workers);
    }
  }

  /** The coefficients over the landmarks of axes that are given as vectors, m x columns. */
  double[] coefficients(double[] directions, int count) {
    return factor == null
        ? directions.clone()
        : factor.coefficients(View.of(directions, size(), count)).values();
  }

  /**
   * The point in the span of the landmarks that is equal to a mean, or nearest to it.
   *
   * @param coefficients over the landmarks
   */
  record Center(double[] coefficients, double squaredNorm) {}

  /** The center at a mean that {@link #mean} has computed. */
  Center center(double[] mean) {
    LandmarkFactor whole = factor;
    double[] features = mean;
    if (factor == null) {
      whole =
          LandmarkFactor.positivePart(
              landmarks.count(),
              landmarks.columns(gram).among(),
              gram.kernel().positiveSemidefinite(),
              blas);
      double[] ordered = new double[whole.order().length];
      for (int i = 0; i < ordered.length; i++) {
        ordered[i] = mean[whole.order()[i]];
      }
      features = new double[whole.rank()];
      whole.toFeatures(1, ordered, 0, features, 0);
    }
    return new Center(
        whole.coefficients(View.column(features)).values(),
        blas.dot(features.length, features, 0, features, 0));
  }

  /** Those of some rows that have a positive weight. */
  int[] weighted(int[] rows) {
    return weights == null ? rows : Arrays.stream(rows).filter(i -> weights[i] > 0).toArray();
  }

  /** The sum of the weights of some rows. */
  double weightOf(int[] rows) {
    double sum = 0;
    for (int row : rows) {
      sum += weight(row);
    }
    return sum;
  }
}
