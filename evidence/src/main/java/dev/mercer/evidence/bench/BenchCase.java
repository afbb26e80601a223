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
   * @param data the folder of the data
   * @param scratch a folder for files that may be used again
   * @param sklearn null where scikit-learn is not to be run: earlier results are then kept
   * @param quick tiny slices of everything, to check the harness
   */
  record Setting(Path data, Path scratch, MercerProgram program, Sklearn sklearn, boolean quick) {

    /** At most so many of the first rows in a quick run. */
    public BenchData slice(BenchData rows, int quickRows) {
      return quick ? rows.first(quickRows) : rows;
    }

    /** What the peers give, or gave in an earlier run where they are not to be run. */
    public Object peers(String field, Map<String, Object> earlier, Supplier<List<Object>> runs) {
      return sklearn == null ? earlier.getOrDefault(field, List.of()) : runs.get();
    }
  }

  static void say(String what) {
    System.err.println("bench: " + what);
  }
}
