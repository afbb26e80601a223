package dev.mercer.landmark;

/**
 * Landmarks drawn without replacement, each next one with probability proportional to the norm of
 * its column of the Gram matrix, |K_:i| (RK section 7, "column-norm"); norms are exact. With
 * weights, w_i |W^1/2 K_:i|: as if each row were there as often as its weight says.
 *
 * <p>Cost: n^2 / 2 kernel values.
 */
public record ColumnNorm() implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "column-norm";

  @Override
  public String spec() {
    return NAME;
  }
}
