package dev.mercer.evidence.reproduce;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.page.HtmlPage;
import dev.mercer.app.page.PageScripts;
import dev.mercer.app.plot.MatrixPlot;
import dev.mercer.app.plot.Plot;
import dev.mercer.app.plot.SvgPlot;
import dev.mercer.internal.store.AtomicFile;
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
 * The folder to which reproductions are written.
 *
 * <ul>
 *   <li>{@code ID.html}: the paper's claim, the verdicts, our table next to the paper's, plots and
 *       settings
 *   <li>{@code ID-NAME.csv}: the numbers behind each table and plot; {@code ID-NAME.svg|png}: the
 *       pictures for documents
 *   <li>{@code ID.json}: the result, from which {@code index.html} and the documents are made, so
 *       that experiments may be run one at a time
 * </ul>
 */
public final class ResultFolder {

  private static final String SCRIPT = "echarts.min.js";

  private final Path folder;

  public ResultFolder(Path folder) {
    this.folder = folder;
  }

  /** Writes the page of an experiment and all files that belong to it. */
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
    // The page begins with the kind of result that the paper has: its plots or its tables.
    boolean figure = experiment.source().contains("figure");
    if (!figure) {
      tables(page, id, outcome);
    }
    plots(page, id, outcome, pictures);
    pictures(page, id, outcome, pictures);
    if (figure) {
      tables(page, id, outcome);
    }
    Map<String, Object> facts = new LinkedHashMap<>(outcome.settings());
    facts.putAll(run);
    page.heading("Settings").facts(facts);
    page.link("index.html", "all experiments");
    text(SCRIPT, PageScripts.echarts());
    text(id + ".html", page.htmlBeside(SCRIPT));
    text(id + ".json", ResultRecord.of(experiment, outcome, run, pictures).text());
  }

  private void tables(HtmlPage page, String id, Outcome outcome) throws IOException {
    for (DataTable table : outcome.tables()) {
      page.table(table);
      text(file(id, table.name(), "csv"), table.csv());
      page.link(file(id, table.name(), "csv"), "as CSV");
    }
  }

  private void plots(HtmlPage page, String id, Outcome outcome, List<String> pictures)
      throws IOException {
    for (Plot plot : outcome.plots()) {
      page.plot(plot);
      numbers(page, file(id, plot.title(), "csv"), points(plot));
      pictures.add(file(id, plot.title(), "svg"));
      text(pictures.get(pictures.size() - 1), SvgPlot.draw(plot));
    }
    for (MatrixPlot plot : outcome.matrices()) {
      page.plot(plot);
      numbers(page, file(id, plot.title(), "csv"), cells(plot));
      pictures.add(file(id, plot.title(), "svg"));
      text(pictures.get(pictures.size() - 1), plot.svg());
    }
  }

  private void pictures(HtmlPage page, String id, Outcome outcome, List<String> pictures)
      throws IOException {
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
      if (picture.numbers() != null) {
        numbers(page, file(id, picture.name(), "csv"), picture.numbers());
      }
      if (picture.committable()) {
        pictures.add(name);
      }
    }
  }

  private void numbers(HtmlPage page, String file, DataTable numbers) throws IOException {
    text(file, numbers.csv());
    page.link(file, "the points as CSV");
  }

  /** Records that an experiment could not be run, and why. */
  public void skip(Experiment experiment, String reason, Map<String, Object> run)
      throws IOException {
    Files.createDirectories(folder);
    text(experiment.id() + ".json", ResultRecord.skipped(experiment, reason, run).text());
  }

  /** Writes the index of every result in the folder. */
  public void index(List<Experiment> all) throws IOException {
    HtmlPage page = new HtmlPage("Mercer: the papers' tables and figures");
    DataTable experiments =
        new DataTable("Experiments", "id", "source", "claim", "hold", "scale", "seconds");
    DataTable table = new DataTable("Verdicts", "id", "verdict", "claim", "reason");
    int holding = 0;
    int claims = 0;
    List<ResultRecord> records = records(all);
    for (ResultRecord record : records) {
      boolean skipped = record.skipped() != null;
      Object id = skipped ? record.id() : new DataTable.Link(record.id() + ".html", record.id());
      experiments.row(
          id,
          record.source(),
          record.claim(),
          skipped ? "skipped" : record.holding() + " of " + record.claims(),
          record.scale(),
          skipped ? null : record.seconds());
      if (skipped) {
        table.row(id, "skipped", null, record.skipped());
      }
      for (Outcome.Verdict verdict : record.verdicts()) {
        DataTable.Mark mark = new DataTable.Mark(verdict.holds(), verdict.word());
        table.row(id, mark, verdict.claim(), verdict.reason());
      }
      claims += record.claims();
      holding += record.holding();
    }
    page.paragraph(holding + " of " + claims + " claims hold in what was measured.");
    page.table(experiments).table(table);
    text("index.html", page.htmlBeside(SCRIPT));
  }

  /** Writes every result in the folder to a folder of Markdown pages. */
  public void document(List<Experiment> all, Path pages) throws IOException {
    new ResultPages(folder, records(all)).into(pages, all);
  }

  private List<ResultRecord> records(List<Experiment> all) throws IOException {
    List<ResultRecord> records = new ArrayList<>();
    for (Experiment experiment : all) {
      Path file = folder.resolve(experiment.id() + ".json");
      if (Files.exists(file)) {
        records.add(ResultRecord.read(file));
      }
    }
    return records;
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
