package dev.mercer.landmark;

/**
 * KDE paring (Freedman and Kisilev 2010) as RS describes it: the density estimate of n rows is
 * pared down to that of m rows sampled from them, each with the weight n / m. With one seed the
 * rows are those of {@link Uniform}; the two differ in the weights alone.
 *
 * <p>Cost: O(n log m), no kernel values. Works for a precomputed kernel.
 */
public record KdeParing() implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "kde-paring";

  @Override
  public String spec() {
    return NAME;
  }
}
