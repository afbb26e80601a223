package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.cluster.ShiftedRows;
import dev.mercer.internal.cluster.SingleProducts;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.kernel.RadialProfile;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Shadow;
import java.util.Arrays;

/**
 * {@link Shadow}: goes through the rows in order; a row that no center covers becomes a center and
 * covers all rows not covered yet whose distance is strictly below epsilon = sigma / ell. This
 * implementation works in batches and gives the same result to the bit:
 *
 * <ol>
 *   <li>the first rows that are not covered are the candidates; the distances among them are
 *       computed by GEMM in single precision, and going through them in order determines which are
 *       centers
 *   <li>distances of the new centers to all later rows not covered, by GEMM on all threads; a row
 *       belongs to the first center that covers it
 *   <li>a distance that rounding might put on the wrong side of epsilon is computed again by its
 *       definition
 * </ol>
 *
 * Rows of weight zero neither cover nor count. Cost: at most m n distances for m centers, and those
 * among candidates; memory: two numbers per row and two blocks per thread.
 */
final class ShadowSelector implements Selector {

  /**
   * Candidates of the first batch: with a large epsilon there are few centers, and the first ones
   * cover most rows.
   */
  private static final int FIRST_BATCH = 32;

  /** Most candidates: enough for GEMM, few enough that distances among them cost little. */
  private static final int LARGEST_BATCH = 128;

  private static final int NONE = -1;

  private final double ell;

  ShadowSelector(Shadow asked) {
    this.ell = asked.ell();
  }

  static Shadow read(Spec spec) {
    spec.requireKeys("ell");
    return new Shadow(spec.positive("ell", Shadow.DEFAULT_ELL));
  }

  @Override
  public Guarantee guarantee() {
    return Guarantee.SHADOWS;
  }

  @Override
  public RemoteChoice remoteChoice() {
    return RemoteChoice.SHADOWS;
  }

