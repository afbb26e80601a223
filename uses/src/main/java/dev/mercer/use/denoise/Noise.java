package dev.mercer.use.denoise;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.spec.Spec;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Noise that is put on rows to see how well it is taken off again (SK section 6.5).
 *
 * <p>It is put on values as they are in the data, before any scaling, so its parameters are in
 * their units: sigma = 50 is meant for pixels from 0 to 255. Noisy values are not clipped. The
 * numbers drawn for a row depend on the seed and the row's number alone, never on threads or
 * blocks.
 *
 * <p>What linear filters need to know is that a noisy value x' of a value x has the mean {@code
 * kept() x + shift()} and some variance about it.
 */
public sealed interface Noise permits GaussianNoise, SaltPepperNoise {

  /**
   * From {@code gaussian(sigma=50)}, {@code salt-pepper(p=0.1)} or {@code
   * salt-pepper(p=0.1,low=0,high=255)}.
   *
   * @throws IllegalArgumentException for other names, keys, and values out of range
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
   * @param range null for the one that the data have
   */
  static Noise saltPepper(double probability, ValueRange range) {
    return new SaltPepperNoise(probability, range);
  }

  /** The text that {@link #parse} turns back into this. */
  String spec();

  /** The same noise with all that was left to the data settled by these rows. */
  Noise settled(Rows rows);

  /** Puts noise on one row, in place. */
  void disturb(double[] values, int offset, int columns, SplittableRandom random);

  /** The factor of x in the mean of x'. */
  double kept();

  /** The number that the noise adds in the mean: the mean of x' is kept() x + shift(). */
  double shift();

  /** The variance of x' about its mean given x, for values x of this mean and variance. */
  double spread(double mean, double variance);

  /** The mean of (x' - x)^2 for values of this mean and variance. */
  default double meanSquare(double mean, double variance) {
    double loss = kept() - 1;
    double bias = loss * mean + shift();
    return bias * bias + loss * loss * variance + spread(mean, variance);
  }

  /**
   * Puts noise on rows, in place.
   *
   * @param rowMajor the rows from {@code firstRow} on
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
