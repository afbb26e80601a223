package dev.mercer;

import dev.mercer.internal.fastsum.PreciseKernel;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * What the axes of a fitted model capture of some rows, in 60 digits: the coefficients and the rows
 * are taken as the doubles they are, kernel values from {@link PreciseKernel}. Conditions of 1e20
 * leave 20 digits.
 */
final class PreciseAxes {

  private static final MathContext DIGITS = new MathContext(60);

  /** Kernel values have 40 digits, of which columns of large coefficients lose some. */
  private static final BigDecimal ZERO_SHARE = new BigDecimal("1e-26");

  private final BigDecimal captured;
  private final BigDecimal total;
  private final BigDecimal error;
  private final double[][] gram; // W^1/2 K~ W^1/2
  private final double uncentered; // its trace before centering
  private final double condition; // of the axes' own Gram matrix

  PreciseAxes(KernelPcaModel model, double[][] x, double[] weights) {
    this(
        model.kernel(),
        ModelDefinition.points(model.points()),
        ModelDefinition.rows(model.coefficients().values(), model.rank()),
        x,
        weights,
        model.centered());
  }

  private PreciseAxes(
      Kernel kernel,
      double[][] points,
      double[][] coefficients,
      double[][] x,
      double[] weights,
      boolean center) {
    int n = x.length;
    int r = coefficients[0].length;
    BigDecimal[][] a = exactly(coefficients);
    BigDecimal[][] gram = product(transpose(a), product(values(kernel, points, points), a));
    BigDecimal[][] scores = product(values(kernel, x, points), a);
    BigDecimal[] w = new BigDecimal[n];
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < n; i++) {
      w[i] = new BigDecimal(weights == null ? 1 : weights[i]);
      sum = sum.add(w[i]);
    }
    BigDecimal trace = BigDecimal.ZERO;
    for (int i = 0; i < n; i++) {
      trace = trace.add(w[i].multiply(PreciseKernel.value(kernel, x[i], x[i])));
    }
    this.uncentered = trace.doubleValue();
    BigDecimal[][] own = values(kernel, x, x);
    if (center) {
      for (int c = 0; c < r; c++) {
        BigDecimal mean = BigDecimal.ZERO;
        for (int i = 0; i < n; i++) {
          mean = mean.add(w[i].multiply(scores[i][c]), DIGITS);
        }
        mean = mean.divide(sum, DIGITS);
        for (int i = 0; i < n; i++) {
          scores[i][c] = scores[i][c].subtract(mean, DIGITS);
        }
      }
      BigDecimal all = BigDecimal.ZERO;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          all = all.add(w[i].multiply(w[j]).multiply(own[i][j]), DIGITS);
        }
      }
      trace = trace.subtract(all.divide(sum, DIGITS), DIGITS);
    }
    BigDecimal[][] second = new BigDecimal[r][r];
    for (int c = 0; c < r; c++) {
      for (int e = 0; e < r; e++) {
        second[c][e] = BigDecimal.ZERO;
        for (int i = 0; i < n; i++) {
          second[c][e] =
              second[c][e].add(w[i].multiply(scores[i][c]).multiply(scores[i][e]), DIGITS);
        }
      }
    }
    BigDecimal lost = BigDecimal.ZERO; // 2 tr M - tr(M G)
    for (int c = 0; c < r; c++) {
      lost = lost.add(second[c][c]).add(second[c][c]);
      for (int e = 0; e < r; e++) {
        lost = lost.subtract(second[c][e].multiply(gram[e][c]), DIGITS);
      }
    }
    this.gram = Definition.centered(doubles(own), weights, center);
    this.condition = condition(doubles(gram));
    this.total = trace;
    this.error = trace.subtract(lost).divide(sum, DIGITS);
    this.captured = traceOfQuotient(gram, second);
  }

  /** tr(G^+ M), by eliminating one column after the other, the largest pivot first. */
  private static BigDecimal traceOfQuotient(BigDecimal[][] gram, BigDecimal[][] second) {
    int r = gram.length;
    BigDecimal[] first = new BigDecimal[r];
    Arrays.setAll(first, c -> gram[c][c]);
    boolean[] done = new boolean[r];
    BigDecimal result = BigDecimal.ZERO;
    for (int step = 0; step < r; step++) {
      int pivot = -1;
      for (int c = 0; c < r; c++) {
        boolean open = !done[c] && gram[c][c].compareTo(ZERO_SHARE.multiply(first[c])) > 0;
        if (open && (pivot < 0 || share(gram, first, c).compareTo(share(gram, first, pivot)) > 0)) {
          pivot = c;
        }
      }
      if (pivot < 0) {
        break;
      }
      done[pivot] = true;
      result = result.add(second[pivot][pivot].divide(gram[pivot][pivot], DIGITS));
      // The other columns lose their part along this one, in both matrices.
      BigDecimal[] factors = new BigDecimal[r];
      for (int c = 0; c < r; c++) {
        factors[c] = done[c] ? BigDecimal.ZERO : gram[c][pivot].divide(gram[pivot][pivot], DIGITS);
      }
      subtract(gram, factors, pivot);
      subtract(second, factors, pivot);
    }
    return result;
  }

  private static BigDecimal share(BigDecimal[][] gram, BigDecimal[] first, int c) {
    return gram[c][c].divide(first[c], DIGITS);
  }

  /** A - f a' - a f' + a_pp f f', a the column of the pivot. */
  private static void subtract(BigDecimal[][] a, BigDecimal[] factors, int pivot) {
    int r = a.length;
    BigDecimal[] column = new BigDecimal[r];
    Arrays.setAll(column, c -> a[c][pivot]);
    BigDecimal own = a[pivot][pivot];
    for (int c = 0; c < r; c++) {
      for (int e = 0; e < r; e++) {
        a[c][e] =
            a[c][e]
                .subtract(factors[c].multiply(column[e]), DIGITS)
                .subtract(factors[e].multiply(column[c]), DIGITS)
                .add(factors[c].multiply(factors[e]).multiply(own), DIGITS);
      }
    }
  }

  private static BigDecimal[][] values(Kernel kernel, double[][] x, double[][] y) {
    BigDecimal[][] result = new BigDecimal[x.length][y.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        result[i][j] = PreciseKernel.value(kernel, x[i], y[j]);
      }
    }
    return result;
  }

  private static BigDecimal[][] exactly(double[][] values) {
    BigDecimal[][] result = new BigDecimal[values.length][values[0].length];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[i].length; j++) {
        result[i][j] = new BigDecimal(values[i][j]);
      }
    }
    return result;
  }

  private static BigDecimal[][] transpose(BigDecimal[][] a) {
    BigDecimal[][] result = new BigDecimal[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        result[j][i] = a[i][j];
      }
    }
    return result;
  }

  private static BigDecimal[][] product(BigDecimal[][] a, BigDecimal[][] b) {
    BigDecimal[][] result = new BigDecimal[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b[0].length; j++) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 0; k < b.length; k++) {
          sum = sum.add(a[i][k].multiply(b[k][j]), DIGITS);
        }
        result[i][j] = sum;
      }
    }
    return result;
  }

  private static double[][] doubles(BigDecimal[][] values) {
    double[][] result = new double[values.length][values[0].length];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values[i].length; j++) {
        result[i][j] = values[i][j].doubleValue();
      }
    }
    return result;
  }

  /** Of axes brought to length one; what is beyond double counts as 1e16. */
  private static double condition(double[][] gram) {
    int r = gram.length;
    double[][] scaled = new double[r][r];
    for (int c = 0; c < r; c++) {
      for (int e = 0; e < r; e++) {
        scaled[c][e] = gram[c][e] / Math.sqrt(gram[c][c]) / Math.sqrt(gram[e][e]);
      }
    }
    double[] values = Definition.eigen(scaled).values();
    return values[0] / Math.max(values[r - 1], 1e-16 * values[0]);
  }

  /** W^1/2 K~ W^1/2, rounded to doubles in the end. */
  double[][] gram() {
    return gram;
  }

  /** tr W K. */
  double uncentered() {
    return uncentered;
  }

  /** The condition of the axes' Gram matrix, the square of that of the axes. */
  double condition() {
    return condition;
  }

  /** tr(G^+ Y'Y). */
  BigDecimal captured() {
    return captured;
  }

  /** The total variance. */
  BigDecimal total() {
    return total;
  }

  /** E_emp on these rows. */
  BigDecimal error() {
    return error;
  }
}
