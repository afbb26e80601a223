package dev.mercer.kernel;

/** How a kernel looks at two points before its own map. */
public enum Pairing {
  /** x . y */
  INNER_PRODUCT,
  /** |x - y|^2, Euclidean */
  SQUARED_DISTANCE,
  /** |x - y|_1 */
  L1_DISTANCE,
  /** x . y / (|x| |y|), 0 if either is the zero row */
  COSINE
}
