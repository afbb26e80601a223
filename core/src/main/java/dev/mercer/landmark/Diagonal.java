package dev.mercer.landmark;

/**
 * Landmarks drawn without replacement, each next one with probability proportional to its weighted
 * diagonal entry w_i k_ii (RK section 7, "diagonal"). With a kernel of constant diagonal that is
 * {@link Uniform}.
 *
 * <p>Cost: n kernel values, O(n log m).
 */
public record Diagonal() implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "diagonal";

  @Override
  public String spec() {
    return NAME;
  }
}
