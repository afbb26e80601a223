package dev.mercer.site;

import static java.util.stream.Collectors.joining;

import dev.mercer.site.Folder.Entry;

/**
 * The text of the page of a folder that has none of its own: what it holds, with a line on each.
 */
final class FolderList {

  private FolderList() {}

  static String html(Folder folder) {
    StringBuilder html = new StringBuilder();
    html.append("<h1>").append(PageLayout.escape(folder.title())).append("</h1>\n<dl>\n");
    for (Entry entry : folder.entries()) {
      Page page = entry.page() == null ? entry.folder().index() : entry.page();
      String path = entry.page() == null ? entry.folder().indexPath() : page.path();
      String title = page == null ? entry.title() : page.title();
      html.append("<dt><a href=\"" + Paths.link(folder.indexPath(), path) + "\">")
          .append(PageLayout.escape(title) + "</a></dt>\n")
          .append("<dd>" + PageLayout.escape(summary(entry, page)) + "</dd>\n");
    }
    return html.append("</dl>\n").toString();
  }

  private static String summary(Entry entry, Page page) {
    return page != null
        ? page.summary()
        : entry.folder().entries().stream().map(Entry::title).collect(joining(", "));
  }
}
