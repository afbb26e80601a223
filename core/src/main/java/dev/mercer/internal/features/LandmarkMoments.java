package dev.mercer.internal.features;

import dev.mercer.internal.backend.View;

/**
 * What a landmark fit needs to know about the rows: sums over them of their features f and of the
 * part of them that the features miss. Moments of disjoint sets of rows add up, so threads, streams
 * and clusters compute their own and merge them.
 *
 * <p>All sums are weighted by the sample weights w: N = sum w, s = sum w f, S = sum w f f', tr K =
 * sum w k(x,x), tr R = sum w r, and sum w sqrt(r), where r = k(x,x) - |f|^2 is not below 0; the
 * last sum may be an upper bound. If K_y has negative eigenvalues, r is the magnitude of k(x,x) -
 * f'Jf, which may have either sign.
 */
public final class LandmarkMoments {

  private final int size;
  private double weightSum;
  private long rows;
  private final double[] sum;
  private final double[] second; // lower triangle
  private double trace;
  private double residual;
  private double rootResidual;
  private double rounding;

  /**
   * @param size number of features, k
   */
  public LandmarkMoments(int size) {
    this.size = size;
    this.sum = new double[size];
    this.second = new double[Math.multiplyExact(size, size)];
  }

  /** Bytes of the moments of this many features. */
  public static long bytes(int size) {
    return 8L * size * size + 8L * size;
  }

  /** Adds the moments of other rows. */
  public LandmarkMoments merge(LandmarkMoments other) {
    if (other.size != size) {
      throw new IllegalArgumentException(
          "moments of " + other.size + " features cannot be added to those of " + size);
    }
    weightSum += other.weightSum;
    rows += other.rows;
    trace += other.trace;
    residual += other.residual;
    rootResidual += other.rootResidual;
    rounding += other.rounding;
    for (int c = 0; c < size; c++) {
      sum[c] += other.sum[c];
    }
    for (int c = 0; c < size * size; c++) {
      second[c] += other.second[c];
    }
    return this;
  }

  /** Number of entries that {@link #addTo} writes for this many features. */
  static int length(int size) {
    return Math.toIntExact(6 + size + (long) size * (size + 1) / 2);
  }

  /**
   * Adds everything to {@code into}, in consecutive entries starting at {@code at}, S row by row.
   */
  void addTo(double[] into, int at) {
    into[at] += rows;
    into[at + 1] += weightSum;
    into[at + 2] += trace;
    into[at + 3] += residual;
    into[at + 4] += rootResidual;
    into[at + 5] += rounding;
    int to = at + 6;
    for (int c = 0; c < size; c++) {
      into[to++] += sum[c];
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        into[to++] += second[i * size + j];
      }
    }
  }

  /** Reads what {@link #addTo} wrote, which may be the sum of any number of parts. */
  static LandmarkMoments read(int size, double[] from, int at) {
    LandmarkMoments result = new LandmarkMoments(size);
    result.rows = (long) from[at];
    result.weightSum = from[at + 1];
    result.trace = from[at + 2];
    result.residual = from[at + 3];
    result.rootResidual = from[at + 4];
    result.rounding = from[at + 5];
    System.arraycopy(from, at + 6, result.sum, 0, size);
    int next = at + 6 + size;
    for (int i = 0; i < size; i++) {
      System.arraycopy(from, next, result.second, i * size, i + 1);
      next += i + 1;
    }
    return result;
  }

  /** Adds all sums of a block but S, which is added elsewhere. */
  void addSums(long count, double weight, double own, double missed, double roots, double[] sums) {
    weightSum += weight;
    rows += count;
    trace += own;
    residual += missed;
    rootResidual += roots;
    for (int c = 0; c < size; c++) {
      sum[c] += sums[c];
    }
  }

  /** Adds the sums of a block of rows that do not need their features. */
  void addRows(long count, double weight, double own) {
    weightSum += weight;
    rows += count;
    trace += own;
  }

  /** Sets the sums that follow from all rows at once, if features were never computed. */
  void setSums(double[] sums, double missed, double roots) {
    System.arraycopy(sums, 0, sum, 0, size);
    residual = missed;
    rootResidual = roots;
  }

  /** Adds to {@link #rounding}. */
  void addRounding(double more) {
    rounding += more;
  }

  /** The array that holds S, for {@link MomentsPass}, which adds to it by tiles. */
  double[] secondArray() {
    return second;
  }

  /** Number of features, k. */
  public int size() {
    return size;
  }

  /** N, the sum of the weights. */
  public double weightSum() {
    return weightSum;
  }

  /** Number of rows of positive weight. */
  public long rows() {
    return rows;
  }

  /** sum w k(x, x). */
  public double trace() {
    return trace;
  }

  /** tr R: the part of the trace that the features miss. */
  public double residualTrace() {
    return residual;
  }

  /** sum w sqrt(r) or an upper bound of it. */
  public double rootResidualSum() {
    return rootResidual;
  }

  /**
   * By how much sums of eigenvalues of S, and tr R, may be off because S was not summed over
   * features; the rounding of features and of n terms comes on top.
   */
  public double rounding() {
    return rounding;
  }

  /** The mean feature, s / N. */
  public double[] mean() {
    double[] mean = sum.clone();
    for (int c = 0; c < size; c++) {
      mean[c] /= weightSum;
    }
    return mean;
  }

  /**
   * S, or S - s s' / N if {@code center}, which is the second moment about the mean; both
   * triangles, k x k, in a new array.
   */
  public View second(boolean center) {
    View result = View.zeros(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double value = second[i * size + j] - (center ? sum[i] / weightSum * sum[j] : 0);
        result.set(i, j, value);
        result.set(j, i, value);
      }
    }
    return result;
  }

  /** 1'K^1 = |s|^2. */
  public double sumOfKernel() {
    double squared = 0;
    for (double value : sum) {
      squared += value * value;
    }
    return squared;
  }
}
