package dev.mercer.app.data;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

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
 * @param longestRecord characters of the longer of the two records
 */
record CsvHeader(
    char delimiter, boolean present, List<String> names, List<String> unnamed, int longestRecord) {

  private static final char[] DELIMITERS = {',', ';', '\t', '|'};

  /** A header longer than this is not a header: DuckDB itself is asked for no longer lines. */
  static final int LONGEST_RECORD = 16 << 20;

  /** Shorter sequences may well be data. */
  private static final int SHORTEST_NUMBERED_HEADER = 4;

  /**
   * @param delimiter null for one to be found
   */
  static CsvHeader read(Path file, boolean compressed, Character delimiter, HeaderPolicy policy) {
    String first;
    String second;
    try (PushbackReader text = new PushbackReader(text(file, compressed))) {
      first = record(text, file);
      second = first == null ? null : record(text, file);
    } catch (ZipException | EOFException e) {
      throw new DataException(
          file
              + " is not a complete gzip file ("
              + FileSet.reason(e)
              + "); unpack it, or get it again",
          e);
    } catch (CharacterCodingException e) {
      throw new DataException(file + " is not UTF-8 text; convert it first", e);
    } catch (IOException e) {
      throw new DataException(file + " cannot be read: " + FileSet.reason(e), e);
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
    int longest = Math.max(first.length(), second == null ? 0 : second.length());
    return new CsvHeader(between, present, List.copyOf(names), List.copyOf(unnamed), longest);
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

  private static Reader text(Path file, boolean compressed) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    try {
      if (compressed) {
        bytes = new BufferedInputStream(new GZIPInputStream(bytes, 1 << 16));
      }
      bytes.mark(3);
      byte[] start = bytes.readNBytes(3);
      bytes.reset();
      boolean utf16 =
          start.length >= 2
              && (start[0] == (byte) 0xFE && start[1] == (byte) 0xFF
                  || start[0] == (byte) 0xFF && start[1] == (byte) 0xFE);
      if (utf16) {
        throw new DataException(file + " is UTF-16 text; convert it to UTF-8 first");
      }
      if (start.length == 3
          && start[0] == (byte) 0xEF
          && start[1] == (byte) 0xBB
          && start[2] == (byte) 0xBF) {
        bytes.skipNBytes(3);
      }
      return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  /** Up to the next line end outside quotes; null at the end of the file. */
  private static String record(PushbackReader text, Path file) throws IOException {
    StringBuilder record = new StringBuilder();
    boolean quoted = false;
    int c;
    boolean any = false;
    while ((c = text.read()) >= 0) {
      any = true;
      if (c == 0) {
        throw new DataException(file + " is not text: it holds zero bytes");
      }
      if (c == '"') {
        quoted = !quoted;
      }
      if (!quoted && c == '\r') {
        int next = text.read();
        if (next >= 0 && next != '\n') {
          text.unread(next);
        }
        break;
      }
      if (!quoted && c == '\n') {
        break;
      }
      record.append((char) c);
      if (record.length() > LONGEST_RECORD) {
        throw new DataException(
            file
                + " has a line of more than "
                + LONGEST_RECORD
                + " characters; is a quote left open?");
      }
    }
    return any ? record.toString() : null;
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
