package dev.mercer.app.plot;

import java.util.Locale;

/** Elements of an SVG picture, appended as text; texts are escaped, numbers have one decimal. */
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

  /** What the picture shows in words, for people who cannot see it. */
  void description(String words) {
    raw("<desc>%s</desc>\n", escaped(words));
  }

  /** Text that already is markup, formatted without a locale. */
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

  /**
   * A mark of one of five shapes around a point, for {@link #marks}. A dot is a line of length zero
   * that its round ends make visible, which takes a fifth of the text of a circle.
   */
  static String mark(int shape, double x, double y, double size) {
    double s = size;
    return switch (shape) {
      case 0 -> String.format(Locale.ROOT, "M%.1f %.1fh0", x, y);
      case 1 -> {
        double half = 0.9 * s;
        yield corners(
            x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half);
      }
      case 2 -> corners(x, y - 1.2 * s, x + 1.1 * s, y + 0.8 * s, x - 1.1 * s, y + 0.8 * s);
      case 3 -> corners(x, y - 1.3 * s, x + 1.3 * s, y, x, y + 1.3 * s, x - 1.3 * s, y);
      default -> corners(x, y + 1.2 * s, x + 1.1 * s, y - 0.8 * s, x - 1.1 * s, y - 0.8 * s);
    };
  }

  /** Marks of one shape, size and color, as one element. */
  void marks(int shape, double size, CharSequence marks, String color, double opacity) {
    if (shape == 0) {
      raw(
          "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"%.2g\""
              + " stroke-width=\"%.1f\" stroke-linecap=\"round\"/>\n",
          marks, color, opacity, 2 * size);
    } else {
      raw("<path d=\"%s\" fill=\"%s\" fill-opacity=\"%.2g\"/>\n", marks, color, opacity);
    }
  }

  /** A closed path through corners x, y, x, y, … */
  void path(String style, double... corners) {
    raw("<path d=\"%s\" %s/>\n", corners(corners), style);
  }

  private static String corners(double... corners) {
    StringBuilder way = new StringBuilder("M");
    for (int k = 0; k < corners.length; k++) {
      way.append(String.format(Locale.ROOT, k == 0 ? "%.1f" : " %.1f", corners[k]));
    }
    return way.append('z').toString();
  }

  String finished() {
    return text + "</svg>\n";
  }

  /** Text for XML: markup is escaped, and characters that XML 1.0 does not allow are replaced. */
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
