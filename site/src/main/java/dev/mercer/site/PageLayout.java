package dev.mercer.site;

import dev.mercer.site.Page.Section;
import java.util.List;

/**
 * What stands around the text of a page: head, list of pages, list of headings, neighbors. It needs
 * no script: the list of pages opens on small screens by a box that is ticked.
 */
final class PageLayout {

  /** With more headings than this only those of the second level are listed. */
  private static final int MOST_HEADINGS = 30;

  private final String siteTitle;
  private final Navigation navigation;

  PageLayout(String siteTitle, Navigation navigation) {
    this.siteTitle = siteTitle;
    this.navigation = navigation;
  }

  /**
   * @param path of the page on the site
   * @param source the file it was made of, empty for a list of pages
   */
  String html(String path, String title, String source, List<Section> headings, String text) {
    String full = title.equals(siteTitle) ? title : title + " · " + siteTitle;
    String contents = contents(headings);
    StringBuilder html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .append("<title>" + escape(full) + "</title>\n")
        .append("<link rel=\"icon\" href=\"data:,\">\n")
        .append("<link rel=\"stylesheet\" href=\"" + Paths.link(path, "site.css") + "\">\n")
        .append("</head>\n<body>\n")
        .append("<a class=\"skip\" href=\"#text\">Skip to the text</a>\n")
        .append("<header><a class=\"home\" href=\"" + Paths.link(path, "index.html") + "\">")
        .append(escape(siteTitle) + "</a>\n")
        .append("<input type=\"checkbox\" id=\"menu\"><label for=\"menu\">Pages</label>\n")
        .append("<nav class=\"pages\" aria-label=\"Pages\">\n" + navigation.html(path) + "</nav>\n")
        .append("</header>\n<main id=\"text\">\n");
    if (!contents.isEmpty()) {
      html.append("<details class=\"contents\"><summary>On this page</summary>\n")
          .append(contents + "</details>\n");
    }
    html.append("<article>\n" + text + "</article>\n");
    if (!source.isEmpty()) {
      html.append("<footer>\n<nav class=\"neighbors\" aria-label=\"Before and behind\">\n")
          .append("<span>" + navigation.neighbor(path, -1) + "</span>\n")
          .append("<span>" + navigation.neighbor(path, 1) + "</span>\n</nav>\n")
          .append("<p>Made from <code>" + escape(source) + "</code></p>\n</footer>\n");
    }
    html.append("</main>\n");
    if (!contents.isEmpty()) {
      html.append("<nav class=\"contents\" aria-label=\"On this page\">\n<p>On this page</p>\n")
          .append(contents + "</nav>\n");
    }
    return html.append("</body>\n</html>\n").toString();
  }

  /** The headings below the title, if there are several. */
  private static String contents(List<Section> headings) {
    List<Section> listed = upTo(3, headings);
    listed = listed.size() > MOST_HEADINGS ? upTo(2, headings) : listed;
    if (listed.size() < 2) {
      return "";
    }
    StringBuilder html = new StringBuilder("<ul>\n");
    for (Section heading : listed) {
      html.append("<li class=\"level" + heading.level() + "\"><a href=\"#" + heading.id() + "\">")
          .append(escape(heading.text()) + "</a></li>\n");
    }
    return html.append("</ul>\n").toString();
  }

  private static List<Section> upTo(int level, List<Section> headings) {
    return headings.stream()
        .filter(heading -> heading.level() > 1 && heading.level() <= level)
        .toList();
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
