package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;

/**
 * Landmarks by greedy forward search (SK Algorithm 1): each is the row that, joined to those before
 * it, captures most variance at the wanted rank and centering. With {@code batch = b} the b best
 * rows of a step join at once: one product with K for all of them, but rows alike are taken
 * together, so the variance captured may be smaller.
 *
 * <p>Cost: n^2 kernel values at the start; for each step one product with K (kept in memory where
 * it fits, n^2 / 2 kernel values otherwise) and O(n k r) flops; 2 n m doubles beside K.
 *
 * @param batch landmarks that join in one step
 */
public record Greedy(int batch) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "greedy";

  /** The largest number of landmarks that can be taken at once. */
  public static final int MOST_BATCH = 1_000_000;

  public Greedy {
    if (batch < 1 || batch > MOST_BATCH) {
      throw new IllegalArgumentException(
          "greedy: batch = " + batch + " is outside 1 to " + MOST_BATCH);
    }
  }

  /** One landmark at a time. */
  public Greedy() {
    this(1);
  }

  @Override
  public String spec() {
    return Spec.of(NAME).withUnusual("batch", batch, 1).text();
  }
}
