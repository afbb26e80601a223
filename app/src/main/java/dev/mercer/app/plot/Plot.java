package dev.mercer.app.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * The content of a picture, independent of how it is drawn: {@link SvgPlot} draws it for documents,
 * {@link EchartsPlot} for interactive pages.
 *
 * @param subtitle what was measured on which data; may be empty
 */
public record Plot(String title, String subtitle, Axis x, Axis y, List<Series> series) {

  public Plot {
    series = List.copyOf(series);
  }

  /** How a series is drawn. */
  public enum Kind {
    /** Marks joined by a line, with bars of spread if there are any. */
    LINE,
    /** A line for comparison with others: dashed, without marks. */
    REFERENCE,
    /** Marks alone. */
    DOTS,
    /** The area between two curves. */
    BAND,
    /** Bars from zero. */
    BARS
  }

  /**
   * An axis.
   *
   * @param name with its unit
   * @param categories names at positions 0, 1, …; null for numbers
   */
  public record Axis(String name, boolean logarithmic, List<String> categories) {

    public static Axis linear(String name) {
      return new Axis(name, false, null);
    }

    public static Axis logarithmic(String name) {
      return new Axis(name, true, null);
    }

    public static Axis of(String name, List<String> categories) {
      return new Axis(name, false, List.copyOf(categories));
    }
  }

  /**
   * Points with a common name, in the order of x if they are joined.
   *
   * @param low the lower ends of the spread, or of a band; null for none
   * @param high the upper ends
   * @param hover what a page shows for each point; null for its numbers
   */
  public record Series(
      String name, Kind kind, double[] x, double[] y, double[] low, double[] high, String[] hover) {

    public Series {
      if (x.length != y.length
          || (low == null) != (high == null)
          || (low != null && (low.length != x.length || high.length != x.length))
          || (hover != null && hover.length != x.length)) {
        throw new IllegalArgumentException("the series '" + name + "' has uneven lengths");
      }
    }
  }

  /** An empty plot; series are added one by one. */
  public static Plot of(String title, String subtitle, Axis x, Axis y) {
    return new Plot(title, subtitle, x, y, List.of());
  }

  /** Whether a line joins the marks; not between categories if each mark has a spread. */
  boolean joins(Series line) {
    return x.categories() == null || line.low() == null;
  }

  private Plot with(Series added) {
    List<Series> all = new ArrayList<>(series);
    all.add(added);
    return new Plot(title, subtitle, x, y, all);
  }

  public Plot line(String name, double[] across, double[] up) {
    return with(new Series(name, Kind.LINE, across, up, null, null, null));
  }

  /** Adds a line with the spread of each of its points. */
  public Plot line(String name, double[] across, double[] up, double[] low, double[] high) {
    return with(new Series(name, Kind.LINE, across, up, low, high, null));
  }

  public Plot reference(String name, double[] across, double[] up) {
    return with(new Series(name, Kind.REFERENCE, across, up, null, null, null));
  }

  public Plot dots(String name, double[] across, double[] up, String[] hover) {
    return with(new Series(name, Kind.DOTS, across, up, null, null, hover));
  }

  public Plot band(String name, double[] across, double[] low, double[] high) {
    return with(new Series(name, Kind.BAND, across, high, low, high, null));
  }

  public Plot bars(String name, double[] across, double[] up) {
    return with(new Series(name, Kind.BARS, across, up, null, null, null));
  }
}
