package dev.mercer.evidence.reproduce;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.ContourPlot;
import dev.mercer.app.plot.MatrixPlot;
import dev.mercer.app.plot.Plot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of an experiment: tables, pictures, settings, remarks, and a verdict on each claim.
 */
public final class Outcome {

  /**
   * The verdict on one claim.
   *
   * @param claim in a few words
   * @param reason the numbers that decide, and an explanation if they differ from the paper's
   */
  public record Verdict(String claim, Judgment judgment, String reason) {

    /** Whether the claim stands as the paper makes it. */
    public boolean holds() {
      return judgment.holds();
    }

    /** The word for the verdict. */
    public String word() {
      return judgment.word();
    }
  }

  /**
   * A picture drawn by the experiment itself: SVG text, or PNG bytes.
   *
   * @param numbers the numbers that are drawn; null for pictures that are themselves the data
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

  /** Adds a setting of the run: a value that the paper gives or leaves open. */
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

  /** Adds a picture of functions over the plane. */
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

  /**
   * Adds a remark: for instance that data or scaling differ from the paper's, or what it leaves
   * open.
   */
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
