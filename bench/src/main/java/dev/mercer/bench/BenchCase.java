package dev.mercer.bench;

import java.nio.file.Path;
import java.util.Map;

/** One piece of work that is measured and kept as one line of results. */
interface BenchCase {

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
   * @param sklearn null where scikit-learn is not to be run: earlier results are then kept
   * @param quick tiny slices of everything, to check the harness
   */
  record Setting(Path data, MercerProgram program, Sklearn sklearn, boolean quick) {

    /** At most so many of the first rows in a quick run. */
    BenchData slice(BenchData rows, int quickRows) {
      return quick ? rows.first(quickRows) : rows;
    }
  }

  static void say(String what) {
    System.err.println("bench: " + what);
  }
}
