package dev.mercer.app.plot;

import java.util.Locale;

/** Elements of an SVG picture, appended as text; words are escaped, numbers have one decimal. */
final class SvgText {

  private final StringBuilder text = new StringBuilder();

  SvgText(int width, int height, String title) {
    raw(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
            + " viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\""
            + " font-size=\"13\" role=\"img\">\n<title>%s</title>\n"
            + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
        width, height, width, height, escaped(title));
  }

  /** What the picture shows in words, for those who do not see it. */
  void description(String words) {
    raw("<desc>%s</desc>\n", escaped(words));
  }

  /** Text that is markup already, formatted without a locale. */
  void raw(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }

  void line(double x1, double y1, double x2, double y2, String color) {
    raw(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n",
        x1, y1, x2, y2, color);
  }

  void words(double x, double y, String anchor, String attributes, String words) {
    raw(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n",
        x, y, anchor, attributes.isEmpty() ? "" : " " + attributes, escaped(words));
  }

  /** A mark of one of five shapes around a point. */
  void mark(int shape, double x, double y, double size, String color, double opacity) {
    String style = String.format(Locale.ROOT, "fill=\"%s\" fill-opacity=\"%.2g\"", color, opacity);
    double s = size;
    switch (shape) {
      case 0 -> raw("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>\n", x, y, s, style);
      case 1 -> {
        double half = 0.9 * s;
        path(style, x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half);
      }
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
    raw("<path d=\"%sZ\" %s/>\n", way, style);
  }

  String finished() {
    return text + "</svg>\n";
  }

  /** Words as XML takes them: markup escaped, characters XML 1.0 has no place for replaced. */
  static String escaped(String words) {
    StringBuilder escaped = new StringBuilder(words.length());
    words
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(allowed(c) ? c : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean allowed(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || c >= 0x20 && c <= 0xD7FF
        || c >= 0xE000 && c <= 0xFFFD
        || c >= 0x10000;
  }
}
