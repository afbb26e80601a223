package dev.mercer.internal.backend;

/**
 * Chooses the loops for the next block of values; {@link Backend#maps()} makes the choice as the
 * work goes on.
 */
@FunctionalInterface
public interface Maps {

  /** The loops for a block of this many values. The values are counted as mapped. */
  Simd next(long values);
}
