package dev.mercer.internal.gram;

import dev.mercer.data.DenseRows;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Kernel PCA as the textbook has it, for tests to compare with: every pair by {@link Kernel#value},
 * the whole centred matrix, all its eigenpairs by Jacobi rotations, scores by their definition. No
 * BLAS, no tiles, no threads.
 */
public final class Definition {

  /** Every kernel that has a name, with parameters for points of a few standard normal columns. */
  public static final List<String> KERNELS =
      List.of(
          "gaussian(sigma=1.5)",
          "gaussian(gamma=0.3)",
          "laplacian(sigma=2)",
          "laplacian-l1(sigma=3)",
          "polynomial(scale=0.5,offset=1,degree=3)",
          "linear",
          "tanh(scale=0.2,offset=0.1)",
          "epanechnikov(radius=3)",
          "matern(nu=0.5,length=2)",
          "matern(nu=1.5,length=2)",
          "matern(nu=2.5,length=2)",
          "rational-quadratic(alpha=1.5,length=2)",
          "cauchy(sigma=2)",
          "cosine",
          "0.5*gaussian(sigma=2)+linear",
          "gaussian(sigma=2)*polynomial(degree=2)");

  private static final int MOST_SWEEPS = 60;

  private Definition() {}

  public static Kernel kernel(String spec) {
    return KernelSpec.kernel(spec);
  }

  /** Standard normal points. */
  public static double[][] points(int n, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[n][d];
    for (double[] point : points) {
      Arrays.setAll(point, c -> random.nextGaussian());
    }
    return points;
  }

  public static DenseRows rows(double[][] points) {
    return DenseRows.of(points);
  }

  /** k(x_i, p_j). */
  public static double[][] cross(Kernel kernel, double[][] x, double[][] p) {
    double[][] result = new double[x.length][p.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < p.length; j++) {
        result[i][j] = kernel.value(x[i], p[j]);
      }
    }
    return result;
  }

  public static double[][] gram(Kernel kernel, double[][] x) {
    return cross(kernel, x, x);
  }

  /** The weights, or ones for null. */
  public static double[] weights(double[] weights, int n) {
    double[] result = new double[n];
    Arrays.setAll(result, i -> weights == null ? 1 : weights[i]);
    return result;
  }

  /** W^1/2 (I - 1 w'/N) K (I - w 1'/N) W^1/2, the scatter of the (centred) features. */
  public static double[][] centered(double[][] gram, double[] weights, boolean center) {
    int n = gram.length;
    double[] w = weights(weights, n);
    double sum = Arrays.stream(w).sum();
    double[] rowMean = new double[n];
    double mean = 0;
    if (center) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          rowMean[i] += w[j] * gram[i][j] / sum;
        }
      }
      for (int i = 0; i < n; i++) {
        mean += w[i] * rowMean[i] / sum;
      }
    }
    double[][] result = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        result[i][j] =
            Math.sqrt(w[i]) * Math.sqrt(w[j]) * (gram[i][j] - rowMean[i] - rowMean[j] + mean);
      }
    }
    return result;
  }

  /**
   * @param values descending
   * @param vectors vectors[i] belongs to values[i]
   */
  public record Eigen(double[] values, double[][] vectors) {

    /** Distance of an eigenvalue from its neighbors. */
    public double gap(int i) {
      double above = i == 0 ? Double.POSITIVE_INFINITY : values[i - 1] - values[i];
      double below = i == values.length - 1 ? Double.POSITIVE_INFINITY : values[i] - values[i + 1];
      return Math.min(above, below);
    }
  }

  /** All eigenpairs by cyclic Jacobi rotations. */
  public static Eigen eigen(double[][] symmetric) {
    int n = symmetric.length;
    double[][] a = new double[n][];
    double[][] v = new double[n][n];
    for (int i = 0; i < n; i++) {
      a[i] = symmetric[i].clone();
      v[i][i] = 1;
    }
    for (int sweep = 0; sweep < MOST_SWEEPS && rotateAll(a, v); sweep++) {}
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Double.compare(a[j][j], a[i][i]));
    double[] values = new double[n];
    double[][] vectors = new double[n][];
    for (int k = 0; k < n; k++) {
      values[k] = a[order[k]][order[k]];
      vectors[k] = v[order[k]];
    }
    return new Eigen(values, vectors);
  }

  /** One sweep; rows of v are the vectors. Returns whether anything was turned. */
  private static boolean rotateAll(double[][] a, double[][] v) {
    int n = a.length;
    boolean turned = false;
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) {
        double size = Math.abs(a[p][p]) + Math.abs(a[q][q]);
        if (Math.abs(a[p][q]) <= 1e-17 * size || Math.abs(a[p][q]) < Double.MIN_NORMAL) {
          continue;
        }
        turned = true;
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.hypot(1, theta));
        double c = 1 / Math.hypot(1, t);
        double s = t * c;
        for (int k = 0; k < n; k++) {
          double kp = a[k][p];
          double kq = a[k][q];
          a[k][p] = c * kp - s * kq;
          a[k][q] = s * kp + c * kq;
        }
        turn(a[p], a[q], c, s);
        turn(v[p], v[q], c, s);
      }
    }
    return turned;
  }

  private static void turn(double[] p, double[] q, double c, double s) {
    for (int k = 0; k < p.length; k++) {
      double old = p[k];
      p[k] = c * old - s * q[k];
      q[k] = s * old + c * q[k];
    }
  }

  /** A textbook kernel PCA; coefficients[i] belongs to component i. */
  public record Pca(
      Kernel kernel,
      double[][] points,
      Eigen eigen,
      double[][] coefficients,
      double[] offset,
      double[] mean,
      double meanSquaredNorm,
      double trace,
      double weightSum) {

    /** Scores of one row: sum_j a_j (k(p_j, x) - mean_l k(p_j, p_l)). */
    public double score(int component, double[] x) {
      double result = -offset[component];
      for (int j = 0; j < points.length; j++) {
        result += coefficients[component][j] * kernel.value(points[j], x);
      }
      return result;
    }
  }

  /** The first components whose eigenvalue is above 1e-9 of the largest. */
  public static Pca pca(Kernel kernel, double[][] x, double[] weights, boolean center) {
    double[][] gram = gram(kernel, x);
    double[][] centered = centered(gram, weights, center);
    Eigen eigen = eigen(centered);
    int n = x.length;
    double[] w = weights(weights, n);
    double sum = Arrays.stream(w).sum();
    double[] mean = new double[n];
    Arrays.setAll(mean, i -> w[i] / sum);
    double[] product = new double[n];
    double norm = 0;
    double trace = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        product[i] += center ? gram[i][j] * mean[j] : 0;
      }
      norm += mean[i] * product[i];
      trace += centered[i][i];
    }
    int kept = 0;
    while (kept < n && eigen.values()[kept] > 1e-9 * eigen.values()[0]) {
      kept++;
    }
    double[][] coefficients = new double[kept][n];
    double[] offset = new double[kept];
    for (int c = 0; c < kept; c++) {
      for (int i = 0; i < n; i++) {
        coefficients[c][i] = Math.sqrt(w[i]) * eigen.vectors()[c][i] / Math.sqrt(eigen.values()[c]);
        offset[c] += coefficients[c][i] * product[i];
      }
    }
    return new Pca(kernel, x, eigen, coefficients, offset, center ? mean : null, norm, trace, sum);
  }

  /** Fails unless the two agree within the tolerance; made for millions of comparisons. */
  public static void requireClose(
      double actual, double expected, double tolerance, String what, Object... where) {
    if (!(Math.abs(actual - expected) <= tolerance)) {
      throw new AssertionError(
          String.format(what, where)
              + ": "
              + actual
              + " instead of "
              + expected
              + ", off by "
              + Math.abs(actual - expected)
              + ", allowed "
              + tolerance);
    }
  }

  /** The largest magnitude of an entry. */
  public static double largest(double[][] matrix) {
    double largest = 0;
    for (double[] row : matrix) {
      for (double value : row) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    return largest;
  }
}
