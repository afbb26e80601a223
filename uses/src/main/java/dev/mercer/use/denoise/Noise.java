package dev.mercer.use.denoise;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.spec.Spec;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Noise that is added to clean rows in order to measure how well it is removed again (SK section
 * 6.5).
 *
 * <p>It is added to the values as they are in the data, before any scaling, so its parameters are
 * in the units of the data: sigma = 50 is meant for pixels from 0 to 255. Noisy values are not
 * clipped. The random numbers of a row depend only on the seed and the number of the row, never on
 * threads or blocks.
 *
 * <p>Linear filters need the mean and the variance of a noisy value x' given the clean value x. The
 * mean is {@code kept() x + shift()}; {@link #spread} is the average of the variance.
 */
public sealed interface Noise permits GaussianNoise, SaltPepperNoise {

  /**
   * Reads {@code gaussian(sigma=50)}, {@code salt-pepper(p=0.1)} or {@code
   * salt-pepper(p=0.1,low=0,high=255)}.
   *
   * @throws IllegalArgumentException for other names or keys, and for values out of range
   */
  static Noise parse(String text) {
    Spec spec =
        Spec.parse("noise", text)
            .requireName("noise", List.of(GaussianNoise.NAME, SaltPepperNoise.NAME));
    return spec.name().equals(GaussianNoise.NAME)
        ? GaussianNoise.of(spec)
        : SaltPepperNoise.of(spec);
  }

  /**
   * Independent Gaussian numbers of this standard deviation, added to every value.
   *
   * @param sigma above 0, in the units of the data
   */
  static Noise gaussian(double sigma) {
    return new GaussianNoise(sigma);
  }

  /**
   * Each value becomes, with this probability, one of the two ends of a range.
   *
   * @param range null for the range of the data
   */
  static Noise saltPepper(double probability, ValueRange range) {
    return new SaltPepperNoise(probability, range);
  }

  /** The text from which {@link #parse} makes this noise again. */
  String spec();

  /** The same noise, with every parameter that was left open taken from these rows. */
  Noise settled(Rows rows);

  /** Adds noise to one row, in place. */
  void disturb(double[] values, int offset, int columns, SplittableRandom random);

  /** The factor of x in the mean of x'. */
  double kept();

  /** The constant that the noise adds on average: the mean of x' is kept() x + shift(). */
  double shift();

  /** The variance of x' about its mean given x, on average over x of this mean and variance. */
  double spread(double mean, double variance);

  /** The mean of (x' - x)^2, for values x of this mean and variance. */
  default double meanSquare(double mean, double variance) {
    double loss = kept() - 1;
    double bias = loss * mean + shift();
    return bias * bias + loss * loss * variance + spread(mean, variance);
  }

  /**
   * Adds noise to rows, in place.
   *
   * @param rowMajor the values of these rows, the first of which has the number {@code firstRow}
   */
  default void add(double[] rowMajor, int rows, int columns, long firstRow, long seed) {
    for (int i = 0; i < rows; i++) {
      disturb(rowMajor, i * columns, columns, RowSeed.random(seed, firstRow + i));
    }
  }

  /** A noisy copy of all rows. */
  default Matrix on(Rows rows, long seed) {
    double[] values = new double[Math.multiplyExact(rows.count(), rows.columns())];
    rows.copy(0, rows.count(), values, 0);
    add(values, rows.count(), rows.columns(), 0, seed);
    return Matrix.wrap(rows.count(), rows.columns(), values);
  }
}
