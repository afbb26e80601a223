package dev.mercer.app.plot;

import dev.mercer.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A matrix of numbers as shaded cells, such as a confusion matrix, with rows from top to bottom.
 *
 * @param rowNames names of the rows, downwards
 * @param columnNames names of the columns
 */
public record MatrixPlot(
    String title,
    String rowTitle,
    String columnTitle,
    List<String> rowNames,
    List<String> columnNames,
    double[][] values) {

  private static final int LEFT = 96;
  private static final int TOP = 72;
  private static final int CELL = 44;
  private static final String DARK = "#0072B2";

  /** The picture as the text of an SVG file. */
  public String svg() {
    int width = LEFT + CELL * columnNames.size() + 32;
    int height = TOP + CELL * rowNames.size() + 64;
    SvgText svg = new SvgText(Math.max(width, 360), height, title);
    svg.description(rowTitle + " by " + columnTitle);
    svg.words(LEFT, 26, "start", "font-size=\"17\" font-weight=\"bold\"", title);
    double most = most();
    for (int i = 0; i < rowNames.size(); i++) {
      svg.words(LEFT - 8, TOP + CELL * (i + 0.5) + 4, "end", "", rowNames.get(i));
      for (int j = 0; j < columnNames.size(); j++) {
        // Square roots keep a few errors visible next to a strong diagonal.
        double shade = most > 0 ? Math.sqrt(Math.max(0, values[i][j]) / most) : 0;
        svg.raw(
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" fill-opacity=\"%.3f\""
                + " stroke=\"#cccccc\"/>\n",
            LEFT + CELL * j, TOP + CELL * i, CELL, CELL, DARK, shade);
        svg.words(
            LEFT + CELL * (j + 0.5),
            TOP + CELL * (i + 0.5) + 4,
            "middle",
            shade > 0.6 ? "fill=\"#ffffff\"" : "",
            text(values[i][j]));
      }
    }
    for (int j = 0; j < columnNames.size(); j++) {
      svg.words(LEFT + CELL * (j + 0.5), TOP - 8, "middle", "", columnNames.get(j));
    }
    svg.words(
        LEFT + CELL * columnNames.size() / 2.0,
        TOP + CELL * rowNames.size() + 28,
        "middle",
        "",
        columnTitle);
    svg.raw(
        "<text transform=\"translate(24 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
        TOP + CELL * rowNames.size() / 2.0, SvgText.escaped(rowTitle));
    return svg.finished();
  }

  /** The same picture as an option of ECharts. */
  public Map<String, Object> option() {
    List<Object> data = new ArrayList<>();
    for (int i = 0; i < rowNames.size(); i++) {
      for (int j = 0; j < columnNames.size(); j++) {
        data.add(List.of(j, i, values[i][j]));
      }
    }
    return Json.object(
        "animation", false,
        "title", Json.object("text", title, "textStyle", Json.object("fontSize", 16)),
        "tooltip", Json.object("confine", true),
        "grid", Json.object("left", 72, "right", 24, "top", 64, "bottom", 72),
        "xAxis",
            Json.object(
                "type",
                "category",
                "data",
                columnNames,
                "name",
                columnTitle,
                "nameLocation",
                "middle",
                "nameGap",
                28),
        "yAxis",
            Json.object(
                "type",
                "category",
                "data",
                rowNames,
                "name",
                rowTitle,
                "nameLocation",
                "middle",
                "nameGap",
                48,
                "inverse",
                true),
        "visualMap",
            Json.object(
                "min",
                0,
                "max",
                most(),
                "show",
                false,
                "inRange",
                Json.object("color", List.of("#ffffff", DARK))),
        "series",
            List.of(
                Json.object("type", "heatmap", "data", data, "label", Json.object("show", true))));
  }

  private double most() {
    double most = 0;
    for (double[] row : values) {
      for (double value : row) {
        most = Math.max(most, value);
      }
    }
    return most;
  }

  private static String text(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.3g", value);
  }
}
