package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;

/**
 * Landmarks by randomly pivoted Cholesky (Chen, Epperly, Tropp and Webber 2022): each is drawn with
 * probability proportional to the weighted residual w_i r_i, what the landmarks before it leave of
 * k_ii. By default in its accelerated form (Epperly, Tropp and Webber 2024): proposals are drawn by
 * blocks and taken by rejection sampling, which gives landmarks of the same distribution in far
 * less time.
 *
 * <p>Cost: up to n m kernel values, n m^2 flops, n m doubles; and b^2 m flops for blocks of b.
 *
 * @param accelerated false for one landmark at a time
 * @param block proposals at a time; 0 for automatic
 */
public record RandomlyPivotedCholesky(boolean accelerated, int block) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "rpcholesky";

  /** The most proposals in a block: the work among them is done by one thread alone. */
  public static final int LARGEST_BLOCK = 4096;

  public RandomlyPivotedCholesky {
    if (block < 0 || block > LARGEST_BLOCK) {
      throw new IllegalArgumentException(
          NAME + ": block = " + block + " is outside 0 (automatic) to " + LARGEST_BLOCK);
    }
    if (!accelerated && block > 1) {
      throw new IllegalArgumentException(
          NAME + ": block = " + block + " needs accelerated=true; leave one of them out");
    }
  }

  /** The accelerated form, with blocks of a size that is chosen automatically. */
  public RandomlyPivotedCholesky() {
    this(true, 0);
  }

  /** The plain form, which draws one landmark at a time. */
  public static RandomlyPivotedCholesky plain() {
    return new RandomlyPivotedCholesky(false, 0);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME);
    if (!accelerated) {
      spec = spec.with("accelerated", "false");
    }
    return spec.withUnusual("block", block, 0).text();
  }
}
