package dev.mercer.internal.kernel;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.kernel.Kernel;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The spectral measure of a shift-invariant kernel, from which frequencies are drawn: k(x - y) =
 * k(0) E cos(w.(x - y)) by Bochner's theorem.
 *
 * <p>All draws are independent:
 *
 * <ul>
 *   <li>for a simple kernel, a draw from its own {@link Spectrum}
 *   <li>for a product of kernels, the sum of one draw per factor
 *   <li>for a sum, a draw of one of the parts, chosen with probability k_i(0) / k(0)
 * </ul>
 *
 * <p>Orthogonal frequencies [Yu et al. 2016]: frequencies are grouped in blocks of at most d. Each
 * block is given the directions of a random orthonormal basis, while the lengths are kept. Each
 * single frequency has the same distribution as before, so that the mean remains k, and the
 * variance becomes smaller. This requires a measure in which all directions are equally likely,
 * unlike that of laplacian-l1. Frequencies of such a measure are normal vectors g times random
 * lengths. The direction of g is independent of its length, and in a QR factorization of a Gaussian
 * matrix the orthogonal factor is independent of the triangular one. So the basis can be computed
 * from the frequencies themselves: by Cholesky factorization of the Gram matrix of their
 * directions, twice for full accuracy.
 */
public final class SpectralMeasure {

  /** Longer frequencies would make phases overflow; such a draw is practically impossible. */
  private static final double LARGEST_FREQUENCY = 1e150;

  private final KernelForm form;
  private final double mass;

  private SpectralMeasure(KernelForm form) {
    this.form = form;
    this.mass = mass(form);
  }

  /**
   * @throws IllegalArgumentException if the kernel is not shift-invariant or its measure is not
   *     known
   */
  public static SpectralMeasure of(Kernel kernel) {
    KernelForm form = KernelForm.of(kernel);
    form.leaves()
        .filter(leaf -> spectrum(leaf).isEmpty())
        .findFirst()
        .ifPresent(
            leaf -> {
              throw new IllegalArgumentException(
                  "random Fourier features need a shift-invariant kernel, which "
                      + leaf.kernel().spec()
                      + (leaf == form ? "" : " in " + kernel.spec())
                      + " is not known to be; allowed are gaussian, laplacian, laplacian-l1,"
                      + " matern, rational-quadratic, cauchy, and sums, products and multiples of"
                      + " these");
            });
    return new SpectralMeasure(form);
  }

  private static Optional<Spectrum> spectrum(KernelForm leaf) {
    return leaf.scaledPair().flatMap(one -> one.pair().spectrum());
  }

  /** k(0) of a part of the kernel; for a simple kernel it is 1. */
  private static double mass(KernelForm part) {
    if (part.operation().isEmpty()) {
      return 1;
    }
    return switch (part.operation().get()) {
      case SCALING -> part.factor() * mass(part.parts().get(0));
      case SUM -> part.parts().stream().mapToDouble(SpectralMeasure::mass).sum();
      case PRODUCT ->
          part.parts().stream().mapToDouble(SpectralMeasure::mass).reduce(1, (a, b) -> a * b);
    };
  }

  /** k(0), the kernel's value at distance 0. */
  public double mass() {
    return mass;
  }

  /** Refuses a measure whose directions are not equally likely. */
  public void requireIsotropic() {
    if (!form.leaves().allMatch(leaf -> spectrum(leaf).orElseThrow().isotropic())) {
      throw new IllegalArgumentException(
          "orthogonal random features need a kernel that is the same in all directions, which "
              + form.kernel().spec()
              + " is not; take random-features(orthogonal=false)");
    }
  }

  /**
   * Draws features.
   *
   * @param count number of features, D
   * @param columns number of columns of the rows, d
   * @param blas computes orthogonal directions
   * @throws IllegalArgumentException if orthogonal features are asked for and not all directions
   *     are equally likely
   */
  public FourierFeatures draw(
      int count, int columns, boolean orthogonal, SplittableRandom random, Blas blas) {
    if (orthogonal) {
      requireIsotropic();
    }
    double[] frequencies = new double[Math.multiplyExact(count, columns)];
    double[] phases = new double[count];
    double[] one = new double[columns];
    for (int j = 0; j < count; j++) {
      do {
        java.util.Arrays.fill(one, 0);
        add(form, one, random);
      } while (!(largest(one) <= LARGEST_FREQUENCY));
      System.arraycopy(one, 0, frequencies, j * columns, columns);
      phases[j] = 2 * Math.PI * random.nextDouble();
    }
    if (orthogonal) {
      for (int first = 0; first < count; first += columns) {
        orthogonalize(
            Math.min(columns, count - first), columns, frequencies, first * columns, blas);
      }
    }
    return FourierFeatures.of(form.kernel(), Matrix.wrap(count, columns, frequencies), phases);
  }

  private static double largest(double[] vector) {
    double largest = 0;
    for (double value : vector) {
      largest = Math.max(largest, Math.abs(value)); // NaN stays NaN
    }
    return largest;
  }

  /** Adds one draw from the measure of a kernel to a frequency. */
  private static void add(KernelForm part, double[] frequency, SplittableRandom random) {
    if (part.operation().isEmpty()) {
      spectrum(part).orElseThrow().add(frequency, random);
    } else if (part.operation().get() == ComposedForm.Operation.SUM) {
      add(choose(part, random), frequency, random);
    } else {
      for (KernelForm factor : part.parts()) {
        add(factor, frequency, random);
      }
    }
  }

  private static KernelForm choose(KernelForm sum, SplittableRandom random) {
    double at = random.nextDouble() * mass(sum);
    for (KernelForm part : sum.parts()) {
      at -= mass(part);
      if (at < 0) {
        return part;
      }
    }
    return sum.parts().get(sum.parts().size() - 1);
  }

  /** Replaces the directions of some rows by orthogonal ones and keeps their lengths. */
  private static void orthogonalize(int count, int columns, double[] rows, int offset, Blas blas) {
    double[] lengths = new double[count];
    double[] basis = new double[columns * count]; // transposed: each row is a column here
    for (int j = 0; j < count; j++) {
      int row = offset + j * columns;
      lengths[j] = blas.norm(columns, rows, row);
      for (int c = 0; c < columns; c++) {
        // A vector of length 0 (from a kernel that is nearly constant) has no direction and needs
        // none.
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
