package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;

/**
 * The best of several random sets of landmarks, judged by the variance they capture (SK 4.1.3).
 * Sets are drawn as {@link Uniform} does, and the first is the very one it would give, so the
 * result is never worse.
 *
 * <p>Cost: {@code trials} times n m kernel values and O(n m^2) flops.
 *
 * @param trials sets drawn
 */
public record Ransac(int trials) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "ransac";

  /** Sets drawn where no number is given. */
  public static final int DEFAULT_TRIALS = 10;

  /** The largest number of sets that can be asked for. */
  public static final int MOST_TRIALS = 1_000_000;

  public Ransac {
    if (trials < 1 || trials > MOST_TRIALS) {
      throw new IllegalArgumentException(
          "ransac: trials = " + trials + " is outside 1 to " + MOST_TRIALS);
    }
  }

  /** With the usual number of sets. */
  public Ransac() {
    this(DEFAULT_TRIALS);
  }

  @Override
  public String spec() {
    return Spec.of(NAME).withUnusual("trials", trials, DEFAULT_TRIALS).text();
  }
}
