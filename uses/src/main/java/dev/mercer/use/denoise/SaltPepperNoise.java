package dev.mercer.use.denoise;

import dev.mercer.data.Rows;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;
import java.util.SplittableRandom;

/**
 * Salt-and-pepper noise: a value becomes the highest of its range with probability p/2, the lowest
 * with probability p/2, and otherwise stays as it is (SK section 6.5, step 4b).
 *
 * <p>With c the middle and h half the width of the range, x' has, given x, the mean (1 - p) x + p c
 * and the variance p (1 - p) (x - c)^2 + p h^2.
 *
 * @param probability p, above 0 and at most 1
 * @param range null for the range of the rows that the noise is added to; {@link #settled} fills it
 *     in
 */
record SaltPepperNoise(double probability, ValueRange range) implements Noise {

  static final String NAME = "salt-pepper";

  SaltPepperNoise {
    if (!(probability > 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "salt-pepper noise: p = "
              + Numbers.text(probability)
              + "; it is a probability, above 0 and at most 1");
    }
  }

  static SaltPepperNoise of(Spec spec) {
    spec.requireKeys("p", "low", "high");
    double probability = spec.number("p");
    boolean given = spec.has("low") || spec.has("high");
    return new SaltPepperNoise(
        probability, given ? new ValueRange(spec.number("low"), spec.number("high")) : null);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).with("p", probability);
    return (range == null ? spec : spec.with("low", range.low()).with("high", range.high())).text();
  }

  @Override
  public Noise settled(Rows rows) {
    return range != null
        ? this
        : new SaltPepperNoise(
            probability,
            ValueRange.seenIn(rows)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "salt-pepper noise: the rows have no two different values, so they"
                                + " have no range; give it, for instance salt-pepper(p="
                                + Numbers.text(probability)
                                + ",low=0,high=255)")));
  }

  @Override
  public void disturb(double[] values, int offset, int columns, SplittableRandom random) {
    ValueRange ends = ends();
    for (int j = 0; j < columns; j++) {
      double drawn = random.nextDouble();
      if (drawn < probability / 2) {
        values[offset + j] = ends.high();
      } else if (drawn < probability) {
        values[offset + j] = ends.low();
      }
    }
  }

  @Override
  public double kept() {
    return 1 - probability;
  }

  @Override
  public double shift() {
    return probability * ends().middle();
  }

  @Override
  public double spread(double mean, double variance) {
    double fromMiddle = mean - ends().middle();
    double half = ends().width() / 2;
    return probability * (1 - probability) * (variance + fromMiddle * fromMiddle)
        + probability * half * half;
  }

  private ValueRange ends() {
    if (range == null) {
      throw new IllegalStateException(
          "the range of salt-pepper noise is left to the data; settle it by rows first");
    }
    return range;
  }
}
