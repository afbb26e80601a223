package dev.mercer.evidence.reproduce;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.ContourPlot;
import dev.mercer.app.plot.MatrixPlot;
import dev.mercer.app.plot.Plot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an experiment gave: tables, pictures, settings, remarks, and a verdict on each claim. */
public final class Outcome {

  /**
   * What a claim turned out to be in what was measured.
   *
   * @param claim in a few words
   * @param reason the numbers that decide, and why they differ where they do
   */
  public record Verdict(String claim, Judgment judgment, String reason) {

    /** Whether the claim stands as the paper makes it. */
    public boolean holds() {
      return judgment.holds();
    }

    /** The word for it. */
    public String word() {
      return judgment.word();
    }
  }

  /**
   * A picture drawn by the experiment itself: SVG text, or PNG bytes.
   *
   * @param numbers what is drawn; null for pictures that are the data
   */
  public record Picture(
      String name, String svg, byte[] png, boolean committable, DataTable numbers) {}

  private final Map<String, Object> settings = new LinkedHashMap<>();
  private final List<DataTable> tables = new ArrayList<>();
  private final List<Plot> plots = new ArrayList<>();
  private final List<MatrixPlot> matrices = new ArrayList<>();
  private final List<Picture> pictures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Verdict> verdicts = new ArrayList<>();

  /** A setting of the run: what the paper gives or leaves open. */
  public Outcome setting(String name, Object value) {
    settings.put(name, value);
    return this;
  }

  public Outcome table(DataTable table) {
    tables.add(table);
    return this;
  }

  public Outcome plot(Plot plot) {
    plots.add(plot);
    return this;
  }

  public Outcome plot(MatrixPlot plot) {
    matrices.add(plot);
    return this;
  }

  /** Functions over the plane. */
  public Outcome contours(String name, ContourPlot plot) {
    DataTable numbers = new DataTable(name, "panel", "x", "y", "value");
    for (ContourPlot.Panel panel : plot.panels()) {
      ContourPlot.Grid grid = panel.grid();
      double[] places = grid.points();
      for (int k = 0; k < grid.values().length; k++) {
        numbers.row(panel.title(), places[2 * k], places[2 * k + 1], grid.values()[k]);
      }
    }
    pictures.add(new Picture(name, plot.svg(), null, true, numbers));
    return this;
  }

  /**
   * @param committable false for pictures of people's faces, which are never kept in the project
   */
  public Outcome png(String name, byte[] png, boolean committable) {
    pictures.add(new Picture(name, null, png, committable, null));
    return this;
  }

  /** A remark: data or scaling that are not the paper's, what the paper leaves open. */
  public Outcome note(String text) {
    notes.add(text);
    return this;
  }

  public Outcome verdict(String claim, boolean holds, String reason) {
    verdicts.add(new Verdict(claim, Judgment.of(holds), reason));
    return this;
  }

  public Map<String, Object> settings() {
    return settings;
  }

  public List<DataTable> tables() {
    return tables;
  }

  public List<Plot> plots() {
    return plots;
  }

  public List<MatrixPlot> matrices() {
    return matrices;
  }

  public List<Picture> pictures() {
    return pictures;
  }

  public List<String> notes() {
    return notes;
  }

  public List<Verdict> verdicts() {
    return verdicts;
  }

  /** Whether every claim holds. */
  public boolean holds() {
    return verdicts.stream().allMatch(Verdict::holds);
  }
}
