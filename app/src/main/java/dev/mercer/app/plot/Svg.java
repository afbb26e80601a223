package dev.mercer.app.plot;

import java.util.Locale;

/** SVG text, piece by piece. */
final class Svg {

  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height, String title, String description) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" role=\"img\">\n"
            + "<title>%s</title>\n<desc>%s</desc>\n"
            + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
        width, height, width, height, escaped(title), escaped(description));
  }

  /** A piece; numbers are written with a point whatever the machine's language. */
  void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }

  void words(double x, double y, String anchor, String style, String words) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>\n",
        x, y, anchor, style, escaped(words));
  }

  void stroke(double x1, double y1, double x2, double y2, String color) {
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n",
        x1, y1, x2, y2, color);
  }

  /** A mark of a shape, by its number, around a point. */
  void mark(int shape, double x, double y, double size, String color, double opacity) {
    String style = String.format(Locale.ROOT, "fill=\"%s\" fill-opacity=\"%.2g\"", color, opacity);
    double s = size;
    switch (shape) {
      case 0 -> add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>\n", x, y, s, style);
      case 1 ->
          add(
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>\n",
              x - 0.9 * s, y - 0.9 * s, 1.8 * s, 1.8 * s, style);
      case 2 -> path(style, x, y - 1.2 * s, x + 1.1 * s, y + 0.8 * s, x - 1.1 * s, y + 0.8 * s);
      case 3 -> path(style, x, y - 1.3 * s, x + 1.3 * s, y, x, y + 1.3 * s, x - 1.3 * s, y);
      default -> path(style, x, y + 1.2 * s, x + 1.1 * s, y - 0.8 * s, x - 1.1 * s, y - 0.8 * s);
    }
  }

  /** A closed path through corners x, y, x, y, … */
  void path(String style, double... corners) {
    StringBuilder way = new StringBuilder();
    for (int k = 0; k < corners.length; k += 2) {
      way.append(
          String.format(
              Locale.ROOT, "%s%.1f %.1f ", k == 0 ? "M" : "L", corners[k], corners[k + 1]));
    }
    add("<path d=\"%sZ\" %s/>\n", way, style);
  }

  String finish() {
    return text.append("</svg>\n").toString();
  }

  static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int k = 0; k < text.length(); k++) {
      char c = text.charAt(k);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        default -> out.append(c < ' ' ? ' ' : c);
      }
    }
    return out.toString();
  }
}
