package dev.mercer.app.data.libsvm;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.array.IdxFile;
import dev.mercer.app.data.columns.Labels;
import dev.mercer.app.data.columns.Limits;
import dev.mercer.app.data.file.GunzipStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Parses lines {@code label index:value index:value … # comment}: indices count from 1 and ascend,
 * missing indices have the value 0, and {@code qid:…} is ignored. Bytes are parsed one after
 * another and no line is kept in memory, so a line without end costs nothing but time.
 */
final class LibsvmParser implements AutoCloseable {

  /** No number and no sensible label is longer than this. */
  private static final int LONGEST_TOKEN = 1000;

  private static final int BUFFER = 1 << 16;

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(?i:nan|inf|infinity)");

  private final Path file;
  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private final byte[] token = new byte[LONGEST_TOKEN];
  private int limit;
  private int next;
  private int tokenLength;
  private long line = 1;
  private String label;
  private int largestIndex;

  LibsvmParser(Path file) {
    this.file = file;
    try {
      in = IdxFile.open(file);
    } catch (IOException e) {
      throw GunzipStream.explain(file, e);
    }
  }

  /** The label of the last row. */
  String label() {
    return label;
  }

  /** The largest index of any row so far. */
  int largestIndex() {
    return largestIndex;
  }

  /**
   * Parses the next row.
   *
   * @param values receives the {@code columns} values of the row, from index {@code at} on; null to
   *     only check the row
   * @return false at the end of the file
   */
  boolean nextRow(double[] values, int at, int columns) {
    try {
      while (!nextToken()) {
        if (!nextLine()) {
          return false;
        }
      }
      label = Labels.canonical(tokenText());
      if (label.indexOf(':') >= 0) {
        throw wrong("starts with '" + label + "'; it must start with a label");
      }
      if (values != null) {
        java.util.Arrays.fill(values, at, at + columns, 0);
      }
      int before = 0;
      while (nextToken()) {
        before = feature(before, values, at, columns);
      }
      largestIndex = Math.max(largestIndex, before);
      nextLine();
      return true;
    } catch (IOException e) {
      throw GunzipStream.explain(file, e);
    }
  }

  /** Parses one {@code index:value}; returns the index. */
  private int feature(int before, double[] values, int at, int columns) {
    String text = tokenText();
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw wrong("has '" + text + "' where index:value should be");
    }
    if (text.startsWith("qid:")) {
      return before;
    }
    int index = index(text.substring(0, colon));
    if (index <= before) {
      throw wrong("has index " + index + " after " + before + "; indices must ascend");
    }
    double value = value(text.substring(colon + 1));
    if (values != null) {
      if (index > columns) {
        throw wrong("has index " + index + ", but only " + columns + " columns are expected");
      }
      values[at + index - 1] = value;
    }
    return index;
  }

  private int index(String text) {
    long index;
    try {
      index = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong("has '" + text + "' where a whole index should be");
    }
    if (index < 1) {
      throw wrong("has index " + index + "; LIBSVM counts columns from 1");
    }
    if (index > Limits.MOST_COLUMNS) {
      throw wrong("has index " + index + "; at most " + Limits.MOST_COLUMNS + " columns are read");
    }
    return (int) index;
  }

  private double value(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw wrong("has '" + text + "' where a number should be");
    }
    String plain = text.toLowerCase();
    if (plain.endsWith("nan")) {
      return Double.NaN;
    }
    if (plain.contains("inf")) {
      return plain.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return Double.parseDouble(text);
  }

  private String tokenText() {
    return new String(token, 0, tokenLength, StandardCharsets.UTF_8);
  }

  /** Reads the next token of the current line; false at the end of the line or at a comment. */
  private boolean nextToken() throws IOException {
    tokenLength = 0;
    int b;
    while ((b = peek()) >= 0 && b != '\n' && b != '#') {
      boolean blank = b == ' ' || b == '\t' || b == '\r';
      if (blank && tokenLength > 0) {
        return true;
      }
      if (!blank) {
        if (tokenLength == LONGEST_TOKEN) {
          throw wrong("has a word of more than " + LONGEST_TOKEN + " characters");
        }
        token[tokenLength++] = (byte) b;
      }
      next++;
    }
    return tokenLength > 0;
  }

  /** Skips the rest of the current line; false at the end of the file. */
  private boolean nextLine() throws IOException {
    int b;
    while ((b = peek()) >= 0) {
      next++;
      if (b == '\n') {
        line++;
        return true;
      }
    }
    return false;
  }

  private int peek() throws IOException {
    if (next == limit) {
      limit = in.read(buffer);
      next = 0;
      if (limit <= 0) {
        limit = 0;
        return -1;
      }
    }
    return buffer[next] & 0xFF;
  }

  private DataException wrong(String what) {
    return new DataException(file + " line " + line + " " + what);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw GunzipStream.explain(file, e);
    }
  }
}
