package dev.mercer.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * A page of Markdown: its text, and what others must know of it.
 *
 * @param source its path from the project's root
 * @param path that of the page made of it, from the site's root: {@code index.html} of a folder for
 *     {@code README.md} and {@code index.md}
 * @param title the text of its first heading, or its file name where it has none
 * @param document the text
 * @param headings with the ids they get, which are those of the usual viewers of Markdown
 */
record Page(String source, String path, String title, Node document, List<Section> headings) {

  /** A heading, its level from 1 to 6, and the id by which links lead to it. */
  record Section(Heading node, int level, String text, String id) {}

  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  static Page of(String source, String markdown) {
    Node document = PARSER.parse(markdown);
    List<Section> headings = headings(document);
    String title = headings.isEmpty() ? Paths.name(source) : headings.get(0).text();
    return new Page(source, htmlPath(source), title, document, headings);
  }

  /** The title up to a colon: short enough for a list of pages. */
  String label() {
    int colon = title.indexOf(": ");
    return colon < 0 ? title : title.substring(0, colon);
  }

  boolean isIndex() {
    return Paths.name(path).equals("index.html");
  }

  /** The first sentence behind the title; empty where something else than text follows it. */
  String summary() {
    Node first = document.getFirstChild();
    Node text = first instanceof Heading ? first.getNext() : first;
    if (!(text instanceof Paragraph)) {
      return "";
    }
    String plain = text(text);
    int end = plain.indexOf(". ");
    return end < 0 ? plain : plain.substring(0, end + 1);
  }

  /** Where its links lead, as they are written, in order. */
  List<String> links() {
    List<String> found = new ArrayList<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            found.add(link.getDestination());
            visitChildren(link);
          }
        });
    return found;
  }

  private static String htmlPath(String source) {
    String folder = Paths.folder(source);
    String name = Paths.name(source);
    boolean index = name.equals("README.md") || name.equals("index.md");
    return folder + (index ? "index" : name.substring(0, name.length() - 3)) + ".html";
  }

  private static List<Section> headings(Node document) {
    List<Section> found = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            String text = text(heading);
            String id = id(text);
            int before = seen.merge(id, 1, Integer::sum) - 1;
            String own = before == 0 ? id : id + "-" + before;
            found.add(new Section(heading, heading.getLevel(), text, own));
          }
        });
    return found;
  }

  private static String id(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  /** The text of a node without its marks. */
  static String text(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code code) {
            text.append(code.getLiteral());
          }

          @Override
          public void visit(Image image) {
            // What stands for a picture is no part of the text.
          }

          @Override
          public void visit(SoftLineBreak end) {
            text.append(' ');
          }

          @Override
          public void visit(HardLineBreak end) {
            text.append(' ');
          }
        });
    return text.toString();
  }
}
