package dev.mercer.internal.exact;

import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.spec.Spec;
import java.util.List;

/**
 * How an exact fit multiplies by the Gram matrix, as it was asked for: {@code auto}, {@code
 * stored}, {@code tiled} or {@code expansion}, the last with its {@code scheme}; {@code error} is
 * the largest error of any kernel value (theory.md, "Fast products").
 *
 * @param scheme of {@link FastSums#SCHEMES}
 * @param error null where none was asked for
 */
record OperatorSpec(String kind, String scheme, Double error) {

  static final String AUTO = "auto";
  static final String EXPANSION = "expansion";

  private static final List<String> KINDS =
      List.of(AUTO, ExactPlanner.STORED, ExactPlanner.TILED, EXPANSION);

  static OperatorSpec parse(String text) {
    Spec spec = Spec.parse("operator", text).requireName("operator", KINDS);
    boolean expands = spec.name().equals(EXPANSION);
    if (expands) {
      spec.requireKeys("scheme", "error");
    } else if (spec.name().equals(AUTO)) {
      spec.requireKeys("error");
    } else {
      spec.requireKeys(List.of());
    }
    String scheme = spec.choice("scheme", FastSums.AUTO, FastSums.SCHEMES);
    Double error = spec.has("error") ? spec.number("error") : null;
    if (error != null && !(error > 0 && error < 1)) {
      throw new IllegalArgumentException(
          "operator error = " + error + " must be above 0 and below 1; 1e-9 is usual");
    }
    return new OperatorSpec(spec.name(), scheme, error);
  }

  boolean auto() {
    return kind.equals(AUTO);
  }

  boolean expansion() {
    return kind.equals(EXPANSION);
  }

  /** Whether a scheme was asked for by name, which then is required. */
  boolean schemeNamed() {
    return !scheme.equals(FastSums.AUTO);
  }
}
