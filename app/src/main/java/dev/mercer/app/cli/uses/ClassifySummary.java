package dev.mercer.app.cli.uses;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.cli.console.Visible;
import dev.mercer.use.classify.Accuracies;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What classify did and how well it predicts, as text for a person. */
final class ClassifySummary {

  private final ClassifyReport report;

  ClassifySummary(ClassifyReport report) {
    this.report = report;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "train",
        report.train.rows().count()
            + " x "
            + report.train.rows().columns()
            + ", "
            + report.labels.names().size()
            + " classes");
    line(text, "classify", report.plan.classifier().spec() + model());
    if (report.single() && report.first().search() != null) {
      line(text, "chosen", chosen());
    }
    if (report.confusion() == null) {
      line(text, "test", report.testRows() + " rows predicted");
      return text.toString();
    }
    line(text, "accuracy", measured());
    return text.append('\n').append(ConfusionText.of(report.confusion())).toString();
  }

  private String model() {
    List<KernelPcaModel> models = report.first().classifier().models();
    if (models.isEmpty()) {
      return "";
    }
    KernelPcaModel first = models.get(0);
    int asked = report.askedRank();
    return ", "
        + report.kernelText()
        + ", "
        + first.report().method()
        + (asked > 0 && (report.single() || !report.plan.searches()) ? ", rank " + asked : "")
        + ", centre "
        + report.options.model.wanted.center;
  }

  private String chosen() {
    Accuracies folds = report.first().search().winner().accuracies();
    String parameters =
        report.first().parameters().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(", "));
    return parameters
        + String.format(
            Locale.ROOT,
            ": accuracy %.4f, standard deviation %.4f over %d folds of the training rows",
            folds.mean(),
            folds.standardDeviation(),
            report.plan.folds());
  }

  private String measured() {
    if (report.single()) {
      return String.format(
          Locale.ROOT,
          "%.4f of %d rows, standard error %.4f (binomial)",
          report.accuracy(),
          report.confusion().total(),
          report.confusion().standardError());
    }
    return String.format(
        Locale.ROOT,
        "%.4f, standard deviation %.4f over %d %s of TRAIN",
        report.accuracy(),
        report.accuracies().standardDeviation(),
        report.splits().parts().size(),
        report.splits().kind().equals("folds") ? "folds" : "divisions");
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-8s %s%n", name, Visible.line(value)));
  }
}
