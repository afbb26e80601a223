package dev.mercer.app.data.csv;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.HeaderPolicy;
import dev.mercer.app.data.columns.CellText;
import dev.mercer.app.data.file.TextFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a delimited text file, from its first two records. The rules are fixed and simple,
 * so that the same file is always read in the same way:
 *
 * <ol>
 *   <li>the delimiter is the most frequent of comma, semicolon, tab and bar outside quotes in the
 *       first record (a tab if the file name says so); a tie goes to the first in this list;
 *   <li>a first record without any number is a header;
 *   <li>a first record of numbers only is data, except 0,1,2,… of four or more columns, which
 *       data-frame libraries write for unnamed columns;
 *   <li>a first record of both kinds is a header if any of its texts is above a number in the
 *       second record.
 * </ol>
 *
 * @param delimiter the character between fields
 * @param present whether the first record is a header
 * @param names one per column: from the header, or column0, column1, …
 * @param unnamed the columns that have no name although there is a header
 */
public record CsvHeader(char delimiter, boolean present, List<String> names, List<String> unnamed) {

  private static final char[] DELIMITERS = {',', ';', '\t', '|'};

  /** A shorter sequence 0,1,2,… may well be data. */
  private static final int SHORTEST_NUMBERED_HEADER = 4;

  /**
   * @param delimiter null to choose the most frequent one
   */
  static CsvHeader read(Path file, boolean compressed, Character delimiter, HeaderPolicy policy) {
    requireText(file, compressed);
    char between = delimiter != null ? delimiter : mostFrequent(file, compressed);
    List<String> fields;
    List<String> second;
    try (CsvRecords records = new CsvRecords(file, compressed, between)) {
      fields = records.next();
      second = policy == HeaderPolicy.AUTO ? records.next() : null;
    }
    boolean present =
        switch (policy) {
          case YES -> true;
          case NO -> false;
          case AUTO -> isHeader(fields, second == null ? List.of() : second);
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

  /** Whether a field is a number or a word for a missing one; an empty field is neither. */
  private static boolean isValue(String field) {
    return CellText.isNumber(field) || !field.isBlank() && CellText.isMissing(field);
  }

  private static void requireText(Path file, boolean compressed) {
    try (Reader text = TextFile.open(file, compressed)) {
      int c = text.read();
      if (c < 0) {
        throw new DataException(file + " is empty; it needs a header line and rows");
      }
      while (c >= 0 && c != '\n' && c != '\r' && Character.isWhitespace(c)) {
        c = text.read();
      }
      if (c < 0 || c == '\n' || c == '\r') {
        throw new DataException(
            file + " starts with an empty line; its first line must name the columns");
      }
    } catch (IOException e) {
      throw TextFile.explain(file, 1, e);
    }
  }

  private static char mostFrequent(Path file, boolean compressed) {
    char best = DELIMITERS[0];
    int most = 1;
    for (char candidate : DELIMITERS) {
      int fields = fields(file, compressed, candidate);
      if (fields > most) {
        most = fields;
        best = candidate;
      }
    }
    return best;
  }

  /** The fields of the first record; 0 if its quotes make no sense with this delimiter. */
  private static int fields(Path file, boolean compressed, char delimiter) {
    try (CsvRecords records = new CsvRecords(file, compressed, delimiter)) {
      return records.next().size();
    } catch (DataException e) {
      return 0; // errors that occur with any delimiter are reported once one is chosen
    }
  }
}
