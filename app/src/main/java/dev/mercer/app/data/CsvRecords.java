package dev.mercer.app.data;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

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
      in = text(file, compressed);
    } catch (IOException e) {
      throw explain(e);
    }
  }

  private static Reader text(Path file, boolean compressed) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    try {
      if (compressed) {
        bytes = new BufferedInputStream(new GZIPInputStream(bytes, BUFFER), BUFFER);
      }
      bytes.mark(3);
      byte[] start = Arrays.copyOf(bytes.readNBytes(3), 3);
      bytes.reset();
      if (start[0] == (byte) 0xFE && start[1] == (byte) 0xFF
          || start[0] == (byte) 0xFF && start[1] == (byte) 0xFE) {
        throw new DataException(file + " is UTF-16 text; convert it to UTF-8 first");
      }
      if (start[0] == (byte) 0xEF && start[1] == (byte) 0xBB && start[2] == (byte) 0xBF) {
        bytes.skipNBytes(3);
      }
      return new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder());
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
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
    if (e instanceof ZipException || e instanceof EOFException) {
      return new DataException(
          file
              + " is not a complete gzip file ("
              + FileSet.reason(e)
              + "); get it again, or unpack it",
          e);
    }
    if (e instanceof CharacterCodingException) {
      return new DataException(
          file + " is not UTF-8 text, near line " + line + "; convert it first", e);
    }
    return new DataException(file + " cannot be read: " + FileSet.reason(e), e);
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
