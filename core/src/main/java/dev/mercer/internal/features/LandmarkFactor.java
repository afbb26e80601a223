package dev.mercer.internal.features;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.linalg.Eigenpairs;
import dev.mercer.internal.linalg.LowerTriangle;
import dev.mercer.internal.linalg.PivotedCholeskyFactor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Features of rows from their kernel values with landmarks: f = T' h with h = k(landmarks, x) and
 * T' K_y T = J, so that f' J f is the squared length of phi(x) projected on the span of the
 * landmarks and K^ = F J F'.
 *
 * <p>For positive semidefinite kernels T = L^-T with a Cholesky factor L of K_y, and J is the
 * identity; landmarks whose part outside the span of the others is below {@value #CUT_OFF} of the
 * largest k_ii are dropped. For kernels that may be indefinite T = V |lambda|^-1/2 J, from the
 * eigenpairs of K_y whose eigenvalue is above {@value #CUT_OFF} of the largest in magnitude, and J
 * holds the signs of the eigenvalues. K^ is then K_xy K_y^+ K_yx, its negative part included, so
 * that with every row as a landmark it equals K. An axis with the coefficients a has the
 * <em>direction</em> d = J F_y' a: the scores on the axis are f'd, and its squared length is d' J
 * d.
 */
public final class LandmarkFactor {

  /**
   * The share below which a direction is dropped: the relative error from rounding grows like eps
   * divided by this.
   */
  public static final double CUT_OFF = 1e-10;

  private final int landmarks;
  private final int rank;
  private final int[] order; // the landmarks whose kernel values with a row are needed
  private final LowerTriangle triangle; // the same as lower, prepared for many rows
  private final double[] lower; // k x k, or null if eigenpairs are used
  private final View map; // T, m x k, if eigenpairs are used; otherwise null
  private final View all; // F_y, m x k, K_y ~ F_y J F_y'
  private final boolean[] negative; // where J is -1; null if J is the identity
  private final Blas blas;

  private LandmarkFactor(
      int landmarks,
      int rank,
      int[] order,
      double[] lower,
      View map,
      View all,
      boolean[] negative,
      Blas blas) {
    this.blas = blas;
    this.landmarks = landmarks;
    this.rank = rank;
    this.order = order;
    this.lower = lower;
    this.triangle = lower == null ? null : new LowerTriangle(rank, lower, blas);
    this.map = map;
    this.all = all;
    this.negative = negative;
  }

  /**
   * @param gram K_y, m x m, row-major
   * @param positiveSemidefinite whether the kernel is known to be positive semidefinite
   */
  public static LandmarkFactor of(int m, double[] gram, boolean positiveSemidefinite, Blas blas) {
    return positiveSemidefinite ? cholesky(m, gram, blas) : eigen(m, gram, true, blas);
  }

  /**
   * The same without the negative part of K_y, for uses that treat features as points of a space
   * with lengths and angles.
   */
  public static LandmarkFactor positivePart(
      int m, double[] gram, boolean positiveSemidefinite, Blas blas) {
    return positiveSemidefinite ? cholesky(m, gram, blas) : eigen(m, gram, false, blas);
  }

  /** The factor of no landmarks, which gives every row zero features. */
  public static LandmarkFactor none(Blas blas) {
    View nothing = View.zeros(0, 0);
    return new LandmarkFactor(0, 0, new int[0], null, nothing, nothing, null, blas);
  }

  private static LandmarkFactor cholesky(int m, double[] gram, Blas blas) {
    PivotedCholeskyFactor factor = PivotedCholeskyFactor.of(m, gram, CUT_OFF, blas);
    return new LandmarkFactor(
        m,
        factor.rank(),
        factor.order(),
        factor.lower(),
        null,
        View.of(factor.all(), m, factor.rank()),
        null,
        blas);
  }

  /** Eigenpairs by descending eigenvalue, without those that are zero up to rounding. */
  private static LandmarkFactor eigen(int m, double[] gram, boolean whole, Blas blas) {
    Eigenpairs pairs = Eigenpairs.ascending(View.of(gram.clone(), m, m), blas);
    double[] values = pairs.values();
    double level = CUT_OFF * Math.max(Math.abs(values[0]), Math.abs(values[m - 1]));
    int[] kept =
        IntStream.range(0, m)
            .map(c -> m - 1 - c)
            .filter(e -> values[e] > level || (whole && values[e] < -level))
            .toArray();
    int rank = kept.length;
    View map = View.zeros(m, rank);
    View all = View.zeros(m, rank);
    boolean[] negative = new boolean[rank];
    for (int c = 0; c < rank; c++) {
      double value = values[kept[c]];
      double root = Math.sqrt(Math.abs(value));
      negative[c] = value < 0;
      for (int i = 0; i < m; i++) {
        double entry = pairs.vectors().get(i, kept[c]);
        map.set(i, c, (negative[c] ? -entry : entry) / root);
        all.set(i, c, entry * root);
      }
    }
    int[] order = new int[m];
    Arrays.setAll(order, i -> i);
    return new LandmarkFactor(
        m, rank, order, null, map, all, rank > 0 && negative[rank - 1] ? negative : null, blas);
  }

  /** Number of bytes that {@link #write} writes. */
  long bytesWritten() {
    long kept = lower != null ? (long) rank * rank : (long) landmarks * rank;
    return 3L * 4 + 1 + 4L * order.length + rank + 8 * (kept + (long) landmarks * rank);
  }

  /**
   * Writes the factor so that it can be sent elsewhere, where {@link #read} recreates it to the
   * bit.
   */
  void write(ByteBuffer out) {
    out.putInt(landmarks).putInt(rank).putInt(order.length);
    out.put((byte) (lower != null ? 1 : 0));
    for (int landmark : order) {
      out.putInt(landmark);
    }
    for (int c = 0; c < rank; c++) {
      out.put((byte) (negative != null && negative[c] ? 1 : 0));
    }
    PartTask.putDoubles(out, lower != null ? lower : map.values());
    PartTask.putDoubles(out, all.values());
  }

  static LandmarkFactor read(ByteBuffer in, Blas blas) {
    int landmarks = in.getInt();
    int rank = in.getInt();
    int[] order = new int[in.getInt()];
    boolean cholesky = in.get() == 1;
    for (int i = 0; i < order.length; i++) {
      order[i] = in.getInt();
    }
    boolean[] negative = new boolean[rank];
    boolean signed = false;
    for (int c = 0; c < rank; c++) {
      negative[c] = in.get() == 1;
      signed |= negative[c];
    }
    double[] kept = PartTask.doubles(in, cholesky ? rank * rank : landmarks * rank);
    double[] all = PartTask.doubles(in, landmarks * rank);
    return new LandmarkFactor(
        landmarks,
        rank,
        order,
        cholesky ? kept : null,
        cholesky ? null : View.of(kept, landmarks, rank),
        View.of(all, landmarks, rank),
        signed ? negative : null,
        blas);
  }

  /** Number of landmarks, m. */
  public int landmarks() {
    return landmarks;
  }

  /** Number of features of a row, k: m minus the number of directions dropped. */
  public int rank() {
    return rank;
  }

  /** Number of directions that were dropped as numerically dependent. */
  public int dropped() {
    return landmarks - rank;
  }

  /** Whether every landmark is kept and in its own order, so that F is K_xy L^-T as it stands. */
  public boolean natural() {
    if (lower == null || rank < landmarks) {
      return false;
    }
    for (int i = 0; i < rank; i++) {
      if (order[i] != i) {
        return false;
      }
    }
    return true;
  }

  /**
   * The factor by which the rounding of features can exceed that of single operations: the ratio of
   * the largest and the smallest scale of the factor.
   */
  public double roundingGrowth() {
    double largest = 0;
    double smallest = Double.POSITIVE_INFINITY;
    for (int c = 0; c < rank; c++) {
      double scale = 0;
      if (lower != null) {
        scale = lower[c * rank + c];
      } else {
        for (int i = 0; i < landmarks; i++) {
          scale += all.get(i, c) * all.get(i, c);
        }
        scale = Math.sqrt(scale);
      }
      largest = Math.max(largest, scale);
      smallest = Math.min(smallest, scale);
    }
    return rank == 0 ? 1 : largest / smallest;
  }

  /**
   * How much of each axis the features may miss: the part of a dropped landmark that lies outside
   * the span of the others has a length of at most the root of the cut-off.
   *
   * @param coefficients of the axes over the landmarks, m x columns
   */
  public double[] unseen(View coefficients) {
    double[] result = new double[coefficients.width()];
    if (rank == landmarks || lower == null) {
      return result;
    }
    boolean[] kept = new boolean[landmarks];
    double largest = 0;
    for (int landmark : order) {
      kept[landmark] = true;
      largest = Math.max(largest, squaredNorm(landmark));
    }
    double most = Math.sqrt(CUT_OFF * largest);
    for (int j = 0; j < landmarks; j++) {
      for (int c = 0; c < result.length && !kept[j]; c++) {
        result[c] += most * Math.abs(coefficients.get(j, c));
      }
    }
    return result;
  }

  /** The linear algebra that the factor was computed with. */
  public Blas blas() {
    return blas;
  }

  /** Whether J is not the identity: K_y has negative eigenvalues. */
  public boolean signed() {
    return negative != null;
  }

  /** J X for an X of k rows; X itself if J is the identity. */
  public View timesSigns(View x) {
    if (negative == null) {
      return x;
    }
    View result = x.copy();
    for (int c = 0; c < rank; c++) {
      for (int j = 0; negative[c] && j < x.width(); j++) {
        result.set(c, j, -x.get(c, j));
      }
    }
    return result;
  }

  /** x' J y, the inner product of the two elements that have these features. */
  public double inner(double[] x, int at, double[] y, int other) {
    double sum = blas.dot(rank, x, at, y, other);
    for (int c = 0; negative != null && c < rank; c++) {
      sum -= negative[c] ? 2 * x[at + c] * y[other + c] : 0;
    }
    return sum;
  }

  /** x' J y of two vectors. */
  public double inner(double[] x, double[] y) {
    return inner(x, 0, y, 0);
  }

  /** F_y, the features of the landmarks, m x k: K_y is close to F_y J F_y'; read only. */
  public View ofLandmarks() {
    return all;
  }

  /** k(z, z) of a landmark, as reproduced by the factor. */
  public double squaredNorm(int landmark) {
    return inner(all.values(), landmark * rank, all.values(), landmark * rank);
  }

  /** The landmarks whose kernel values {@link #toFeatures} takes, in that order; read only. */
  public int[] order() {
    return order;
  }

  /**
   * Turns kernel values into features.
   *
   * @param values rows x {@code order().length} kernel values with the landmarks in {@link #order};
   *     overwritten
   * @param features receives rows x k features; may be {@code values} itself if k is m
   */
  public void toFeatures(int rows, double[] values, int offset, double[] features, int at) {
    if (lower == null) {
      double[] source = values;
      int from = offset;
      if (values == features) {
        source = Arrays.copyOfRange(values, offset, offset + rows * landmarks);
        from = 0;
      }
      View kernelValues = View.at(source, from, rows, landmarks, landmarks);
      blas.product(kernelValues, map, View.at(features, at, rows, rank, rank));
      return;
    }
    if (values != features || offset != at) {
      System.arraycopy(values, offset, features, at, rows * rank);
    }
    triangle.solveRows(rows, features, at, rank);
  }

  /**
   * The features of rows from their kernel values, in a new array.
   *
   * @param values as for {@link #toFeatures}; overwritten
   */
  public View features(View values) {
    View result = View.zeros(values.height(), rank);
    toFeatures(values.height(), values.values(), values.offset(), result.values(), 0);
    return result;
  }

  /**
   * Replaces each row x by L^-1 x; only for a factor that has a Cholesky factor L.
   *
   * @param step entries from one row to the next
   */
  void whiten(int rows, double[] x, int at, int step) {
    triangle.solveRows(rows, x, at, step);
  }

  /**
   * A = T D, the coefficients over the landmarks of axes whose directions in features are D; zero
   * for landmarks that were dropped.
   *
   * @param directions D, k x columns
   * @return m x columns
   */
  public View coefficients(View directions) {
    if (lower == null) {
      return blas.product(map, directions);
    }
    int columns = directions.width();
    View solved = directions.t().copy(); // y' = d' L^-1 solves L' y = d
    blas.solveLowerTransposedForRows(columns, rank, lower, rank, solved.values(), 0, rank);
    View result = View.zeros(landmarks, columns);
    for (int i = 0; i < rank; i++) {
      for (int c = 0; c < columns; c++) {
        result.set(order[i], c, solved.get(c, i));
      }
    }
    return result;
  }

  /**
   * D = J F_y' A, the directions in features of axes with the coefficients A: K_xy A = F D.
   *
   * @param coefficients A, m x columns
   * @return k x columns
   */
  public View directions(View coefficients) {
    return timesSigns(blas.product(all.t(), coefficients));
  }
}
