package dev.mercer.evidence.bench.exact;

import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.MercerProgram;
import dev.mercer.evidence.bench.Peer;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A fit whose Gram matrix scikit-learn cannot hold, by the program under two memory limits: wall
 * time and peak memory of the process, and whether both runs give the same eigenvalues.
 */
public record LargeCase(String name, BenchData rows, Gaussian kernel, int rank)
    implements BenchCase {

  private static final double SAME = 1e-6;
  // The promise of --memory: the peak resident size exceeds it by at most 10%.
  public static final double MEMORY_SLACK = 1.1;
  private static final int QUICK_ROWS = 2000;

  /** A memory limit and the time allowed under it. */
  private record Cap(int gigabytes, double seconds) {}

  private static final List<Cap> CAPS = List.of(new Cap(8, 180), new Cap(2, 720));

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchData slice = setting.slice(rows, QUICK_ROWS);
    List<Object> runs = new ArrayList<>();
    Object samples = null;
    for (Cap cap : CAPS) {
      String memory = cap.gigabytes() + "g";
      BenchCase.say(name + ": ./mercer fit --memory " + memory);
      List<String> arguments = new ArrayList<>(slice.arguments(setting.data()));
      arguments.addAll(
          List.of(
              "--method",
              "exact",
              "--kernel",
              kernel.spec(),
              "--rank",
              Integer.toString(rank),
              "--memory",
              memory));
      MercerProgram.Run run = setting.program().fit(arguments);
      samples = run.report().get("samples");
      runs.add(
          Json.object(
              "memory", memory,
              "allowedBytes", (double) ((long) cap.gigabytes() << 30),
              "seconds", run.seconds(),
              "allowedSeconds", cap.seconds(),
              "fitSeconds", run.report().get("seconds"),
              "peakBytes", run.peakBytes(),
              "how", FitCase.how(run.report()),
              "eigenvalues", run.report().get("eigenvalues")));
    }
    return Json.object("rows", samples, "kernel", kernel.spec(), "rank", rank, "runs", runs);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    List<Map<String, Object>> runs = Fields.objects(record, "runs");
    double difference =
        Peer.relativeDifference(
            Fields.numbers(runs.get(1), "eigenvalues"), Fields.numbers(runs.get(0), "eigenvalues"));
    for (Map<String, Object> run : runs) {
      double seconds = Fields.number(run, "seconds");
      double peak = Fields.number(run, "peakBytes");
      boolean met =
          seconds <= Fields.number(run, "allowedSeconds")
              && peak <= MEMORY_SLACK * Fields.number(run, "allowedBytes")
              && difference <= SAME;
      table.add(
          List.of(
              "`--memory " + run.get("memory") + "`",
              Fields.text(run, "how"),
              Timing.text(seconds),
              Timing.text(Fields.number(run, "allowedSeconds")),
              Timing.text(Fields.number(run, "fitSeconds")),
              Markdown.gigabytes(peak),
              Markdown.gigabytes(Fields.number(run, "allowedBytes")),
              Markdown.error(difference),
              Markdown.error(SAME),
              Markdown.met(met)));
    }
    page.heading("More rows than the matrix fits in memory")
        .paragraph(
            "`./mercer fit` of "
                + record.get("rows")
                + " MNIST rows, "
                + record.get("kernel")
                + ", rank "
                + record.get("rank")
                + ". Wall time includes start-up, reading and writing the model. The difference is"
                + " the largest relative one between the eigenvalues of the two runs.")
        .table(
            List.of(
                "options",
                "operator, solver",
                "wall s",
                "allowed s",
                "fit alone s",
                "peak",
                "allowed",
                "difference",
                "allowed",
                "met"),
            table);
  }
}
