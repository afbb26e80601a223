package dev.mercer.kernel;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.blocks.KernelTree;
import java.util.SplittableRandom;

/**
 * The spectral measure of a shift-invariant kernel, to draw frequencies from: k(x - y) = k(0) E
 * cos(w.(x - y)) by Bochner's theorem.
 *
 * <p>With g standard normal in d dimensions and all draws independent:
 *
 * <ul>
 *   <li>gaussian: w = g / sigma
 *   <li>matern: w = g sqrt(2 nu / chi^2_(2 nu)) / length, a multivariate t; laplacian is the case
 *       nu = 1/2, a multivariate Cauchy
 *   <li>rational-quadratic: w = g sqrt(u / alpha) / length, u Gamma(alpha); cauchy is the case
 *       alpha = 1, length = sigma / sqrt(2)
 *   <li>laplacian-l1: every coordinate Cauchy / sigma
 *   <li>a product of kernels: the sum of a draw of each factor
 *   <li>a sum: a draw of one of the parts, chosen with probability k_i(0) / k(0)
 * </ul>
 *
 * <p>Orthogonal frequencies [Yu et al. 2016]: blocks of at most d of them get the directions of a
 * random orthonormal basis and keep their lengths. Each one alone is distributed as before, so that
 * the mean stays k, and the variance shrinks. This needs a measure that looks the same in all
 * directions, which laplacian-l1 has not. Since g is independent of its length, and the triangular
 * factor of a Gaussian matrix of its orthogonal one, the basis comes from the frequencies
 * themselves: Cholesky of the Gram matrix of their directions, twice for full accuracy.
 */
public final class SpectralMeasure {

  /** Lengths beyond this would make phases overflow; such a draw is as good as impossible. */
  private static final double LARGEST_FREQUENCY = 1e150;

  private final Kernel kernel;
  private final double mass;

  private SpectralMeasure(Kernel kernel, double mass) {
    this.kernel = kernel;
    this.mass = mass;
  }

  /**
   * @throws IllegalArgumentException if the kernel is not shift-invariant or its measure not known
   */
  public static SpectralMeasure of(Kernel kernel) {
    return new SpectralMeasure(kernel, mass(kernel, kernel));
  }

  private static double mass(Kernel kernel, Kernel whole) {
    if (kernel instanceof ScaledKernel scaled) {
      return scaled.factor() * mass(scaled.kernel(), whole);
    }
    if (kernel instanceof SumKernel sum) {
      return sum.parts().stream().mapToDouble(part -> mass(part, whole)).sum();
    }
    if (kernel instanceof ProductKernel product) {
      return product.parts().stream()
          .mapToDouble(part -> mass(part, whole))
          .reduce(1, (a, b) -> a * b);
    }
    if (kernel instanceof Gaussian
        || kernel instanceof Laplacian
        || kernel instanceof LaplacianL1
        || kernel instanceof Matern
        || kernel instanceof RationalQuadratic
        || kernel instanceof Cauchy) {
      return 1;
    }
    throw new IllegalArgumentException(
        "random Fourier features need a shift-invariant kernel, which "
            + kernel.spec()
            + (kernel == whole ? "" : " in " + whole.spec())
            + " is not known to be; allowed are gaussian, laplacian, laplacian-l1, matern,"
            + " rational-quadratic, cauchy, and sums, products and multiples of these");
  }

  /** k(0), the kernel at distance 0. */
  public double mass() {
    return mass;
  }

  private static boolean isotropic(Kernel part) {
    return !(part instanceof LaplacianL1)
        && KernelTree.parts(part).stream().allMatch(SpectralMeasure::isotropic);
  }

  /** Refuses a measure whose directions are not equally likely. */
  public void requireIsotropic() {
    if (!isotropic(kernel)) {
      throw new IllegalArgumentException(
          "orthogonal random features need a kernel that is the same in all directions, which "
              + kernel.spec()
              + " is not; take random-features(orthogonal=false)");
    }
  }

  /**
   * Draws features.
   *
   * @param count number of features, D
   * @param columns number of columns of the rows, d
   * @throws IllegalArgumentException if orthogonal ones are asked for and directions are not alike
   */
  public FourierFeatures draw(int count, int columns, boolean orthogonal, SplittableRandom random) {
    if (orthogonal) {
      requireIsotropic();
    }
    double[] frequencies = new double[Math.multiplyExact(count, columns)];
    double[] phases = new double[count];
    double[] one = new double[columns];
    for (int j = 0; j < count; j++) {
      do {
        java.util.Arrays.fill(one, 0);
        add(kernel, one, random);
      } while (!(largest(one) <= LARGEST_FREQUENCY));
      System.arraycopy(one, 0, frequencies, j * columns, columns);
      phases[j] = 2 * Math.PI * random.nextDouble();
    }
    if (orthogonal) {
      for (int first = 0; first < count; first += columns) {
        orthogonalize(Math.min(columns, count - first), columns, frequencies, first * columns);
      }
    }
    return FourierFeatures.of(kernel, Matrix.wrap(count, columns, frequencies), phases);
  }