  /**
   * The radius of a shadow, sigma / ell.
   *
   * @throws IllegalArgumentException if the kernel has no width
   */
  @Override
  public double radius(Kernel kernel) {
    double epsilon = width(kernel) / ell;
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException(
          "shadow: the radius sigma / ell = "
              + Numbers.text(epsilon)
              + " of "
              + kernel.spec()
              + " with ell = "
              + Numbers.text(ell)
              + " must be a finite number above 0; choose an ell nearer to 4");
    }
    return epsilon;
  }

  private static double width(Kernel kernel) {
    return RadialProfile.of(kernel)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "shadow needs one radial kernel with a width (gaussian, laplacian, cauchy,"
                        + " matern or rational-quadratic, also scaled), not "
                        + kernel.spec()
                        + "; use kmeans-nearest, or pivoted-cholesky where there are no points"))
        .width();
  }

  /** Centers and candidates of a batch are few, however many landmarks there will be. */
  @Override
  public long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    int batch = Math.min(LARGEST_BATCH, rows.count());
    long width = rows.columns() + 1L;
    long block = Math.min(ShiftedRows.BLOCK_ROWS, rows.count());
    // In addition to what is held in double precision: blocks of rows and their products in single
    // precision, and three versions of the batch (as given, shifted, and rounded).
    return GramColumns.bytesOfNorms(rows, kernel, threads)
        + ShiftedRows.bytes(rows, batch, threads)
        + 4L * Math.min(threads, rows.count()) * block * width
        + (8L + 8 + 4) * batch * width
        + 3L * 8 * rows.count();
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    double epsilon = radius(request.kernel());
    request.withCount(1).requireCandidates();
    int[] owner = new Cover(ShiftedRows.of(request, Shadow.NAME), epsilon).owners(request);
    int[] centers = new int[owner.length];
    int[] place = new int[owner.length];
    int count = 0;
    for (int i = 0; i < owner.length; i++) {
      if (owner[i] == i) {
        place[i] = count;
        centers[count++] = i;
      }
    }
    double[] weights = new double[count];
    for (int i = 0; i < owner.length; i++) {
      if (owner[i] != NONE) {
        weights[place[owner[i]]] += request.weight(i);
      }
    }
    return Landmarks.ofRows(request.gram(), Arrays.copyOf(centers, count), weights);
  }

  /** Determines which center covers which row. */
  private static final class Cover {

    private final ShiftedRows rows;
    private final double epsilon;
    private final double squaredEpsilon;

    /** Bound of the rounding errors of epsilon^2 and of the root of a squared distance. */
    private final double slack;

    private final SingleProducts products;
    private final Place[] places;
    private final Maps maps;

    Cover(ShiftedRows rows, double epsilon) {
      this.rows = rows;
      this.maps = rows.workers().backend().maps();
      this.epsilon = epsilon;
      this.squaredEpsilon = epsilon * epsilon;
      boolean normal = squaredEpsilon > 1e-290 && squaredEpsilon < 1e300;
      this.slack = normal ? 8 * Math.ulp(squaredEpsilon) : Double.POSITIVE_INFINITY;
      this.products = new SingleProducts(rows);
      this.places = new Place[rows.workers().threads()];
    }

    /** Buffers of a thread. */
    private static final class Place {
      final double[] values;
      final float[] stored;
      final float[] h;

      Place(int rows, int width) {
        values = new double[rows * width];
        stored = new float[rows * width];
        h = new float[rows * LARGEST_BATCH];
      }
    }

    private Place place(int worker) {
      if (places[worker] == null) {
        places[worker] = new Place(rows.largestBlock(), rows.width());
      }
      return places[worker];
    }

    /** The row number of each row's center; {@link #NONE} for rows of weight zero. */
    int[] owners(SelectionRequest request) {
      int n = rows.count();
      int[] owner = new int[n];
      Arrays.fill(owner, NONE);
      int[] open = new int[n]; // rows not covered, ascending
      int left = 0;
      for (int i = 0; i < n; i++) {
        if (request.weight(i) > 0) {
          open[left++] = i;
        }
      }
      int batch = FIRST_BATCH;
      while (left > 0) {
        int candidates = Math.min(batch, left);
        int[] centers = centersAmong(Arrays.copyOf(open, candidates), owner);
        cover(open, candidates, left, centers, owner);
        int still = 0;
        for (int i = candidates; i < left; i++) {
          if (owner[open[i]] == NONE) {
            open[still++] = open[i];
          }
        }
        left = still;
        batch = Math.min(LARGEST_BATCH, 2 * batch);
      }
      return owner;
    }

    /** Decides which of the candidates are centers and which of them cover the others. */
    private int[] centersAmong(int[] candidates, int[] owner) {
      int b = candidates.length;
      ShiftedRows.Points points = rows.points(candidates);
      float[] rounded = products.points(points);
      float[] h = new float[b * b];
      int step = FIRST_BATCH;
      rows.workers()
          .run(
              (b + step - 1) / step,
              (index, worker) -> {
                int first = index * step;
                int count = Math.min(step, b - first);
                Place place = place(worker);
                products.gather(candidates, first, count, place.values, place.stored);
                products.of(place.stored, count, rounded, b, place.h);
                System.arraycopy(place.h, 0, h, first * b, count * b);
              });
      int[] centers = new int[b];
      int count = 0;
      for (int i = 0; i < b; i++) {
        if (owner[candidates[i]] != NONE) {
          continue;
        }
        owner[candidates[i]] = candidates[i];
        centers[count++] = candidates[i];
        for (int j = i + 1; j < b; j++) {
          if (owner[candidates[j]] == NONE && covers(candidates[j], points, i, h[j * b + i])) {
            owner[candidates[j]] = candidates[i];
          }
        }
      }
      return Arrays.copyOf(centers, count);
    }

    /**
     * Assigns the open rows from place {@code from} on to the first new center that covers them.
     */
    private void cover(int[] open, int from, int to, int[] centers, int[] owner) {
      ShiftedRows.Points points = rows.points(centers);
      float[] rounded = products.points(points);
      int m = centers.length;
      int step = ShiftedRows.BLOCK_ROWS;
      rows.workers()
          .run(
              (to - from + step - 1) / step,
              (index, worker) -> {
                int first = from + index * step;
                int count = Math.min(step, to - first);
                Place place = place(worker);
                float[] h = place.h;
                products.gather(open, first, count, place.values, place.stored);
                products.of(place.stored, count, rounded, m, h);
                Simd simd = maps.next((long) count * m);
                for (int i = 0; i < count; i++) {
                  int row = open[first + i];
                  float far = far(row, points.largestNorm());
                  int j = simd.firstNotBelow(h, i * m, m, far); // NaN is examined
                  while (j < m && !covers(row, points, j, h[i * m + j])) {
                    j += 1 + simd.firstNotBelow(h, i * m + j + 1, m - j - 1, far);
                  }
                  if (j < m) {
                    owner[row] = centers[j];
                  }
                }
              });
    }

    /**
     * If h is below this value, a center whose norm is at most {@code largestNorm} is certainly too
     * far from the row.
     */
    private float far(int row, double largestNorm) {
      double zone = products.rounding(row, largestNorm) + slack;
      return Math.nextDown((float) ((rows.squaredNorm(row) - squaredEpsilon - zone) / 2));
    }

    private boolean covers(int row, ShiftedRows.Points points, int center, double h) {
      double squared = rows.squaredNorm(row) - 2 * h;
      double zone = products.rounding(row, points.squaredNorms()[center]) + slack;
      if (squared + zone < squaredEpsilon) {
        return true;
      }
      if (squared - zone > squaredEpsilon) {
        return false;
      }
      return Math.sqrt(rows.squaredDistance(row, points, center)) < epsilon;
    }
  }
}
