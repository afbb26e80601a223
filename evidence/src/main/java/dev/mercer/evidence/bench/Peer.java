package dev.mercer.evidence.bench;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What the solvers of scikit-learn gave for one case. The reference eigenvalues are those of its
 * dense solver if that was run, otherwise those of ARPACK, which iterates to machine precision. A
 * solver counts as right if its eigenvalues agree with the reference to {@value #RIGHT}.
 *
 * @param runs one run per solver, including those that failed
 */
public record Peer(List<Map<String, Object>> runs) {

  public static final double RIGHT = 1e-8;

  public static Peer of(Map<String, Object> record) {
    return new Peer(Fields.objects(record, "sklearn"));
  }

  /** The reference eigenvalues; null if neither reference solver succeeded. */
  double[] reference() {
    for (String solver : List.of("dense", "arpack")) {
      for (Map<String, Object> run : runs) {
        if (!failed(run) && run.get("solver").equals(solver)) {
          return Fields.numbers(run, "eigenvalues");
        }
      }
    }
    return null;
  }

  public static boolean failed(Map<String, Object> run) {
    return run.containsKey("failure");
  }

  /**
   * Largest relative difference of the eigenvalues from the reference; NaN if there is no
   * reference.
   */
  public double error(double[] eigenvalues) {
    double[] reference = reference();
    return reference == null ? Double.NaN : relativeDifference(eigenvalues, reference);
  }

  public static double relativeDifference(double[] eigenvalues, double[] reference) {
    if (eigenvalues.length != reference.length) {
      return Double.NaN;
    }
    double worst = 0;
    for (int i = 0; i < reference.length; i++) {
      worst = Math.max(worst, Math.abs(eigenvalues[i] - reference[i]) / Math.abs(reference[i]));
    }
    return worst;
  }

  public boolean right(Map<String, Object> run) {
    return !failed(run) && error(Fields.numbers(run, "eigenvalues")) <= RIGHT;
  }

  /**
   * The solver to compare with: among those that are right, the one whose quickest run is the
   * shortest; null if none is right. The solvers run one after the other, so the quickest run is
   * used: a machine that was slow during one solver's runs must not decide the comparison.
   */
  public Map<String, Object> fastestRight() {
    return runs.stream().filter(this::right).min(Comparator.comparing(Peer::quickest)).orElse(null);
  }

  /**
   * The peer's times: those taken in alternation with a variant of ours if there are any, otherwise
   * those of the given separate run; null if there is neither.
   */
  public static double[] seconds(Map<String, Object> variant, Map<String, Object> run) {
    if (variant.containsKey("peerSeconds")) {
      return Fields.numbers(variant, "peerSeconds");
    }
    return run == null || failed(run) ? null : Fields.numbers(run, "seconds");
  }

  private static double quickest(Map<String, Object> run) {
    return Arrays.stream(Fields.numbers(run, "seconds")).min().orElseThrow();
  }

  public static double median(Map<String, Object> run) {
    return Timing.median(Fields.numbers(run, "seconds"));
  }
}
