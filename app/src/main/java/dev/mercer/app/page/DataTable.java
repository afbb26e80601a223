package dev.mercer.app.page;

import dev.mercer.app.data.csv.CsvText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A named table of numbers and texts, for a page, for a CSV file next to it, or as Markdown for
 * documents.
 */
public final class DataTable {

  /** A cell that links to a file next to the page. */
  public record Link(String file, String words) {

    @Override
    public String toString() {
      return words;
    }
  }

  /** A cell with a word that is marked as good or not. */
  public record Mark(boolean good, String word) {

    @Override
    public String toString() {
      return word;
    }
  }

  /** Longer texts may be broken into lines; shorter ones are easier to read in one line. */
  private static final int SHORT = 22;

  private final String name;
  private final List<String> columns;
  private final List<List<Object>> rows = new ArrayList<>();

  public DataTable(String name, String... columns) {
    this.name = name;
    this.columns = List.of(columns);
  }

  /** Appends a row: numbers, texts, or null for an empty cell. */
  public DataTable row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for the " + columns.size() + " columns of '" + name + "'");
    }
    List<Object> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(cell);
    }
    rows.add(row);
    return this;
  }

  public String name() {
    return name;
  }

  public List<String> columns() {
    return columns;
  }

  public int size() {
    return rows.size();
  }

  /** One cell. */
  public Object cell(int row, int column) {
    return rows.get(row).get(column);
  }

  /** Comma-separated text with a header, and numbers with all their digits. */
  public String csv() {
    StringBuilder text = new StringBuilder(line(columns.stream().map(Object.class::cast).toList()));
    for (List<Object> row : rows) {
      text.append(line(row));
    }
    return text.toString();
  }

  private static String line(List<?> cells) {
    return cells.stream().map(DataTable::csvCell).collect(Collectors.joining(",")) + "\n";
  }

  private static String csvCell(Object cell) {
    if (cell == null || cell instanceof Double number && number.isNaN()) {
      return "";
    }
    return CsvText.quoted(cell.toString());
  }

  /** The rows as a Markdown table. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("| ").append(String.join(" | ", columns)).append(" |\n|");
    text.append("---|".repeat(columns.size())).append('\n');
    for (List<Object> row : rows) {
      text.append(
          row.stream()
              .map(cell -> text(cell).replace("|", "\\|"))
              .collect(Collectors.joining(" | ", "| ", " |\n")));
    }
    return text.toString();
  }

  /** The table as HTML; its columns can be sorted by a click. */
  String html() {
    StringBuilder text = new StringBuilder("<div class=\"wide\"><table class=\"sortable\">\n");
    text.append("<caption>").append(HtmlPage.escaped(name)).append("</caption>\n<thead><tr>");
    for (String column : columns) {
      text.append("<th scope=\"col\" tabindex=\"0\">").append(HtmlPage.escaped(column));
      text.append("</th>");
    }
    text.append("</tr></thead>\n<tbody>\n");
    for (List<Object> row : rows) {
      text.append("<tr>");
      for (Object cell : row) {
        text.append(html(cell));
      }
      text.append("</tr>\n");
    }
    return text.append("</tbody></table></div>\n").toString();
  }

  private static String html(Object cell) {
    String words = HtmlPage.escaped(text(cell));
    if (cell instanceof Number) {
      return "<td class=\"number\" data-value=\"" + cell + "\">" + words + "</td>";
    }
    if (cell instanceof Link link) {
      String file = HtmlPage.escaped(link.file());
      return "<td class=\"short\"><a href=\"" + file + "\">" + words + "</a></td>";
    }
    if (cell instanceof Mark mark) {
      String kind = mark.good() ? "good" : "other";
      return "<td><span class=\"verdict " + kind + "\">" + words + "</span></td>";
    }
    String kind = text(cell).length() <= SHORT ? "short" : "long";
    return "<td class=\"" + kind + "\">" + words + "</td>";
  }

  /** The text of a cell for a person. */
  static String text(Object cell) {
    if (cell == null) {
      return "";
    }
    if (cell instanceof Double || cell instanceof Float) {
      double value = ((Number) cell).doubleValue();
      if (Double.isNaN(value)) {
        return "";
      }
      if (value == Math.rint(value) && Math.abs(value) < 1e6) {
        return Long.toString((long) value);
      }
      // Four digits without trailing zeros: 3.5, not 3.500.
      return String.format(Locale.ROOT, "%.4g", value)
          .replaceFirst("(\\.\\d*?)0+(?=$|e)", "$1")
          .replaceFirst("\\.(?=$|e)", "");
    }
    return cell.toString();
  }
}
