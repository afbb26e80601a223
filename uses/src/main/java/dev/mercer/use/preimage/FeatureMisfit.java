package dev.mercer.use.preimage;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelBlock;
import dev.mercer.internal.blocks.PairSlopes;
import dev.mercer.internal.blocks.PairedRows;
import dev.mercer.internal.blocks.PointBlock;
import dev.mercer.internal.blocks.Shift;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * How far the features of candidates z are from projections Phi_P g, and in which direction they
 * come closer; computed for a block of candidates at once.
 *
 * <p>|phi(z) - Phi_P g|^2 = rho(z) + g'Kg with the misfit rho(z) = k(z, z) - 2 g' k(P, z). Let a be
 * the derivative of the kernel by the inner product of its points and b the one by their squared
 * distance. Then grad rho / 2 = D z - N with
 *
 * <ul>
 *   <li>N = sum_i g_i w_i x_i, w_i = a(z, x_i) - 2 b(z, x_i)
 *   <li>D = a(z, z) - 2 sum_i g_i b(z, x_i)
 * </ul>
 *
 * so that rho is stationary at z = N / D. For the Gaussian kernel this is the fixed point of Mika
 * et al.; for other kernels of distances it is the same with their derivatives as weights; for
 * kernels f(x.y) it is sum_i g_i f'(z.x_i) x_i / f'(z.z). If D is positive, rho falls in the
 * direction of N / D.
 *
 * <ol>
 *   <li>for each tile of points: pair values of candidates and points by GEMM, which become kernel
 *       values and weights, both multiplied by g
 *   <li>N: the products of weights and points, by GEMM
 * </ol>
 *
 * Cost per candidate: 4 p d flops and p kernel values; half of the flops if only the misfit is
 * computed. Memory: some tiles per thread. Candidates are given and returned minus {@link #shift}.
 */
final class FeatureMisfit {

  /** Points per tile: with 256 candidates, half a megabyte of weights, which the cache holds. */
  private static final int TILE = 252;

  /**
   * Squared distances are replaced by at least this share of the squared spread of the points,
   * because kernels with a peak have infinite weights at the points themselves.
   */
  private static final double CLOSEST = 1e-30;

  /** Many candidates are evaluated many times, so it pays to compile vector loops. */
  private static final long MANY_VALUES = 1L << 30;

  private final Rows points;
  private final Kernel kernel;
  private final int columns;
  private final double[] shift;
  private final double spread;
  private final KernelBlock block;
  private final PairedRows paired;
  private final PairSlopes slopes;
  private final KernelBlock innerProducts;
  private final KernelBlock squaredDistances;
  private final Blas blas;

  FeatureMisfit(Rows points, Kernel kernel, Workers workers) {
    this.points = points;
    Backend backend = workers.backend();
    this.blas = backend.blas();
    this.kernel = kernel;
    this.columns = points.columns();
    this.shift = Shift.choose(points, kernel, workers);
    this.block =
        new KernelBlock(
            kernel, columns, shift, KernelBlock.mapsFor(kernel, MANY_VALUES, backend), blas);
    this.paired = new PairedRows(points, block, shift, workers);
    this.spread = spread(points);
    // The derivative of a Gaussian is proportional to its value, and the factor cancels in N / D.
    boolean slopesNeeded = hasSteps(kernel) && !gaussian(kernel);
    this.slopes = slopesNeeded ? PairSlopes.of(kernel) : null;
    this.innerProducts = pairValues(Pairing.INNER_PRODUCT, backend);
    this.squaredDistances = pairValues(Pairing.SQUARED_DISTANCE, backend);
  }

  /**
   * Whether the fixed-point steps are defined: all parts of the kernel depend on inner products or
   * squared distances, and the misfit has a minimum. For an indefinite kernel of inner products
   * (tanh) it has none: it falls without end as z goes to infinity.
   */
  static boolean hasSteps(Kernel kernel) {
    return pairsUp(kernel) && (kernel.positiveSemidefinite() || RadialInverse.exists(kernel));
  }

  private static boolean pairsUp(Kernel kernel) {
    return KernelForm.of(kernel)
        .leaves()
        .allMatch(
            leaf ->
                leaf instanceof PairForm pair
                    && (pair.pairing() == Pairing.INNER_PRODUCT
                        || pair.pairing() == Pairing.SQUARED_DISTANCE));
  }

  private static boolean gaussian(Kernel kernel) {
    return KernelForm.of(kernel).scaledPair().flatMap(one -> one.pair().gaussian()).isPresent();
  }

  private boolean uses(Pairing pairing) {
    return slopes != null && slopes.uses(pairing);
  }

  /** The block that computes these pair values; null if no part of the kernel needs them. */
  private KernelBlock pairValues(Pairing pairing, Backend backend) {
    return uses(pairing)
        ? KernelBlock.ofPairValues(pairing, columns, shift, MANY_VALUES, backend)
        : null;
  }

  /** The vector subtracted from points and candidates; null if nothing is subtracted. */
  double[] shift() {
    return shift;
  }

  /** The root mean squared distance of the points from their mean, a natural unit of length. */
  double spread() {
    return spread;
  }

  /** The memory of one thread, and the results of the last evaluation for each candidate. */
  final class Place {
    /** rho. */
    final double[] misfits;

    /** |k(z, z)| + 2 sum |g_i k(z, x_i)|; the rounding error of rho is a few ulps of it. */
    final double[] misfitTerms;

    /** D; only computed if steps were requested. */
    final double[] denominators;

    /** |a(z, z)| + sum |g_i w_i|, the sum of the magnitudes of the terms of D. */
    final double[] denominatorTerms;

    /** N / D, row-major. */
    final double[] targets;

    private final double[] weightSums;
    private final PointBlock left = new PointBlock();
    private final PointBlock right = new PointBlock();
    private final double[] rightBuffer;
    private final double[] values;
    private final double[] inner;
    private final double[] squared;
    private final KernelBlock.Scratch scratch;
    private final double[] pair = new double[PairSlopes.SHARED];
    private final double[] slope = new double[PairSlopes.SHARED];

    private Place(int rows) {
      int width = Math.min(TILE, points.count());
      misfits = new double[rows];
      misfitTerms = new double[rows];
      denominators = new double[rows];
      denominatorTerms = new double[rows];
      targets = new double[Math.multiplyExact(rows, columns)];
      weightSums = new double[rows];
      left.squaredNorms = new double[rows];
      left.shiftProducts = new double[rows];
      rightBuffer = paired.direct() ? null : new double[Math.multiplyExact(width, columns)];
      values = new double[rows * width];
      inner = innerProducts == null ? null : new double[rows * width];
      squared = squaredDistances == null ? null : new double[rows * width];
      scratch = block.scratch(rows, width);
    }
  }

  /** Memory for up to this number of candidates at a time. */
  Place place(int rows) {
    return new Place(rows);
  }

  /**
   * Evaluates some candidates and writes the results to a place.
   *
   * @param candidates row-major, minus the shift
   * @param coefficients g of every candidate, one row of p values each
   * @param steps whether denominators and targets are wanted, too
   */
  void evaluate(double[] candidates, int rows, double[] coefficients, boolean steps, Place place) {
    PointBlock left = place.left;
    left.values = candidates;
    left.count = rows;
    block.norms(rows, candidates, 0, left.squaredNorms, left.shiftProducts, 0);
    Arrays.fill(place.misfits, 0, rows, 0);
    Arrays.fill(place.misfitTerms, 0, rows, 0);
    Arrays.fill(place.denominators, 0, rows, 0);
    Arrays.fill(place.denominatorTerms, 0, rows, 0);
    Arrays.fill(place.weightSums, 0, rows, 0);
    for (int from = 0; from < points.count(); from += TILE) {
      int width = Math.min(TILE, points.count() - from);
      paired.load(place.right, from, width, place.rightBuffer);
      if (steps && slopes != null) {
        weighSlopes(rows, from, width, coefficients, place);
      } else {
        weighValues(rows, from, width, coefficients, place);
      }
      if (steps) {
        PointBlock right = place.right;
        View weights = View.of(place.values, rows, width);
        View some = View.at(right.values, right.offset, width, columns, columns);
        View targets = View.of(place.targets, rows, columns);
        blas.multiply(1, weights, some, from == 0 ? 0 : 1, targets);
      }
    }
    double[] z = new double[columns];
    for (int i = 0; i < rows; i++) {
      double own = kernel.diagonal(point(candidates, i, z));
      place.misfits[i] = own - 2 * place.misfits[i];
      place.misfitTerms[i] = Math.abs(own) + 2 * place.misfitTerms[i];
      if (steps) {
        finishStep(i, z, place);
      }
    }
  }

  /** The kernel values of a tile times g, which for a Gaussian are the weights, too. */
  private void weighValues(int rows, int from, int width, double[] coefficients, Place place) {
    double[] values = place.values;
    block.evaluate(place.left, place.right, values, 0, width, false, place.scratch);
    for (int i = 0; i < rows; i++) {
      int g = i * points.count() + from;
      int at = i * width;
      double sum = 0;
      double terms = 0;
      for (int j = 0; j < width; j++) {
        double term = coefficients[g + j] * values[at + j];
        values[at + j] = term;
        sum += term;
        terms += Math.abs(term);
      }
      place.misfits[i] += sum;
      place.misfitTerms[i] += terms;
      place.denominators[i] += sum;
      place.denominatorTerms[i] += terms;
      place.weightSums[i] += sum;
    }
  }

  /** Values and derivatives pair by pair; at the end the tile holds the weights times g. */
  private void weighSlopes(int rows, int from, int width, double[] coefficients, Place place) {
    if (innerProducts != null) {
      innerProducts.evaluate(place.left, place.right, place.inner, 0, width, false, place.scratch);
    }
    if (squaredDistances != null) {
      squaredDistances.evaluate(
          place.left, place.right, place.squared, 0, width, false, place.scratch);
    }
    double closest = CLOSEST * spread * spread;
    int product = Pairing.INNER_PRODUCT.ordinal();
    int distance = Pairing.SQUARED_DISTANCE.ordinal();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < width; j++) {
        int at = i * width + j;
        place.pair[product] = place.inner == null ? 0 : place.inner[at];
        place.pair[distance] = place.squared == null ? 0 : Math.max(closest, place.squared[at]);
        double value = slopes.at(place.pair, place.slope);
        double g = coefficients[i * points.count() + from + j];
        double byDistance = -2 * g * place.slope[distance];
        double weight = g * place.slope[product] + byDistance;
        place.values[at] = weight;
        place.misfits[i] += g * value;
        place.misfitTerms[i] += Math.abs(g * value);
        place.denominators[i] += byDistance;
        place.denominatorTerms[i] += Math.abs(weight);
        place.weightSums[i] += weight;
      }
    }
  }

  /** Adds a(z, z) to D, and turns N of the shifted points into N / D minus the shift. */
  private void finishStep(int row, double[] z, Place place) {
    double own = 0;
    if (innerProducts != null) {
      place.pair[Pairing.INNER_PRODUCT.ordinal()] = Pairing.INNER_PRODUCT.of(z, z);
      place.pair[Pairing.SQUARED_DISTANCE.ordinal()] = 0;
      slopes.at(place.pair, place.slope);
      own = place.slope[Pairing.INNER_PRODUCT.ordinal()];
    }
    place.denominators[row] += own;
    place.denominatorTerms[row] += Math.abs(own);
    double denominator = place.denominators[row];
    // N = N' + W s for x = x' + s, where W is the sum of the weights; W = D without inner products.
    double excess = (place.weightSums[row] - denominator) / denominator;
    for (int c = 0; c < columns; c++) {
      double target = place.targets[row * columns + c] / denominator;
      place.targets[row * columns + c] =
          shift == null || innerProducts == null ? target : target + excess * shift[c];
    }
  }

  /** A candidate in the coordinates of the kernel. */
  private double[] point(double[] candidates, int row, double[] into) {
    for (int c = 0; c < columns; c++) {
      into[c] = candidates[row * columns + c] + (shift == null ? 0 : shift[c]);
    }
    return into;
  }

  private static double spread(Rows points) {
    int d = points.columns();
    double[] mean = new double[d];
    double[] x = new double[d];
    for (int i = 0; i < points.count(); i++) {
      points.copy(i, 1, x, 0);
      for (int c = 0; c < d; c++) {
        mean[c] += x[c] / points.count();
      }
    }
    double sum = 0;
    for (int i = 0; i < points.count(); i++) {
      points.copy(i, 1, x, 0);
      sum += Pairing.SQUARED_DISTANCE.of(x, mean) / points.count();
    }
    return Math.sqrt(sum);
  }
}
