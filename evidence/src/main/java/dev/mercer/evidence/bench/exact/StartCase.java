package dev.mercer.evidence.bench.exact;

import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.json.Json;
import java.util.List;
import java.util.Map;

/**
 * The smallest fit by the program, on a project that is already built: the shortest time a user
 * waits.
 */
record StartCase(String name) implements BenchCase {

  private static final int RUNS = 5;
  private static final double ALLOWED_SECONDS = 2;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    List<String> arguments = List.of("builtin:digits", "--rank", "5");
    BenchCase.say(name + ": ./mercer fit builtin:digits");
    setting.program().fit(arguments); // Builds the program if necessary.
    double[] seconds = new double[setting.quick() ? 1 : RUNS];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = setting.program().fit(arguments).seconds();
    }
    return Json.object("seconds", seconds);
  }

  static void append(Markdown page, Map<String, Object> record) {
    double[] seconds = Fields.numbers(record, "seconds");
    page.heading("Start to result")
        .paragraph(
            "`./mercer fit builtin:digits --rank 5 -o FILE` on a built project, wall time: "
                + Timing.text(seconds)
                + " s, median of "
                + seconds.length
                + "; wanted: under "
                + Timing.text(ALLOWED_SECONDS)
                + " s; met: "
                + Markdown.met(Timing.median(seconds) < ALLOWED_SECONDS)
                + ".");
  }
}
