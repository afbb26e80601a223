package dev.mercer.app.plot;

import dev.mercer.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A {@link Plot} as an option of ECharts, for interactive pages. Points that an axis cannot show,
 * such as zero on a logarithmic one, are left out.
 */
public final class EchartsPlot {

  private static final int MANY_DOTS = 2000;
  private static final int MOST_NAMES = 8;

  private EchartsPlot() {}

  /** The option, to be written as JSON. */
  public static Map<String, Object> option(Plot plot) {
    List<Object> series = new ArrayList<>();
    List<String> names = new ArrayList<>();
    boolean bars = plot.series().stream().anyMatch(each -> each.kind() == Plot.Kind.BARS);
    for (int k = 0; k < plot.series().size(); k++) {
      Plot.Series each = plot.series().get(k);
      names.add(each.name());
      add(series, plot, each, k);
    }
    return Json.object(
        "animation", false,
        "textStyle", Json.object("fontFamily", "Helvetica, Arial, sans-serif"),
        "title",
            Json.object(
                "text", plot.title(),
                "subtext", plot.subtitle(),
                "left", "left",
                "textStyle", Json.object("fontSize", 16),
                "subtextStyle", Json.object("color", "#444444")),
        "tooltip", Json.object("trigger", "item", "confine", true),
        "legend", Json.object("data", names, "type", "scroll", "bottom", 0),
        "grid", Json.object("left", 72, "right", 24, "top", 72, "bottom", 84),
        "toolbox",
            Json.object(
                "right",
                8,
                "feature",
                Json.object(
                    "dataZoom",
                    Json.object(),
                    "restore",
                    Json.object(),
                    "saveAsImage",
                    Json.object())),
        "xAxis", axis(plot.x(), 32, false),
        "yAxis", axis(plot.y(), 52, bars),
        "series", series);
  }

  /**
   * @param zero whether the axis must contain zero, as for bars, whose lengths are compared
   */
  private static Map<String, Object> axis(Plot.Axis axis, int gap, boolean zero) {
    Map<String, Object> json =
        Json.object(
            "name",
            axis.name(),
            "nameLocation",
            "middle",
            "nameGap",
            gap,
            "type",
            axis.categories() != null ? "category" : axis.logarithmic() ? "log" : "value");
    if (axis.categories() != null) {
      json.put("data", axis.categories());
      if (axis.categories().size() <= MOST_NAMES) {
        // All labels are shown, and broken into lines if they are too wide.
        json.put("axisLabel", Json.object("interval", 0, "overflow", "break"));
      }
    } else {
      json.put("scale", !zero);
      // At the left and the bottom, next to the labels, even if zero is in the middle.
      json.put("axisLine", Json.object("onZero", false));
    }
    return json;
  }

  private static void add(List<Object> all, Plot plot, Plot.Series series, int index) {
    String color = Palette.color(index);
    switch (series.kind()) {
      case LINE -> {
        int width = plot.joins(series) ? 2 : 0;
        all.add(styled(plot, series, index, "line", Json.object("color", color, "width", width)));
        if (series.low() != null) {
          all.add(spread(plot, series, color));
        }
      }
      case REFERENCE -> {
        Map<String, Object> line =
            styled(
                plot,
                series,
                index,
                "line",
                Json.object("color", color, "width", 1.5, "type", "dashed"));
        line.put("symbol", "none");
        all.add(line);
      }
      case DOTS -> all.add(styled(plot, series, index, "scatter", null));
      case BARS -> all.add(styled(plot, series, index, "bar", null));
      case BAND -> band(all, plot, series, index);
    }
  }

  private static Map<String, Object> styled(
      Plot plot, Plot.Series series, int index, String type, Map<String, Object> line) {
    boolean many = series.x().length > MANY_DOTS;
    Map<String, Object> json =
        Json.object(
            "name", series.name(),
            "type", type,
            "data", points(plot, series, series.y()),
            "symbol", Palette.SHAPES.get(Palette.shape(index)),
            "symbolSize", type.equals("scatter") ? (many ? 4 : 7) : 8,
            "itemStyle",
                Json.object(
                    "color", Palette.color(index), "opacity", type.equals("scatter") ? 0.7 : 1.0));
    if (line != null) {
      json.put("lineStyle", line);
    }
    return json;
  }

  /** Points as [x, y], or as {value, name} if there is a text to show for each. */
  private static List<Object> points(Plot plot, Plot.Series series, double[] heights) {
    List<Object> points = new ArrayList<>();
    for (int k = 0; k < series.x().length; k++) {
      if (!shown(plot.x(), series.x()[k]) || !shown(plot.y(), heights[k])) {
        continue;
      }
      Object x = plot.x().categories() == null ? (Object) series.x()[k] : (int) series.x()[k];
      List<Object> value = List.of(x, heights[k]);
      points.add(
          series.hover() == null ? value : Json.object("value", value, "name", series.hover()[k]));
    }
    return points;
  }

  private static boolean shown(Plot.Axis axis, double value) {
    return Double.isFinite(value) && (!axis.logarithmic() || value > 0);
  }

  /** Bars of spread: a custom series that the page's own script draws; it is marked by its name. */
  private static Map<String, Object> spread(Plot plot, Plot.Series series, String color) {
    List<Object> data = new ArrayList<>();
    for (int k = 0; k < series.x().length; k++) {
      if (shown(plot.x(), series.x()[k]) && shown(plot.y(), series.high()[k])) {
        // A bar that reaches below a logarithmic axis ends at the bottom of the axis.
        boolean ends = shown(plot.y(), series.low()[k]);
        double low = ends ? series.low()[k] : series.high()[k];
        data.add(List.of(series.x()[k], low, series.high()[k], ends ? 1 : 0));
      }
    }
    return Json.object(
        "name", series.name(),
        "type", "custom",
        "renderItem", "mercer:spread",
        "itemStyle", Json.object("color", color),
        "tooltip", Json.object("show", false),
        "encode", Json.object("x", 0, "y", List.of(1, 2)),
        "data", data);
  }

  /** A band is two stacked lines with the area between them filled; on log axes only its edges. */
  private static void band(List<Object> all, Plot plot, Plot.Series series, int index) {
    String color = Palette.color(index);
    Map<String, Object> thin = Json.object("color", color, "width", 1, "opacity", 0.6);
    if (plot.y().logarithmic()) {
      for (double[] edge : List.of(series.low(), series.high())) {
        Map<String, Object> line = styled(plot, series, index, "line", thin);
        line.put("data", points(plot, series, edge));
        line.put("symbol", "none");
        all.add(line);
      }
      return;
    }
    double[] height = new double[series.x().length];
    for (int k = 0; k < height.length; k++) {
      height[k] = series.high()[k] - series.low()[k];
    }
    Map<String, Object> lower = styled(plot, series, index, "line", thin);
    lower.put("data", points(plot, series, series.low()));
    lower.put("symbol", "none");
    lower.put("stack", "band" + index);
    lower.put("tooltip", Json.object("show", false));
    Map<String, Object> upper = styled(plot, series, index, "line", thin);
    upper.put("data", points(plot, series, height));
    upper.put("symbol", "none");
    upper.put("stack", "band" + index);
    upper.put("areaStyle", Json.object("color", color, "opacity", 0.2));
    upper.put("tooltip", Json.object("show", false));
    all.add(lower);
    all.add(upper);
  }
}
