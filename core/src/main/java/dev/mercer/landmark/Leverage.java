package dev.mercer.landmark;

/**
 * Landmarks drawn by ridge leverage scores, (K (K + lambda I)^-1)_ii, which are estimated by
 * recursive sampling (Musco and Musco 2017).
 *
 * <p>Cost: about 2 n m kernel values, 4 n m^2 flops; m^2 doubles and blocks of rows.
 */
public record Leverage() implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "leverage";

  @Override
  public String spec() {
    return NAME;
  }
}
