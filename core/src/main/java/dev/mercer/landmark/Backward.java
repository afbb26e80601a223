package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;
import java.util.Locale;
import java.util.Objects;

/**
 * Landmarks by backward search (SK 4.1.2): starts from more than wanted and removes, one by one,
 * the landmark whose loss lowers the variance captured least at the wanted rank and centering.
 *
 * <p>Cost from s landmarks: n s kernel values and O(n s^2) flops once, O(s^3) per removal, 2 s^2
 * doubles; and those of {@link Greedy} where it makes the start.
 *
 * @param from what it starts from
 * @param size landmarks to start from, all rows at most; 0 for a number that suits the start
 */
public record Backward(Start from, int size) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "backward";

  /**
   * The most landmarks to start from: more would take a square matrix beyond the longest array, and
   * days.
   */
  public static final int MOST_SIZE = 20_000;

  /** What the search starts from. */
  public enum Start {
    /** All rows where there are at most 500, else {@link #GREEDY}. */
    AUTO,
    /**
     * All rows, or a uniform sample where they are more than 500 and twice the landmarks wanted.
     */
    ALL,
    /** What {@link Greedy} chooses, twice as many as wanted. */
    GREEDY
  }

  public Backward {
    Objects.requireNonNull(from, "from");
    if (size < 0 || size > MOST_SIZE) {
      throw new IllegalArgumentException(
          "backward: size = " + size + " is outside 1 to " + MOST_SIZE);
    }
  }

  /** From the start and the size that suit the number of rows. */
  public Backward() {
    this(Start.AUTO, 0);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME);
    if (from != Start.AUTO) {
      spec = spec.with("from", from.name().toLowerCase(Locale.ROOT));
    }
    return spec.withUnusual("size", size, 0).text();
  }
}
