package dev.mercer.internal.exact;

import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.spec.Spec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the caller asked for an exact fit to be run.
 *
 * @param solver empty if the choice is left to the planner
 * @param operator {@code stored}, {@code tiled} or {@code expansion}; empty if the choice is left
 *     to the planner
 * @param scheme one of {@link FastSums#SCHEMES}, for an expansion
 * @param error the largest error of any kernel value (theory.md, "Fast products"); null if the
 *     caller gave none
 */
public record ExactOptions(
    Optional<SolverKind> solver, Optional<OperatorKind> operator, String scheme, Double error) {

  private static final String AUTO = "auto";

  /**
   * The operators that can be asked for by name; the planner itself decides when to use the others.
   */
  private static final List<OperatorKind> OPERATORS =
      List.of(OperatorKind.STORED, OperatorKind.TILED, OperatorKind.EXPANSION);

  /**
   * Parses both options.
   *
   * @param solver a name of {@link SolverKind}, or {@code auto}
   * @param operator {@code auto}, {@code stored}, {@code tiled} or {@code expansion}; the first and
   *     the last may have an {@code error}, the last a {@code scheme}
   */
  public static ExactOptions parse(String solver, String operator) {
    Optional<SolverKind> wanted = SolverKind.wanted(solver);
    Spec spec = Spec.parse("operator", operator).requireName("operator", names());
    Optional<OperatorKind> kind =
        OPERATORS.stream().filter(one -> one.text().equals(spec.name())).findFirst();
    if (kind.isEmpty()) {
      spec.requireKeys("error");
    } else if (kind.get() == OperatorKind.EXPANSION) {
      spec.requireKeys("scheme", "error");
    } else {
      spec.requireKeys(List.of());
    }
    String scheme = spec.choice("scheme", FastSums.AUTO, FastSums.SCHEMES);
    Double error = spec.has("error") ? spec.number("error") : null;
    if (error != null && !(error > 0 && error < 1)) {
      throw new IllegalArgumentException(
          "operator error = " + error + " must be above 0 and below 1; 1e-9 is usual");
    }
    return new ExactOptions(wanted, kind, scheme, error);
  }

  private static List<String> names() {
    return Stream.concat(Stream.of(AUTO), OPERATORS.stream().map(OperatorKind::text)).toList();
  }

  boolean anySolver() {
    return solver.isEmpty();
  }

  boolean anyOperator() {
    return operator.isEmpty();
  }

  /** Whether fast sums were asked for. */
  boolean expansion() {
    return operator.filter(kind -> kind == OperatorKind.EXPANSION).isPresent();
  }

  /** Whether a scheme was asked for by name, which is then the only one allowed. */
  boolean schemeNamed() {
    return !scheme.equals(FastSums.AUTO);
  }
}
