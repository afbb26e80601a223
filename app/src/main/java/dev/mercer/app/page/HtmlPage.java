package dev.mercer.app.page;

import dev.mercer.app.plot.EchartsPlot;
import dev.mercer.app.plot.MatrixPlot;
import dev.mercer.app.plot.Plot;
import dev.mercer.internal.json.Json;
import java.util.Base64;
import java.util.Map;

/**
 * A page in one file that works offline: text, tables that can be sorted, interactive plots,
 * pictures. All texts are escaped, and nothing is loaded from elsewhere.
 */
public final class HtmlPage {

  private final String title;
  private final StringBuilder body = new StringBuilder();
  private int plots;

  public HtmlPage(String title) {
    this.title = title;
    body.append("<h1>").append(escaped(title)).append("</h1>\n");
  }

  public HtmlPage heading(String text) {
    body.append("<h2>").append(escaped(text)).append("</h2>\n");
    return this;
  }

  public HtmlPage paragraph(String text) {
    body.append("<p>").append(escaped(text)).append("</p>\n");
    return this;
  }

  /** A remark that must not be overlooked. */
  public HtmlPage note(String text) {
    body.append("<p class=\"note\">").append(escaped(text)).append("</p>\n");
    return this;
  }

  /** A link to a file next to the page. */
  public HtmlPage link(String file, String text) {
    body.append("<p><a href=\"").append(escaped(file)).append("\">");
    body.append(escaped(text)).append("</a></p>\n");
    return this;
  }

  /** A word that is marked as good or not, with a reason. */
  public HtmlPage verdict(boolean good, String word, String reason) {
    body.append("<p><span class=\"verdict ").append(good ? "good" : "other").append("\">");
    body.append(escaped(word)).append("</span> ").append(escaped(reason)).append("</p>\n");
    return this;
  }

  /** Names and their values, in order. */
  public HtmlPage facts(Map<String, ?> facts) {
    body.append("<dl>\n");
    facts.forEach(
        (name, value) ->
            body.append("<dt>")
                .append(escaped(name))
                .append("</dt><dd>")
                .append(escaped(DataTable.text(value)))
                .append("</dd>\n"));
    body.append("</dl>\n");
    return this;
  }

  public HtmlPage table(DataTable table) {
    body.append(table.html());
    return this;
  }

  public HtmlPage plot(Plot plot) {
    return chart(EchartsPlot.option(plot), plot.title(), 440);
  }

  public HtmlPage plot(MatrixPlot plot) {
    return chart(plot.option(), plot.title(), 120 + 36 * plot.rowNames().size());
  }

  private HtmlPage chart(Map<String, Object> option, String name, int height) {
    int number = plots++;
    body.append("<div class=\"plot\" id=\"plot").append(number);
    body.append("\" role=\"img\" aria-label=\"").append(escaped(name));
    body.append("\" style=\"height:").append(height).append("px\"></div>\n");
    // A script element ends at the first "</", whatever its type.
    body.append("<script type=\"application/json\" data-plot=\"plot").append(number).append("\">");
    body.append(Json.compact(option).replace("</", "<\\/")).append("</script>\n");
    return this;
  }

  /** A picture drawn by this program, inserted without changes. */
  public HtmlPage svg(String svg) {
    body.append("<figure class=\"wide\">").append(svg).append("</figure>\n");
    return this;
  }

  public HtmlPage png(byte[] png, String description) {
    body.append("<figure class=\"wide\"><img alt=\"").append(escaped(description));
    body.append("\" src=\"data:image/png;base64,");
    body.append(Base64.getEncoder().encodeToString(png)).append("\"></figure>\n");
    return this;
  }

  /** The whole page, which contains the script of the plots. */
  public String html() {
    return html("<script>" + PageScripts.echarts().replace("</script", "<\\/script") + "</script>");
  }

  /** The page without the script of the plots, for folders of many pages that share one file. */
  public String htmlBeside(String script) {
    return html("<script src=\"" + escaped(script) + "\"></script>");
  }

  private String html(String charts) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<link rel=\"icon\" href=\"data:,\">\n"
        + "<title>"
        + escaped(title)
        + "</title>\n<style>\n"
        + PageScripts.style()
        + "</style>\n</head>\n<body>\n<main>\n"
        + body
        + "</main>\n"
        + (plots > 0 ? charts + "\n" : "")
        + "<script>\n"
        + PageScripts.behavior()
        + "</script>\n</body>\n</html>\n";
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
