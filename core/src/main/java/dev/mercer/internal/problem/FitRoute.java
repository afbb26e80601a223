package dev.mercer.internal.problem;

/**
 * How a fit is run, in the words of plans and reports: its operator, its solver, and the sizes that
 * the bits of its results depend on.
 */
public interface FitRoute {

  /** What the method computes with: stored, tiled, landmarks and the like. */
  String operatorName();

  /** The solver. */
  String solverName();

  /** How many vectors are multiplied at once; 0 if the method has no such number. */
  default int block() {
    return 0;
  }

  /** Whether kernel values are computed in single precision. */
  default boolean single() {
    return false;
  }

  /** Everything that the bits of the results depend on. */
  default String path() {
    return "operator " + operatorName() + ", solver " + solverName();
  }

  /** A route in double precision that its two names describe completely. */
  record Named(String operatorName, String solverName) implements FitRoute {}
}
