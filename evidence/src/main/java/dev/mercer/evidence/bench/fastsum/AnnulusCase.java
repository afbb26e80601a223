package dev.mercer.evidence.bench.fastsum;

import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.MercerProgram;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Exact kernel PCA of a million points in the plane by the program: with a Gaussian kernel, once
 * with the default settings and once with a given error, and with a polynomial kernel, which is
 * solved in its feature space.
 */
record AnnulusCase(String name) implements BenchCase {

  private static final int ROWS = 1_000_000;
  private static final int QUICK_ROWS = 5000;

  /**
   * @param allowedSeconds the time allowed; 0 if there is no target
   */
  private record Work(String kernel, int rank, List<String> options, double allowedSeconds) {}

  private static final List<Work> WORKS =
      List.of(
          new Work("gaussian(sigma=0.4)", 10, List.of(), 120),
          new Work(
              "gaussian(sigma=0.4)",
              10,
              List.of("--operator", "expansion", "--operator-error", "1e-9"),
              120),
          new Work("polynomial(degree=2,offset=1)", 5, List.of(), 0));

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    int n = setting.quick() ? QUICK_ROWS : ROWS;
    List<Object> runs = new ArrayList<>();
    for (Work work : WORKS) {
      List<String> arguments = new ArrayList<>();
      arguments.add("synthetic:annulus(n=" + n + ",seed=1)");
      arguments.addAll(List.of("--rank", Integer.toString(work.rank())));
      arguments.addAll(List.of("--kernel", work.kernel(), "--method", "exact"));
      arguments.addAll(work.options());
      BenchCase.say(name + ": ./mercer fit " + String.join(" ", arguments));
      MercerProgram.Run run = setting.program().fit(arguments);
      Map<String, Object> report = run.report();
      runs.add(
          Json.object(
              "arguments", String.join(" ", arguments),
              "seconds", run.seconds(),
              "allowedSeconds", work.allowedSeconds(),
              "fitSeconds", report.get("seconds"),
              "peakBytes", run.peakBytes(),
              "operator", report.get("operator"),
              "solver", Fields.text(Fields.object(report, "solver"), "kind"),
              "eigenvalues", report.get("eigenvalues")));
    }
    return Json.object("rows", n, "runs", runs);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      double allowed = Fields.number(run, "allowedSeconds");
      double seconds = Fields.number(run, "seconds");
      table.add(
          List.of(
              "`" + Fields.text(run, "arguments") + "`",
              text(Fields.object(run, "operator")),
              Fields.text(run, "solver"),
              Timing.text(seconds),
              Timing.text(Fields.number(run, "fitSeconds")),
              Markdown.gigabytes(Fields.number(run, "peakBytes")),
              allowed == 0 ? "–" : "under " + Timing.text(allowed) + " s",
              allowed == 0 ? "–" : Markdown.met(seconds < allowed)));
    }
    page.heading("Exact kernel PCA of points on an annulus")
        .paragraph(
            "`./mercer fit` of "
                + record.get("rows")
                + " points in the plane. Wall time includes start-up, making the points and writing"
                + " the model. The matrix would take "
                + Markdown.gigabytes(8 * Math.pow(Fields.number(record, "rows"), 2))
                + ", which is what scikit-learn's KernelPCA would ask for.")
        .table(
            List.of(
                "arguments",
                "operator",
                "solver",
                "wall s",
                "fit alone s",
                "peak",
                "wanted",
                "met"),
            table);
  }

  /** What a report says about the operator. */
  private static String text(Map<String, Object> operator) {
    StringJoiner joiner = new StringJoiner(", ");
    operator.forEach(
        (key, value) -> {
          if (value != null) {
            joiner.add(value instanceof String ? value.toString() : key + " " + value);
          }
        });
    return joiner.toString();
  }
}
