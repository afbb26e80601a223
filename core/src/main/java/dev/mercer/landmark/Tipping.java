package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;

/**
 * Landmarks and their weights by sparse probabilistic kernel PCA (Tipping 2001; SK section 5.2):
 * the points that keep a weight when the likelihood is at its maximum. The larger the noise, the
 * fewer. Weights are scaled to sum to the sum of the sample weights.
 *
 * <p>Cost: s^2 kernel values for a sample of s rows, s^2 flops for each of some hundred changes of
 * a weight; 4 s^2 doubles.
 *
 * @param noise sigma^2, which says how many landmarks there are; 0 to choose it by their number
 * @param sample most rows the likelihood is that of
 */
public record Tipping(double noise, int sample) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "tipping";

  /** Most rows the likelihood is that of where no number is given. */
  public static final int DEFAULT_SAMPLE = 1000;

  /** The largest sample: the whole Gram matrix of its rows is held. */
  public static final int MOST_SAMPLE = 40_000;

  public Tipping {
    if (!(noise >= 0 && noise < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          NAME + ": noise = " + noise + "; it is a variance above 0");
    }
    if (sample < 2 || sample > MOST_SAMPLE) {
      throw new IllegalArgumentException(
          NAME + ": sample = " + sample + "; 2 to 40,000 rows are allowed");
    }
  }

  /** With the noise at which about as many points as are asked for keep a weight. */
  public Tipping() {
    this(0, DEFAULT_SAMPLE);
  }

  /** As many points as keep a weight at this noise, a variance above 0. */
  public static Tipping ofNoise(double noise) {
    return new Tipping(noise, DEFAULT_SAMPLE);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).withUnusual("noise", noise, 0);
    return spec.withUnusual("sample", sample, DEFAULT_SAMPLE).text();
  }

  @Override
  public boolean choosesCount() {
    return noise > 0;
  }
}
