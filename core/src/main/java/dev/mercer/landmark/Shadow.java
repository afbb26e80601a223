package dev.mercer.landmark;

import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;

/**
 * Shadow centers (RS Algorithm 2): every row lies closer than epsilon = sigma / ell to its center,
 * and the weight of a center is the weight of the rows in its shadow. The number of landmarks
 * follows from the data. Fails for kernels without a width: only for a radial kernel is a close row
 * one that the kernel cannot tell from its center.
 *
 * <p>Cost: at most m n distances for m centers, no kernel values.
 *
 * @param ell how many times the radius of a shadow goes into the width of the kernel
 */
public record Shadow(double ell) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "shadow";

  /** The number of parts of the width where none is given. */
  public static final double DEFAULT_ELL = 4;

  public Shadow {
    if (!(ell > 0) || Double.isInfinite(ell)) {
      throw new IllegalArgumentException(
          NAME + ": ell = " + Numbers.text(ell) + " must be a finite number above 0");
    }
  }

  /** With the usual radius, a quarter of the width of the kernel. */
  public Shadow() {
    this(DEFAULT_ELL);
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("ell", ell).text();
  }

  @Override
  public boolean choosesCount() {
    return true;
  }
}
