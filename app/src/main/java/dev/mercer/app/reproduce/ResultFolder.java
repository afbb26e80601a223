package dev.mercer.app.reproduce;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.page.HtmlPage;
import dev.mercer.app.page.PageScripts;
import dev.mercer.app.plot.MatrixPlot;
import dev.mercer.app.plot.Plot;
import dev.mercer.app.plot.SvgPlot;
import dev.mercer.json.Json;
import dev.mercer.store.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The folder reproductions are written to.
 *
 * <ul>
 *   <li>{@code ID.html}: the paper's claim, verdicts, our table beside the paper's, plots, settings
 *   <li>{@code ID-NAME.csv}: the numbers behind each table and plot; {@code ID-NAME.svg|png} the
 *       pictures for documents
 *   <li>{@code ID.json}: the result, from which {@code index.html} and {@code summary.md} are made,
 *       so that experiments may be run one by one
 * </ul>
 */
public final class ResultFolder {

  private static final String SCRIPT = "echarts.min.js";

  private final Path folder;

  public ResultFolder(Path folder) {
    this.folder = folder;
  }

  /** Writes the page of an experiment and all files beside it. */
  public void write(Experiment experiment, Outcome outcome, Map<String, Object> run)
      throws IOException {
    Files.createDirectories(folder);
    String id = experiment.id();
    HtmlPage page = new HtmlPage(experiment.source() + ": " + id);
    page.paragraph(experiment.claim());
    for (Outcome.Verdict verdict : outcome.verdicts()) {
      page.verdict(verdict.holds(), verdict.word(), verdict.claim() + ": " + verdict.reason());
    }
    outcome.notes().forEach(page::note);
    List<String> pictures = new ArrayList<>();
    for (DataTable table : outcome.tables()) {
      page.table(table);
      text(file(id, table.name(), "csv"), table.csv());
      page.link(file(id, table.name(), "csv"), "as CSV");
    }
    for (Plot plot : outcome.plots()) {
      page.plot(plot);
      text(file(id, plot.title(), "csv"), points(plot).csv());
      page.link(file(id, plot.title(), "csv"), "the points as CSV");
      pictures.add(file(id, plot.title(), "svg"));
      text(pictures.get(pictures.size() - 1), SvgPlot.draw(plot));
    }
    for (MatrixPlot plot : outcome.matrices()) {
      page.plot(plot);
      text(file(id, plot.title(), "csv"), cells(plot).csv());
      pictures.add(file(id, plot.title(), "svg"));
      text(pictures.get(pictures.size() - 1), plot.svg());
    }
    for (Outcome.Picture picture : outcome.pictures()) {
      page.paragraph(picture.name());
      String name = file(id, picture.name(), picture.svg() == null ? "png" : "svg");
      if (picture.svg() != null) {
        page.svg(picture.svg());
        text(name, picture.svg());
      } else {
        page.png(picture.png(), picture.name());
        bytes(name, picture.png());
      }
      if (picture.committable()) {
        pictures.add(name);
      }
    }
    Map<String, Object> facts = new LinkedHashMap<>(outcome.settings());
    facts.putAll(run);
    page.heading("Settings").facts(facts);
    page.link("index.html", "all experiments");
    text(SCRIPT, PageScripts.echarts());
    text(id + ".html", page.htmlBeside(SCRIPT));
    text(id + ".json", Json.write(record(experiment, outcome, run, pictures)));
  }

  /** Writes that an experiment could not be run, and why. */
  public void skip(Experiment experiment, String reason, Map<String, Object> run)
      throws IOException {
    Files.createDirectories(folder);
    Map<String, Object> record = head(experiment, run);
    record.put("skipped", reason);
    text(experiment.id() + ".json", Json.write(record));
  }

  /** Makes the index and the summary of every result in the folder. */
  public void index(List<Experiment> all) throws IOException {
    HtmlPage page = new HtmlPage("Mercer: the papers' tables and figures");
    DataTable table =
        new DataTable("Verdicts", "id", "source", "claim", "verdict", "reason", "scale", "seconds");
    StringBuilder summary = new StringBuilder();
    int holding = 0;
    int claims = 0;
    List<String> pages = new ArrayList<>();
    for (Experiment experiment : all) {
      Path file = folder.resolve(experiment.id() + ".json");
      if (!Files.exists(file)) {
        continue;
      }
      Map<String, Object> record = Json.parseObject(Files.readString(file));
      summary.append(section(record));
      if (record.get("skipped") != null) {
        table.row(
            experiment.id(),
            experiment.source(),
            experiment.claim(),
            "skipped",
            record.get("skipped"),
            record.get("scale"),
            null);
        continue;
      }
      pages.add(experiment.id());
      for (Map<?, ?> verdict : objects(record.get("verdicts"))) {
        claims++;
        holding += Boolean.TRUE.equals(verdict.get("holds")) ? 1 : 0;
        table.row(
            experiment.id(),
            experiment.source(),
            verdict.get("claim"),
            verdict.get("word"),
            verdict.get("reason"),
            record.get("scale"),
            record.get("seconds"));
      }
    }
    page.paragraph(holding + " of " + claims + " claims hold in what was measured.");
    page.table(table);
    for (String id : pages) {
      page.link(id + ".html", id);
    }
    text("index.html", page.htmlBeside(SCRIPT));
    text("summary.md", summary.toString());
  }

