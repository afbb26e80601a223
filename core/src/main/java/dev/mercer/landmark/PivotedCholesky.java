package dev.mercer.landmark;

/**
 * Landmarks by pivoted (incomplete) Cholesky (SK section 5.5): each next landmark is the row with
 * the largest weighted residual w_i r_i, what the landmarks before it leave of k_ii; ties, up to
 * rounding, go to the lowest row.
 *
 * <p>Cost: n m kernel values, n m^2 flops, n m doubles.
 */
public record PivotedCholesky() implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "pivoted-cholesky";

  @Override
  public String spec() {
    return NAME;
  }
}
