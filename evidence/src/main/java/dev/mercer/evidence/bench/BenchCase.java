package dev.mercer.evidence.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** One piece of work that is measured and kept as one line of results. */
public interface BenchCase {

  String name();

  /**
   * @param earlier the result of this case from an earlier run; empty if there is none
   * @return the result, to be written as JSON
   */
  Map<String, Object> measure(Setting setting, Map<String, Object> earlier);

  /**
   * What all cases share.
   *
   * @param data the folder that holds the data sets
   * @param scratch a folder for temporary files; files found there may be used again
   * @param sklearn null if scikit-learn must not be run; the results of an earlier run are then
   *     kept
   * @param quick true to use very small parts of the data, which only checks that the harness works
   */
  record Setting(Path data, Path scratch, MercerProgram program, Sklearn sklearn, boolean quick) {

    /** In a quick run only the first {@code quickRows} rows, otherwise all of them. */
    public BenchData slice(BenchData rows, int quickRows) {
      return quick ? rows.first(quickRows) : rows;
    }

    /**
     * What the peers gave: measured now, or taken from the earlier run if scikit-learn is not run.
     */
    public Object peers(String field, Map<String, Object> earlier, Supplier<List<Object>> runs) {
      return sklearn == null ? earlier.getOrDefault(field, List.of()) : runs.get();
    }
  }

  static void say(String what) {
    System.err.println("bench: " + what);
  }
}
