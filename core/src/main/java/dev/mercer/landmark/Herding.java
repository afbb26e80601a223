package dev.mercer.landmark;

/**
 * Kernel herding (Chen, Welling and Smola 2010; RS "herding") over the rows: a greedy choice whose
 * mean feature follows the mean feature of all rows. Every landmark stands for the same share of
 * the rows. There is nothing random in it.
 *
 * <p>Cost: n^2 / 2 + n m kernel values, two numbers per row in memory. Works for a precomputed
 * kernel.
 */
public record Herding() implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "herding";

  @Override
  public String spec() {
    return NAME;
  }
}
