package dev.mercer.evidence.bench;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What scikit-learn's solvers gave on one case. The eigenvalues that others are compared with are
 * those of its dense solver where that was run, else of ARPACK, which iterates to machine
 * precision. A solver is right if its eigenvalues agree with these to {@value #RIGHT}.
 *
 * @param runs one a solver, failed ones included
 */
public record Peer(List<Map<String, Object>> runs) {

  public static final double RIGHT = 1e-8;

  public static Peer of(Map<String, Object> record) {
    return new Peer(Fields.objects(record, "sklearn"));
  }

  /** The eigenvalues to compare with; null if no such solver came through. */
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

  /** Largest relative difference of the eigenvalues from the reference; NaN without one. */
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
   * The solver that counts, null if none is right: the one with the quickest run of all. Solvers
   * are run one after the other, and a host that was slow while one of them ran must not hand the
   * comparison to another.
   */
  public Map<String, Object> fastestRight() {
    return runs.stream().filter(this::right).min(Comparator.comparing(Peer::quickest)).orElse(null);
  }

  /** Of the runs in turn with a variant of ours, or of those by itself; null if there are none. */
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
