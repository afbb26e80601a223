package dev.mercer.use.preimage;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/** Pre-images as the papers write them, one row and one point at a time, for tests. */
final class PreimageDefinition {

  final double[][] points;
  final Kernel kernel;
  final double[][] gram;
  private final KernelPcaModel model;

  PreimageDefinition(KernelPcaModel model) {
    this.model = model;
    this.kernel = model.kernel();
    this.points = rows(model.points());
    this.gram = Definition.gram(kernel, points);
  }

  static double[][] rows(Rows rows) {
    double[][] result = new double[rows.count()][rows.columns()];
    for (int i = 0; i < rows.count(); i++) {
      rows.copy(i, 1, result[i], 0);
    }
    return result;
  }

  /** g = A y + beta of a row as it comes. */
  double[] coefficients(double[] row) {
    double[] x = row.clone();
    if (model.scaling() != null) {
      model.scaling().apply(x, 0, 1);
    }
    double[] scores = model.offset();
    for (int c = 0; c < scores.length; c++) {
      scores[c] = -scores[c];
      for (int i = 0; i < points.length; i++) {
        scores[c] += model.coefficients().get(i, c) * kernel.value(points[i], x);
      }
    }
    double[] g = model.centered() ? model.mean() : new double[points.length];
    for (int i = 0; i < g.length; i++) {
      for (int c = 0; c < scores.length; c++) {
        g[i] += model.coefficients().get(i, c) * scores[c];
      }
    }
    return g;
  }

  /** k(z, z) - 2 g' k(P, z). */
  double misfit(double[] g, double[] z) {
    double value = kernel.value(z, z);
    for (int i = 0; i < g.length; i++) {
      value -= 2 * g[i] * kernel.value(points[i], z);
    }
    return value;
  }

  /** |phi(z) - Phi g|^2. */
  double squaredDistance(double[] g, double[] z) {
    double norm = 0;
    for (int i = 0; i < g.length; i++) {
      for (int j = 0; j < g.length; j++) {
        norm += g[i] * g[j] * gram[i][j];
      }
    }
    return misfit(g, z) + norm;
  }

  /** Sum of all terms' sizes: rounding of the squared distance is some units of it. */
  double terms(double[] g) {
    double sum = 1 + Arrays.stream(g).map(Math::abs).sum();
    double largest = 0;
    for (int i = 0; i < g.length; i++) {
      largest = Math.max(largest, gram[i][i]);
    }
    return largest * sum * sum;
  }

  /** The gradient of the misfit by central differences. */
  double[] gradient(double[] g, double[] z, double step) {
    double[] gradient = new double[z.length];
    for (int c = 0; c < z.length; c++) {
      double[] up = z.clone();
      double[] down = z.clone();
      up[c] += step;
      down[c] -= step;
      gradient[c] = (misfit(g, up) - misfit(g, down)) / (2 * step);
    }
    return gradient;
  }

  /** Mika's iteration for a Gaussian: z = sum g_i k(z, x_i) x_i / sum g_i k(z, x_i). */
  double[] mika(double[] g, double[] start, int iterations) {
    double[] z = start;
    for (int step = 0; step < iterations; step++) {
      double[] next = new double[z.length];
      double denominator = 0;
      for (int i = 0; i < g.length; i++) {
        double weight = g[i] * kernel.value(z, points[i]);
        denominator += weight;
        for (int c = 0; c < z.length; c++) {
          next[c] += weight * points[i][c];
        }
      }
      for (int c = 0; c < z.length; c++) {
        next[c] /= denominator;
      }
      z = next;
    }
    return z;
  }
}
