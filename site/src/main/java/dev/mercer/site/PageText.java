package dev.mercer.site;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * The text of a page as HTML.
 *
 * <ul>
 *   <li>headings get their ids, and a link to themselves
 *   <li>links to pages and folders lead to the pages made of them; a folder without pages is no
 *       place on the site, so a link to it becomes text
 *   <li>a picture is a link to its file, since on a small screen it is too small to read
 *   <li>a table scrolls by itself where it is wider than the page
 * </ul>
 */
final class PageText {

  private static final int MANY_COLUMNS = 6;

  /** Up to this many characters, such as an option with its value, are kept on one line. */
  private static final int LONGEST_WORD = 24;

  private PageText() {}

  /**
   * @param pathOf the path on the site of what a link to a file or folder of the project means;
   *     null for what is no page
   */
  static String html(Page page, Function<String, String> pathOf) {
    Map<Node, String> ids = new HashMap<>();
    page.headings().forEach(heading -> ids.put(heading.node(), heading.id()));
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(List.of(TablesExtension.create()))
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      if (node instanceof Heading) {
                        attributes.put("id", ids.get(node));
                      } else if (node instanceof Image) {
                        attributes.put("loading", "lazy");
                      } else if (node instanceof TableCell cell && classOf(cell) != null) {
                        attributes.put("class", classOf(cell));
                      } else if (node instanceof Code code
                          && code.getLiteral().length() <= LONGEST_WORD) {
                        attributes.put("class", "word");
                      }
                    })
            .build();
    page.document().accept(new Linked(page, pathOf));
    return renderer
        .render(page.document())
        .replaceAll(
            "<h([2-6]) id=\"([^\"]*)\">(.*?)</h\\1>",
            "<h$1 id=\"$2\">$3 <a class=\"self\" href=\"#$2\" aria-label=\"Link to this heading\">#</a></h$1>")
        .replace(
            "<table>",
            "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>")
        .replace("</table>", "</table></div>");
  }

  /**
   * A long text needs some width to be read; a short one is not broken where the table has so many
   * columns that it is wider than any page. Null for others.
   */
  private static String classOf(TableCell cell) {
    if (Page.text(cell).length() > LONGEST_WORD) {
      return "long";
    }
    int columns = 0;
    for (Node each = cell.getParent().getFirstChild(); each != null; each = each.getNext()) {
      columns++;
    }
    return columns >= MANY_COLUMNS ? "word" : null;
  }

  /** Changes the links of a page to those of the site. */
  private static final class Linked extends AbstractVisitor {

    private final Page page;
    private final Function<String, String> pathOf;

    Linked(Page page, Function<String, String> pathOf) {
      this.page = page;
      this.pathOf = pathOf;
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      String written = link.getDestination();
      if (Paths.leadsOut(written) || written.startsWith("#")) {
        return;
      }
      String path = pathOf.apply(Paths.target(page.source(), written));
      if (path != null) {
        int hash = written.indexOf('#');
        String rest = hash < 0 ? "" : written.substring(hash);
        link.setDestination(Paths.link(page.path(), path) + rest);
      }
    }

    @Override
    public void visit(Image image) {
      if (!(image.getParent() instanceof Link)) {
        Link around = new Link(image.getDestination(), null);
        image.insertBefore(around);
        around.appendChild(image);
      }
    }
  }
}
