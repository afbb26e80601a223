package dev.mercer.internal.gram;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.ExplicitOperator;
import dev.mercer.internal.linalg.Rounding;
import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.Tall;
import java.util.Arrays;

/**
 * The operator whose eigenvectors are the components of kernel PCA, with sample weights and
 * centering where they are wanted: B = P W^1/2 K W^1/2 P.
 *
 * <p>W is the diagonal matrix of the weights, whose sum is N. The entries s_i = sqrt(w_i / N) form
 * a unit vector s, and centering by the weighted mean feature is the projection P = I - s s'
 * (theory.md, "Sample weights"; for unit weights P is the centering matrix H). Without centering P
 * is the identity, and without weights W is.
 *
 * <p>Centering needs W^1/2 K W^1/2 s, the product with the mean, for the offset of the scores, for
 * the total variance, and for the size of the uncentered matrix. This product is computed as one
 * more column of the first product that a solver asks for, so it costs no extra pass over K.
 */
public final class CenteredOperator implements ExplicitOperator {

  /** As a rule, residuals get down to this many times sqrt(n) eps of the uncentered matrix. */
  private static final double RESIDUAL_ULPS = 4;

  private final KernelOperator gram;
  private final Blas blas;
  private final Workers workers;
  private final double[] roots;
  private final int exponent; // of the largest root
  private final double[] unit;
  private final double total; // the sum of the weights
  // the sum of the weights, but at least the number of rows with a positive weight
  private final double rows;
  private RowBlocks rowBlocks; // for products with up to "most" vectors
  private int most;
  private double[] meanProduct;
  private double[] diagonal;

  /**
   * @param weights sample weights, or null for ones
   * @param center whether features are centered by their weighted mean
   */
  public CenteredOperator(KernelOperator gram, double[] weights, boolean center, Workers workers) {
    this.gram = gram;
    this.workers = workers;
    this.blas = workers.blas();
    int n = gram.size();
    double sum = n;
    int used = n;
    if (weights == null) {
      this.roots = null;
    } else {
      this.roots = new double[n];
      sum = 0;
      used = 0;
      for (int i = 0; i < n; i++) {
        roots[i] = Math.sqrt(weights[i]);
        sum += weights[i];
        used += weights[i] > 0 ? 1 : 0;
      }
    }
    double largest = roots == null ? 1 : Arrays.stream(roots).max().orElse(1);
    this.exponent = largest > 0 ? Math.getExponent(largest) : 0;
    this.total = sum;
    this.rows = Math.max(sum, used);
    if (center) {
      this.unit = new double[n];
      for (int i = 0; i < n; i++) {
        unit[i] = Math.sqrt((weights == null ? 1 : weights[i]) / total);
      }
    } else {
      this.unit = null;
    }
  }

  @Override
  public int size() {
    return gram.size();
  }

  /**
   * W^1/2 K W^1/2 s, or null if nothing is centered. Costs one product if none has been made yet.
   */
  public double[] meanProduct() {
    if (unit != null && meanProduct == null) {
      double[] x = unit.clone();
      meanProduct = new double[size()];
      applyWeighted(1, x, meanProduct);
    }
    return meanProduct;
  }

  /** s, the unit vector that centering projects away, or null if nothing is centered. */
  public double[] unit() {
    return unit;
  }

  /** The trace of B, which is the total variance times N: tr(WK) - s'W^1/2 K W^1/2 s. */
  public double trace() {
    double sum = Arrays.stream(diagonal()).sum();
    return unit == null ? sum : sum - blas.dot(size(), unit, 0, meanProduct(), 0);
  }

