package dev.mercer.app.data.csv;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.HeaderPolicy;
import dev.mercer.app.data.columns.CellText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a delimited text file, from its first two records. Fixed rules instead of a
 * sniffer, so that the same file is always read in the same way:
 *
 * <ol>
 *   <li>the delimiter is the most frequent of comma, semicolon, tab and bar outside quotes in the
 *       first record (a tab where the name of the file says so); a tie goes to the one named first;
 *   <li>a first record without any number is a header;
 *   <li>one of numbers only is data, except 0,1,2,… of four or more columns, which data-frame
 *       libraries write for unnamed columns;
 *   <li>in a mixed one a text over a number of the second record makes it a header.
 * </ol>
 *
 * @param delimiter between fields
 * @param present whether the first record names the columns
 * @param names one for each column: from the header, or column0, column1, …
 * @param unnamed which columns have no name although there is a header
 */
public record CsvHeader(char delimiter, boolean present, List<String> names, List<String> unnamed) {

  private static final char[] DELIMITERS = {',', ';', '\t', '|'};

  /** Shorter sequences may well be data. */
  private static final int SHORTEST_NUMBERED_HEADER = 4;

  /**
   * @param delimiter null for one to be found
   */
  static CsvHeader read(Path file, boolean compressed, Character delimiter, HeaderPolicy policy) {
    String first;
    String second;
    try (CsvRecords records = new CsvRecords(file, compressed)) {
      first = records.nextRaw();
      second = first == null ? null : records.nextRaw();
    }
    if (first == null) {
      throw new DataException(file + " is empty; it needs a header line and rows");
    }
    if (first.isBlank()) {
      throw new DataException(
          file + " starts with an empty line; its first line must name the columns");
    }
    char between = delimiter != null ? delimiter : mostFrequent(first);
    List<String> fields = fields(first, between);
    boolean present =
        switch (policy) {
          case YES -> true;
          case NO -> false;
          case AUTO -> isHeader(fields, second == null ? List.of() : fields(second, between));
        };
    List<String> names = new ArrayList<>();
    List<String> unnamed = new ArrayList<>();
    for (int j = 0; j < fields.size(); j++) {
      String name = present ? fields.get(j).strip() : "";
      if (name.isEmpty()) {
        name = "column" + j;
        if (present) {
          unnamed.add(name);
        }
      }
      names.add(name);
    }
    return new CsvHeader(between, present, List.copyOf(names), List.copyOf(unnamed));
  }

  private static boolean isHeader(List<String> first, List<String> second) {
    long numbers = first.stream().filter(CsvHeader::isValue).count();
    if (numbers == 0) {
      return true;
    }
    if (numbers == first.size()) {
      return first.size() >= SHORTEST_NUMBERED_HEADER && countsFromZero(first);
    }
    for (int j = 0; j < Math.min(first.size(), second.size()); j++) {
      if (!isValue(first.get(j)) && !first.get(j).isBlank() && CellText.isNumber(second.get(j))) {
        return true;
      }
    }
    return false;
  }

  private static boolean countsFromZero(List<String> fields) {
    for (int j = 0; j < fields.size(); j++) {
      if (!fields.get(j).strip().equals(Integer.toString(j))) {
        return false;
      }
    }
    return true;
  }

  /** A number, or a word for a missing one; an empty field tells nothing. */
  private static boolean isValue(String field) {
    return CellText.isNumber(field) || !field.isBlank() && CellText.isMissing(field);
  }

  private static char mostFrequent(String record) {
    char best = DELIMITERS[0];
    int bestCount = 0;
    for (char candidate : DELIMITERS) {
      int count = fields(record, candidate).size() - 1;
      if (count > bestCount) {
        bestCount = count;
        best = candidate;
      }
    }
    return best;
  }

  /** Splits a record; quotes around a field are removed, doubled ones inside it become one. */
  static List<String> fields(String record, char delimiter) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < record.length(); i++) {
      char c = record.charAt(i);
      if (c == '"') {
        if (quoted && i + 1 < record.length() && record.charAt(i + 1) == '"') {
          field.append('"');
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == delimiter && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
