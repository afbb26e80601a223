package dev.mercer.spark;

import dev.mercer.internal.backend.Backend;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.util.CollectionAccumulator;

/**
 * Collects the back end with which every executor computes. Spark also contains the BLAS of netlib,
 * and may have loaded another library first; then Mercer's own cannot be loaded on that executor,
 * and the fit says so.
 */
final class Backends implements Serializable {

  private static final long serialVersionUID = 1;

  private final CollectionAccumulator<String[]> seen;

  Backends(SparkContext context) {
    this.seen = context.collectionAccumulator("mercer back ends");
  }

  /** Called on an executor. */
  void report() {
    Backend backend = Backend.instance();
    List<String> lines = new ArrayList<>();
    lines.add(SparkEnv.get().executorId());
    lines.add(
        backend.blas().name()
            + " BLAS ("
            + backend.blas().detail()
            + "), "
            + backend.simd().name()
            + " maps ("
            + backend.simd().detail()
            + ")");
    lines.addAll(backend.refused());
    seen.add(lines.toArray(String[]::new));
  }

  /** The back end of each executor, for the report. */
  Map<String, Object> byExecutor() {
    Map<String, Object> result = new TreeMap<>();
    for (String[] lines : List.copyOf(seen.value())) {
      result.put(lines[0], lines[1]);
    }
    return new LinkedHashMap<>(result);
  }

  /** Why no better back end is used, with the executors concerned. */
  List<String> notes() {
    Map<String, LinkedHashSet<String>> executors = new LinkedHashMap<>();
    for (String[] lines : List.copyOf(seen.value())) {
      for (int i = 2; i < lines.length; i++) {
        executors.computeIfAbsent(lines[i], line -> new LinkedHashSet<>()).add(lines[0]);
      }
    }
    List<String> notes = new ArrayList<>();
    executors.forEach(
        (reason, ids) -> notes.add("on executor " + String.join(", ", ids) + ": " + reason));
    return notes;
  }
}
