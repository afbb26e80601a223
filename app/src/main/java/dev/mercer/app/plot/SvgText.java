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
