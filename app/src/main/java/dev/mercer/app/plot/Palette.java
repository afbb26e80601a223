package dev.mercer.app.plot;

import java.util.List;

/** Colors that people with any color vision can distinguish, and mark shapes for gray prints. */
final class Palette {

  /** The palette of Okabe and Ito without yellow, which is too light on white. */
  static final List<String> COLORS =
      List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00");

  /** Shapes by the names ECharts gives them. */
  static final List<String> SHAPES =
      List.of("circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow");

  private Palette() {}

  static String color(int index) {
    return COLORS.get(index % COLORS.size());
  }

  /** The shape changes with the color, and shifts by one after all colors were used once. */
  static int shape(int index) {
    return (index + index / COLORS.size()) % 5;
  }
}
