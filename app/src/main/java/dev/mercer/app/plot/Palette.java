package dev.mercer.app.plot;

import java.util.List;

/** Colors people with any color vision tell apart, and mark shapes so that gray prints work too. */
final class Palette {

  /** Okabe and Ito's, yellow left out: too light on white. */
  static final List<String> COLORS =
      List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00");

  /** Shapes by the names ECharts gives them. */
  static final List<String> SHAPES =
      List.of("circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow");

  private Palette() {}

  static String color(int index) {
    return COLORS.get(index % COLORS.size());
  }

  /** After all colors were used once, the next shape comes as well. */
  static int shape(int index) {
    return (index + index / COLORS.size()) % 5;
  }
}
