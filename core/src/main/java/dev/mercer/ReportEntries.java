package dev.mercer;

import dev.mercer.internal.problem.Solution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The entries of a report while it is put together; one that a report holds never changes. What was
 * not computed, or does not exist, is null, as in the report's JSON form.
 */
final class ReportEntries implements Cloneable {

  /** Stands where a file says nothing. */
  private static final String UNKNOWN = "unknown";

  long samples;
  int features;
  String kernel = UNKNOWN;
  Double sigma;
  Double gamma;
  Boolean positiveSemidefinite;
  String method = UNKNOWN;
  String selector;
  Integer landmarks;
  int[] landmarkRows;
  double[] landmarkWeights;
  String center = UNKNOWN;
  int rank;
  int rankRequested;
  Double varianceRequested;
  String rankReason;
  Double weightSum;
  double[] eigenvalues = {};
  double[] explainedVariance;
  Double totalVariance;
  Double empiricalError;
  Map<String, Object> reasons;
  Certificate certificate;
  String certificateReason;
  Map<String, Object> negativeEigenvalues;
  FitReport.NoveltyQuantiles novelty;
  String noveltyReason;
  FitReport.Operator operator =
      new FitReport.Operator(
          UNKNOWN,
          UNKNOWN,
          OptionalDouble.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalDouble.empty());
  Solution.SolverUse solver = new Solution.SolverUse(UNKNOWN, 0, 0, new double[0]);
  List<String> notes = List.of();
  long seed;
  int threads;
  Map<String, Object> backend;
  List<Stage> stages = List.of();
  Long peakBytesPlanned;
  double seconds;
  String version = UNKNOWN;

  /** Entries of other names, and those whose value the fields above cannot say exactly. */
  Map<String, Object> others = new LinkedHashMap<>();

  /** The names of all entries in the order they are written in. */
  List<String> names = new ArrayList<>();

  /** Adds an entry that has no field, or replaces what it has. */
  void other(String name, Object value) {
    others.put(name, value);
    written(name);
  }

  /** Makes sure that a field is written, by its own value. */
  void field(String name) {
    others.remove(name);
    written(name);
  }

  /** Leaves an entry out. */
  void without(String name) {
    others.remove(name);
    names.remove(name);
  }

  private void written(String name) {
    if (!names.contains(name)) {
      names.add(name);
    }
  }

  /** Entries of their own with the same values. */
  ReportEntries copy() {
    try {
      ReportEntries copy = (ReportEntries) super.clone();
      copy.others = new LinkedHashMap<>(others);
      copy.names = new ArrayList<>(names);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }
}
