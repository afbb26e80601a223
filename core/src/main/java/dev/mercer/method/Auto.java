package dev.mercer.method;

import dev.mercer.internal.exact.ExactOptions;

/**
 * Exact where that is affordable, else subset with as many landmarks as the accuracy needs.
 *
 * <p>Exact if a solver or operator of it was asked for, or if no landmarks were and its work is
 * some ten seconds on two cores at most and fits the memory; always for kernels that may be
 * indefinite, for a precomputed matrix, and for the linear kernel with fewer features than rows.
 * Else subset: where no selector was asked for, uniform and rpcholesky landmarks are compared on a
 * pilot sample and the better ones taken, and landmarks are added until the goal is met or the
 * memory ends.
 *
 * @param goal how many landmarks, or how good; its selector is used if {@code selectorGiven}
 * @param selectorGiven whether the goal's selector was asked for
 */
public record Auto(Landmarking goal, boolean selectorGiven, String solver, String operator)
    implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "auto";

  /** The largest estimated optimality gap where nothing else was asked for. */
  public static final double USUAL_GAP = 0.05;

  public Auto {
    ExactOptions.parse(solver, operator); // refuses what is not known
  }

  /** Exact, or landmarks until the estimated optimality gap is at most {@value #USUAL_GAP}. */
  public static Auto usual() {
    return gap(USUAL_GAP);
  }

  /** Exact, or landmarks until the estimated optimality gap is at most this. */
  public static Auto gap(double most) {
    return new Auto(Landmarking.gap(most), false, "auto", "auto");
  }

  @Override
  public String spec() {
    return NAME;
  }
}
