package dev.mercer.internal.problem;

/**
 * How a fit is run, in the words of plans and reports: what it computes with, what solves it, and
 * the sizes that decide over the bits of its results.
 */
public interface FitRoute {

  /** What the method computes with: stored, tiled, landmarks and the like. */
  String operatorName();

  /** The solver. */
  String solverName();

  /** Vectors multiplied at once; 0 where that has no meaning. */
  default int block() {
    return 0;
  }

  /** Whether kernel values are computed in single precision. */
  default boolean single() {
    return false;
  }

  /** All that decides over bits. */
  default String path() {
    return "operator " + operatorName() + ", solver " + solverName();
  }

  /** A route in double that is known by its words alone. */
  record Named(String operatorName, String solverName) implements FitRoute {}
}
