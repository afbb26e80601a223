package dev.mercer.landmark;

/**
 * Landmarks by farthest points (Gonzalez 1985) in feature space: each next one is the row of
 * positive weight whose feature is farthest from those chosen, by |phi_i - phi_j|^2 = k_ii + k_jj -
 * 2 k_ij. The first is the one of the largest k_ii. Ties, up to rounding, go to the lowest row.
 * Weights other than zero make no difference.
 *
 * <p>Cost: n m kernel values, O(n) memory.
 */
public record Farthest() implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "farthest";

  @Override
  public String spec() {
    return NAME;
  }
}