  /**
   * Centering subtracts the mean, whose squared norm s'W^1/2 K W^1/2 s is a lower bound of the
   * largest eigenvalue of the uncentered matrix. Eigenvalues below n eps times this bound are
   * rounding errors (theory.md, "Which components are returned"). Rounding errors usually add up
   * like random numbers, so residuals get down to {@value #RESIDUAL_ULPS} sqrt(n) eps times the
   * bound. If every entry of K is wrong by a certain amount, a product is wrong by at most that
   * amount times the sum of the weights.
   */
  @Override
  public Rounding rounding() {
    double mean =
        unit == null || meanProduct == null
            ? 0
            : Math.max(0, blas.dot(size(), unit, 0, meanProduct, 0));
    double ulps = gram.epsilon() * mean;
    double level = ulps <= Double.MAX_VALUE ? rows * ulps : 0;
    double residual = Math.min(level, RESIDUAL_ULPS * Math.sqrt(size()) * ulps);
    return new Rounding(level, Math.max(residual, total * gram.entryError()));
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    int n = size();
    if (unit == null && roots == null) {
      gram.apply(columns, x, y);
      return;
    }
    boolean withMean = unit != null && meanProduct == null;
    int width = withMean ? columns + 1 : columns;
    double[] input = new double[n * width];
    double[] output = withMean ? new double[n * width] : y;
    Tall given = Tall.of(x, columns);
    Tall wide = Tall.of(input, width);
    RowBlocks blocks = rowBlocks(width);
    if (unit == null) {
      blocks.copy(given, wide);
    } else {
      Tall mean = Tall.of(unit, 1);
      RowBlocks.Sweep last = project(given, wide.columns(0, columns));
      if (withMean) {
        last.copy(mean, wide.columns(columns, 1));
      }
      last.run();
    }
    applyWeighted(width, input, output);
    Tall products = Tall.of(output, width);
    if (withMean) {
      meanProduct = new double[n];
      blocks.copy(products.columns(columns, 1), Tall.of(meanProduct, 1));
    }
    if (unit != null) {
      project(products.columns(0, columns), Tall.of(y, columns)).run();
    }
  }

  /**
   * Y = W^1/2 K W^1/2 X; X is destroyed. Products in single precision hold no vector of the size of
   * very small or very large weights, so their common power of two goes around the product.
   */
  private void applyWeighted(int columns, double[] x, double[] y) {
    scaleRows(columns, x, -exponent);
    gram.apply(columns, x, y);
    scaleRows(columns, y, exponent);
  }

  private RowBlocks rowBlocks(int columns) {
    if (rowBlocks == null || columns > most) {
      most = columns;
      rowBlocks = new RowBlocks(size(), 1, columns, workers);
    }
    return rowBlocks;
  }

  /**
   * Prepares Y = (I - s s') X, which is computed when the returned sweep is run; X and Y may be the
   * same.
   */
  private RowBlocks.Sweep project(Tall x, Tall y) {
    Tall mean = Tall.of(unit, 1);
    int columns = x.columns();
    double[] shares = new double[columns];
    RowBlocks.Sweep sweep = rowBlocks.sweep();
    if (x.values() != y.values()) {
      sweep.copy(x, y);
    }
    sweep.transposeTimes(mean, y, shares, columns).run();
    return rowBlocks.sweep().addProduct(-1, mean, shares, columns, 1, y);
  }

  /** X = W^1/2 X for row-major X. */
  public void scaleRows(int columns, double[] x) {
    scaleRows(columns, x, 0);
  }

  private void scaleRows(int columns, double[] x, int power) {
    if (roots == null) {
      return;
    }
    for (int i = 0; i < size(); i++) {
      double factor = Math.scalb(roots[i], power);
      for (int c = 0; c < columns; c++) {
        x[i * columns + c] *= factor;
      }
    }
  }

  /** The diagonal of W^1/2 K W^1/2: what each row adds to the trace before centering. */
  public double[] diagonal() {
    if (diagonal == null) {
      diagonal = gram.diagonal();
      for (int i = 0; i < diagonal.length; i++) {
        diagonal[i] *= roots == null ? 1 : roots[i] * roots[i];
      }
    }
    return diagonal;
  }

  @Override
  public void copyLower(double[] into) {
    int n = size();
    gram.copyLower(into);
    if (roots != null) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          into[i * n + j] *= roots[i] * roots[j];
        }
      }
    }
    if (unit != null) {
      double[] product = new double[n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          product[i] += into[i * n + j] * unit[j];
          product[j] += into[i * n + j] * unit[i];
        }
        product[i] += into[i * n + i] * unit[i];
      }
      meanProduct = product;
      double quadratic = blas.dot(n, unit, 0, product, 0);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          into[i * n + j] +=
              unit[i] * unit[j] * quadratic - unit[i] * product[j] - product[i] * unit[j];
        }
      }
    }
  }
}
