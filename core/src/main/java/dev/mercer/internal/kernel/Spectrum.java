package dev.mercer.internal.kernel;

import java.util.SplittableRandom;

/**
 * The spectral measure of a simple shift-invariant kernel with k(x, x) = 1, from which frequencies
 * are drawn.
 */
public interface Spectrum {

  /** Whether all directions are equally likely, so that orthogonal frequencies are allowed. */
  default boolean isotropic() {
    return true;
  }

  /** Adds one draw to the given frequency. */
  void add(double[] frequency, SplittableRandom random);

  /**
   * A measure under which all coordinates of a frequency are normal with the same standard
   * deviation, which is drawn first.
   */
  static Spectrum normal(Deviation deviation) {
    return (frequency, random) -> {
      double scale = deviation.draw(random);
      for (int c = 0; c < frequency.length; c++) {
        frequency[c] += scale * random.nextGaussian();
      }
    };
  }

  /** Draws a standard deviation. */
  @FunctionalInterface
  interface Deviation {
    double draw(SplittableRandom random);
  }

  /**
   * sqrt(f / chi^2_f): a normal draw times this is a draw from Student's t distribution with f
   * degrees of freedom.
   */
  static double student(int freedom, SplittableRandom random) {
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
}