  private static Map<String, Object> head(Experiment experiment, Map<String, Object> run) {
    Map<String, Object> record =
        Json.object(
            "id", experiment.id(), "source", experiment.source(), "claim", experiment.claim());
    record.putAll(run);
    return record;
  }

  private static Map<String, Object> record(
      Experiment experiment, Outcome outcome, Map<String, Object> run, List<String> pictures) {
    Map<String, Object> record = head(experiment, run);
    List<Object> verdicts = new ArrayList<>();
    for (Outcome.Verdict verdict : outcome.verdicts()) {
      verdicts.add(
          Json.object(
              "claim", verdict.claim(),
              "holds", verdict.holds(),
              "word", verdict.word(),
              "reason", verdict.reason()));
    }
    record.put("verdicts", verdicts);
    record.put("notes", outcome.notes());
    Map<String, Object> settings = Json.object();
    outcome.settings().forEach((name, value) -> settings.put(name, String.valueOf(value)));
    record.put("settings", settings);
    record.put("tables", outcome.tables().stream().map(ResultFolder::asMarkdown).toList());
    record.put("pictures", pictures);
    return record;
  }

  private static Map<String, Object> asMarkdown(DataTable table) {
    return Json.object("name", table.name(), "markdown", table.markdown());
  }

  /** One experiment in Markdown, for documents. */
  private static String section(Map<String, Object> record) {
    StringBuilder text = new StringBuilder();
    text.append("## ").append(record.get("id")).append(": ").append(record.get("source"));
    text.append("\n\n").append(record.get("claim")).append("\n\n");
    if (record.get("skipped") != null) {
      return text.append("Skipped: ").append(record.get("skipped")).append("\n\n").toString();
    }
    for (Map<?, ?> verdict : objects(record.get("verdicts"))) {
      text.append("- **").append(verdict.get("word")).append("**: ").append(verdict.get("claim"));
      text.append(": ").append(verdict.get("reason")).append('\n');
    }
    if (record.get("notes") instanceof List<?> notes) {
      notes.forEach(note -> text.append("- ").append(note).append('\n'));
    }
    text.append('\n');
    for (Map<?, ?> table : objects(record.get("tables"))) {
      text.append(table.get("name")).append("\n\n").append(table.get("markdown")).append('\n');
    }
    if (record.get("pictures") instanceof List<?> pictures) {
      for (Object picture : pictures) {
        text.append("![").append(record.get("id")).append("](images/reproduction/");
        text.append(picture).append(")\n\n");
      }
    }
    return text.toString();
  }

  private static List<Map<?, ?>> objects(Object value) {
    List<Map<?, ?>> result = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> map) {
          result.add(map);
        }
      }
    }
    return result;
  }

  private static DataTable points(Plot plot) {
    DataTable table = new DataTable(plot.title(), "series", "x", "y", "low", "high");
    for (Plot.Series series : plot.series()) {
      for (int k = 0; k < series.x().length; k++) {
        table.row(
            series.name(),
            series.x()[k],
            series.y()[k],
            series.low() == null ? null : series.low()[k],
            series.high() == null ? null : series.high()[k]);
      }
    }
    return table;
  }

  private static DataTable cells(MatrixPlot plot) {
    DataTable table = new DataTable(plot.title(), "row", "column", "value");
    for (int i = 0; i < plot.rowNames().size(); i++) {
      for (int j = 0; j < plot.columnNames().size(); j++) {
        table.row(plot.rowNames().get(i), plot.columnNames().get(j), plot.values()[i][j]);
      }
    }
    return table;
  }

  private static String file(String id, String name, String ending) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    plain = plain.replaceAll("^-|-$", "");
    return id + "-" + plain.substring(0, Math.min(60, plain.length())) + "." + ending;
  }

  private void text(String name, String text) throws IOException {
    bytes(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private void bytes(String name, byte[] bytes) throws IOException {
    try (AtomicFile file = AtomicFile.create(folder.resolve(name))) {
      file.stream().write(bytes);
      file.commit();
    }
  }
}
