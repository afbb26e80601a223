package dev.mercer.landmark;

/**
 * Landmarks drawn at random: every row equally likely, or by its weight; without replacement. By
 * one seed the first m of a larger choice are the choice of m, so that a set can grow.
 *
 * <p>Cost: O(n log n), no kernel values.
 */
public record Uniform() implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "uniform";

  @Override
  public String spec() {
    return NAME;
  }
}
