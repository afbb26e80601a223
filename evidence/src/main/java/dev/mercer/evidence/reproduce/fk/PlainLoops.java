package dev.mercer.evidence.reproduce.fk;

import dev.mercer.data.Matrix;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Polynomial;

/** K(X, Y) u in its simplest form, two nested loops on one core: FK's "straightforward" product. */
public final class PlainLoops {

  private PlainLoops() {}

  public static void multiply(
      Gaussian kernel, Matrix targets, Matrix sources, double[] vector, double[] result) {
    int d = sources.columns();
    double[] x = targets.values();
    double[] y = sources.values();
    double factor = -1 / (2 * kernel.sigma() * kernel.sigma());
    for (int i = 0; i < targets.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < sources.rows(); j++) {
        double squared = 0;
        for (int c = 0; c < d; c++) {
          double difference = x[i * d + c] - y[j * d + c];
          squared += difference * difference;
        }
        sum += Math.exp(factor * squared) * vector[j];
      }
      result[i] = sum;
    }
  }

  public static void multiply(
      Polynomial kernel, Matrix targets, Matrix sources, double[] vector, double[] result) {
    for (int i = 0; i < targets.rows(); i++) {
      result[i] = entry(kernel, targets, i, sources, vector);
    }
  }

  /** One entry of the product. */
  public static double entry(
      Polynomial kernel, Matrix targets, int i, Matrix sources, double[] vector) {
    int d = sources.columns();
    double[] x = targets.values();
    double[] y = sources.values();
    double sum = 0;
    for (int j = 0; j < sources.rows(); j++) {
      double inner = 0;
      for (int c = 0; c < d; c++) {
        inner += x[i * d + c] * y[j * d + c];
      }
      double base = kernel.scale() * inner + kernel.offset();
      double power = 1;
      for (int k = 0; k < kernel.degree(); k++) {
        power *= base;
      }
      sum += power * vector[j];
    }
    return sum;
  }
}
