package dev.mercer.app.data.csv;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.file.TextFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The records of a delimited text file, one after the other: fields between delimiters, in double
 * quotes where they hold delimiters or line ends (a quote inside is doubled), lines ended by LF,
 * CRLF or CR, empty lines passed over, UTF-8 with or without a mark at its start, packed by gzip or
 * not. Strict where data could be lost: a quote that never ends, text after a closing quote and a
 * cut archive are errors.
 */
final class CsvRecords implements AutoCloseable {

  /** A longer record is a quote that was left open. */
  static final int LONGEST_RECORD = 16 << 20;

  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Reader in;
  private final char[] buffer = new char[BUFFER];
  private int limit;
  private int next;
  private long line = 1;
  private long recordLine;

  private char[] record = new char[1 << 12];
  private int length;
  private int[] ends = new int[64];
  private int fields;

  CsvRecords(Path file, boolean compressed) {
    this.file = file;
    try {
      in = TextFile.open(file, compressed);
    } catch (IOException e) {
      throw explain(e);
    }
  }

  /** The line on which the last record began, counted from 1. */
  long recordLine() {
    return recordLine;
  }

  int fields() {
    return fields;
  }

  /** The text of all fields of the last record, without quotes, one after the other. */
  char[] chars() {
    return record;
  }

  int start(int field) {
    return field == 0 ? 0 : ends[field - 1];
  }

  int end(int field) {
    return ends[field];
  }

  String field(int field) {
    return new String(record, start(field), end(field) - start(field));
  }

  /**
   * The next line as it stands, up to a line end outside quotes; null at the end. For telling the
   * delimiter.
   */
  String nextRaw() {
    try {
      recordLine = line;
      length = 0;
      boolean quoted = false;
      int c = read();
      if (c < 0) {
        return null;
      }
      while (c >= 0 && (quoted || c != '\n')) {
        quoted ^= c == '"';
        append((char) c);
        c = read();
      }
      return new String(record, 0, length);
    } catch (IOException e) {
      throw explain(e);
    }
  }

  /** Reads the next record that is not an empty line; false at the end. */
  boolean next(char delimiter) {
    try {
      int c = read();
      while (c == '\n') {
        c = read();
      }
      if (c < 0) {
        return false;
      }
      recordLine = line;
      length = 0;
      fields = 0;
      while (true) {
        c = c == '"' ? quotedField(delimiter) : plainField(c, delimiter);
        endField();
        if (c != delimiter) {
          return true;
        }
        c = read();
      }
    } catch (IOException e) {
      throw explain(e);
    }
  }

  /** Takes an unquoted field that starts with {@code c}; returns what ended it. */
  private int plainField(int c, char delimiter) throws IOException {
    int at = c;
    while (at >= 0 && at != delimiter && at != '\n') {
      append((char) at);
      at = read();
    }
    return at;
  }

  /** Takes a field after its opening quote; returns what ended it. */
  private int quotedField(char delimiter) throws IOException {
    while (true) {
      int c = read();
      if (c < 0) {
        throw wrong("has a quote that never ends");
      }
      if (c != '"') {
        append((char) c);
        continue;
      }
      c = read();
      if (c == '"') {
        append('"');
        continue;
      }
      while (c == ' ' && delimiter != ' ') {
        c = read();
      }
      if (c >= 0 && c != delimiter && c != '\n') {
        throw wrong("has text after a closing quote");
      }
      return c;
    }
  }

  private void endField() {
    if (fields == ends.length) {
      ends = Arrays.copyOf(ends, 2 * fields);
    }
    ends[fields++] = length;
  }

  private void append(char c) {
    if (length == record.length) {
      if (length >= LONGEST_RECORD) {
        throw wrong(
            "has a record of more than " + LONGEST_RECORD + " characters; is a quote left open?");
      }
      record = Arrays.copyOf(record, 2 * length);
    }
    record[length++] = c;
  }

  /** The next character, any line end as LF; -1 at the end. */
  private int read() throws IOException {
    int c = readChar();
    if (c == '\r') {
      c = readChar();
      if (c != '\n' && c >= 0) {
        next--;
      }
      c = '\n';
    }
    if (c == '\n') {
      line++;
    } else if (c == 0) {
      throw new DataException(file + " is not text: it holds zero bytes");
    }
    return c;
  }

  private int readChar() throws IOException {
    if (next == limit) {
      limit = Math.max(0, in.read(buffer));
      next = 0;
      if (limit == 0) {
        return -1;
      }
    }
    return buffer[next++];
  }

  DataException wrong(String what) {
    return new DataException(file + " line " + recordLine + " " + what);
  }

  private DataException explain(IOException e) {
    return TextFile.explain(file, line, e);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw explain(e);
    }
  }
}
