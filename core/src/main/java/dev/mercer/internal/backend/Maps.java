package dev.mercer.internal.backend;

/** Which maps to use for the next block of values; {@link Backend#maps()} decides as it goes. */
@FunctionalInterface
public interface Maps {

  /** The maps for a block of so many values, which are taken as mapped. */
  Simd next(long values);
}
