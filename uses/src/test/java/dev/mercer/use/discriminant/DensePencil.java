package dev.mercer.use.discriminant;

import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * Discriminants by their definition in coefficients: A a = lambda (B + ridge P) a with explicit m x
 * m matrices over the points, P = K of the points or I; a'(B + ridge P) a = 1.
 *
 * @param values lambda, descending
 * @param coefficients one row an axis
 * @param condition of B + ridge P, for tolerances
 */
public record DensePencil(double[] values, double[][] coefficients, double condition) {

  static DensePencil of(double[][] numerator, double[][] denominator, double ridge, double[][] p) {
    int m = denominator.length;
    double[][] b = new double[m][m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        b[i][j] = denominator[i][j] + ridge * p[i][j];
      }
    }
    Definition.Eigen parts = Definition.eigen(b);
    double[][] root = new double[m][m]; // b^-1/2
    for (int e = 0; e < m; e++) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          root[i][j] +=
              parts.vectors()[e][i] * parts.vectors()[e][j] / Math.sqrt(parts.values()[e]);
        }
      }
    }
    Definition.Eigen found = Definition.eigen(product(root, product(numerator, root)));
    double[][] coefficients = product(found.vectors(), root);
    for (double[] axis : coefficients) {
      int largest = 0;
      for (int i = 0; i < m; i++) {
        largest = Math.abs(axis[i]) > Math.abs(axis[largest]) ? i : largest;
      }
      double sign = Math.signum(axis[largest]);
      Arrays.setAll(axis, i -> sign * axis[i]);
    }
    return new DensePencil(found.values(), coefficients, parts.values()[0] / parts.values()[m - 1]);
  }

  /** Scores less those of a centre given by its kernel values with the points. */
  double[][] scores(Kernel kernel, double[][] x, double[][] points, double[] center, int rank) {
    double[][] h = Definition.cross(kernel, x, points);
    double[][] scores = new double[x.length][rank];
    for (int i = 0; i < x.length; i++) {
      for (int c = 0; c < rank; c++) {
        for (int j = 0; j < points.length; j++) {
          scores[i][c] += coefficients[c][j] * (h[i][j] - center[j]);
        }
      }
    }
    return scores;
  }

  public static double[][] product(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < b[0].length; j++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  /** The weighted mean of the rows h_i for which the class is one of these. */
  static double[] mean(double[][] h, double[] weights, int[] classes, int... which) {
    double[] mean = new double[h[0].length];
    double sum = 0;
    for (int i = 0; i < h.length; i++) {
      int own = classes[i];
      if (Arrays.stream(which).anyMatch(c -> c == own)) {
        sum += weights[i];
        for (int j = 0; j < mean.length; j++) {
          mean[j] += weights[i] * h[i][j];
        }
      }
    }
    double total = sum;
    Arrays.setAll(mean, j -> mean[j] / total);
    return mean;
  }

  /** S += factor (x - center)(x - center)'. */
  static void add(double[][] s, double factor, double[] x, double[] center) {
    for (int i = 0; i < s.length; i++) {
      for (int j = 0; j < s.length; j++) {
        s[i][j] += factor * (x[i] - center[i]) * (x[j] - center[j]);
      }
    }
  }

  public static double[][] identity(int m) {
    double[][] result = new double[m][m];
    for (int i = 0; i < m; i++) {
      result[i][i] = 1;
    }
    return result;
  }
}