  private static double largest(double[] vector) {
    double largest = 0;
    for (double value : vector) {
      largest = Math.max(largest, Math.abs(value)); // NaN stays NaN
    }
    return largest;
  }

  /** Adds one draw of a kernel's measure to a frequency. */
  private static void add(Kernel part, double[] frequency, SplittableRandom random) {
    if (part instanceof ScaledKernel scaled) {
      add(scaled.kernel(), frequency, random);
    } else if (part instanceof ProductKernel product) {
      for (Kernel factor : product.parts()) {
        add(factor, frequency, random);
      }
    } else if (part instanceof SumKernel sum) {
      add(choose(sum, random), frequency, random);
    } else if (part instanceof LaplacianL1 laplacian) {
      for (int c = 0; c < frequency.length; c++) {
        frequency[c] += Math.tan(Math.PI * (random.nextDouble() - 0.5)) / laplacian.sigma();
      }
    } else {
      double scale = scale(part, random);
      for (int c = 0; c < frequency.length; c++) {
        frequency[c] += scale * random.nextGaussian();
      }
    }
  }

  private static Kernel choose(SumKernel sum, SplittableRandom random) {
    double at = random.nextDouble() * mass(sum, sum);
    for (Kernel part : sum.parts()) {
      at -= mass(part, sum);
      if (at < 0) {
        return part;
      }
    }
    return sum.parts().get(sum.parts().size() - 1);
  }

  /** The standard deviation of the Gaussian the frequency is drawn from. */
  private static double scale(Kernel part, SplittableRandom random) {
    if (part instanceof Gaussian gaussian) {
      return 1 / gaussian.sigma();
    }
    if (part instanceof Laplacian laplacian) {
      return studentScale(1, random) / laplacian.sigma();
    }
    if (part instanceof Matern matern) {
      return studentScale((int) Math.round(2 * matern.nu()), random) / matern.length();
    }
    if (part instanceof RationalQuadratic quadratic) {
      return Math.sqrt(gamma(quadratic.alpha(), random) / quadratic.alpha()) / quadratic.length();
    }
    Cauchy cauchy = (Cauchy) part;
    return Math.sqrt(2 * gamma(1, random)) / cauchy.sigma();
  }

  /** sqrt(f / chi^2_f). */
  private static double studentScale(int freedom, SplittableRandom random) {
    double squares = 0;
    for (int i = 0; i < freedom; i++) {
      double normal = random.nextGaussian();
      squares += normal * normal;
    }
    return Math.sqrt(freedom / squares);
  }

  /** A draw from Gamma(shape, 1) [Marsaglia and Tsang 2000]. */
  static double gamma(double shape, SplittableRandom random) {
    if (shape < 1) {
      // 1 - nextDouble() is never 0.
      return gamma(shape + 1, random) * Math.pow(1 - random.nextDouble(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double t = 1 + c * x;
      if (t > 0) {
        double v = t * t * t;
        double u = 1 - random.nextDouble();
        if (Math.log(u) < x * x / 2 + d - d * v + d * Math.log(v)) {
          return d * v;
        }
      }
    }
  }

  /** Gives rows orthogonal directions and leaves their lengths. */
  private static void orthogonalize(int count, int columns, double[] rows, int offset) {
    Blas blas = Backend.instance().blas();
    double[] lengths = new double[count];
    double[] basis = new double[columns * count]; // transposed: one row a column
    for (int j = 0; j < count; j++) {
      int row = offset + j * columns;
      lengths[j] = blas.norm(columns, rows, row);
      for (int c = 0; c < columns; c++) {
        // A length of 0 (a kernel that is nearly constant) has no direction and needs none.
        basis[c * count + j] = lengths[j] > 0 ? rows[row + c] / lengths[j] : (c == j ? 1 : 0);
      }
    }
    double[] gram = new double[count * count];
    for (int round = 0; round < 2; round++) {
      blas.syrkTransposed(count, columns, 1, basis, 0, count, 0, gram, 0, count);
      int minor = blas.cholesky(count, gram);
      if (minor != 0) {
        throw new NumericalException(
            "the first "
                + minor
                + " of "
                + count
                + " random frequencies are numerically dependent; take another seed or"
                + " random-features(orthogonal=false)");
      }
      blas.solveLowerForRows(columns, count, gram, count, basis, 0, count);
    }
    for (int j = 0; j < count; j++) {
      for (int c = 0; c < columns; c++) {
        rows[offset + j * columns + c] = lengths[j] * basis[c * count + j];
      }
    }
  }
}
