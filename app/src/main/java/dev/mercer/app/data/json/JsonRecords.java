package dev.mercer.app.data.json;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.file.TextFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The objects of a JSON file, one after the other: either in one array, or without an array and
 * mostly one per line. For each object the keys and the text of the values are kept: strings
 * without quotes and escapes, other values as they are written. Numbers may also be NaN and
 * Infinity, as Python writes them. Cost: linear in the text; memory: the longest object.
 */
final class JsonRecords implements AutoCloseable {

  /** A longer object is not a row; it probably holds a whole data set. */
  static final int LONGEST_RECORD = 1 << 26;

  private static final int DEEPEST = 1000;
  private static final int SHOWN = 20;
  private static final int BUFFER = 1 << 16;
  private static final int END = -1;

  private final Path file;
  private final Reader in;
  private final char[] buffer = new char[BUFFER];
  private int limit;
  private int next;
  private long line = 1;

  private boolean begun;
  private boolean inArray;

  private char[] text = new char[1 << 12];
  private int length;

  /** The positions in the text where keys and values end, alternately. */
  private int[] ends = new int[128];

  private boolean[] present = new boolean[64];
  private int fields;

  JsonRecords(Path file, boolean compressed) {
    this.file = file;
    try {
      in = TextFile.open(file, compressed);
    } catch (IOException e) {
      throw TextFile.explain(file, line, e);
    }
  }

  /** The number of keys in the last object. */
  int fields() {
    return fields;
  }

  String key(int field) {
    int start = field == 0 ? 0 : ends[2 * field - 1];
    return new String(text, start, ends[2 * field] - start);
  }

  boolean keyIs(String name, int field) {
    int start = field == 0 ? 0 : ends[2 * field - 1];
    if (name.length() != ends[2 * field] - start) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) != text[start + i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether a value is not null. */
  boolean present(int field) {
    return present[field];
  }

  char[] chars() {
    return text;
  }

  int valueStart(int field) {
    return ends[2 * field];
  }

  int valueEnd(int field) {
    return ends[2 * field + 1];
  }

  /** The text of a value; null for null. */
  String value(int field) {
    return present[field]
        ? new String(text, valueStart(field), valueEnd(field) - valueStart(field))
        : null;
  }

  /** Reads the next object; false at the end. */
  boolean next() {
    try {
      int c = skipSpace(read());
      if (!begun) {
        begun = true;
        inArray = c == '[';
        c = inArray ? skipSpace(read()) : c;
        if (inArray && c == ']') {
          return ended();
        }
      } else if (inArray) {
        if (c == ']') {
          return ended();
        }
        if (c != ',') {
          throw wrong("has " + shown(c) + " where ',' or ']' should follow an object");
        }
        c = skipSpace(read());
      }
      if (c == END && !inArray) {
        return false;
      }
      if (c != '{') {
        throw noObject(c);
      }
      object();
      return true;
    } catch (IOException e) {
      throw TextFile.explain(file, line, e);
    }
  }

  private DataException noObject(int c) {
    return c == END
        ? wrong("ends in the middle of its array")
        : wrong(
            "has "
                + shown(c)
                + " where an object should be; it must hold one object a row, {\"column\": value,"
                + " …}");
  }

  /** Whether the objects have ended; after the array nothing may follow. */
  private boolean ended() throws IOException {
    int c = skipSpace(read());
    if (c != END) {
      throw wrong("goes on after its array with " + shown(c));
    }
    next = limit; // so that the next call finds the end, too
    inArray = false;
    return false;
  }

  private void object() throws IOException {
    length = 0;
    fields = 0;
    int c = skipSpace(read());
    while (c != '}') {
      if (c != '"') {
        throw wrong("has " + shown(c) + " where a key in double quotes should be");
      }
      room();
      string();
      ends[2 * fields] = length;
      c = skipSpace(read());
      if (c != ':') {
        throw wrong("has " + shown(c) + " where ':' should follow a key");
      }
      c = skipSpace(takeValue(skipSpace(read())));
      ends[2 * fields + 1] = length;
      fields++;
      if (c == ',') {
        c = skipSpace(read());
        if (c == '}') {
          throw wrong("has a ',' before '}'");
        }
      } else if (c != '}') {
        throw wrong("has " + shown(c) + " where ',' or '}' should follow a value");
      }
    }
  }

  private void room() {
    if (fields == present.length) {
      present = Arrays.copyOf(present, 2 * fields);
      ends = Arrays.copyOf(ends, 4 * fields);
    }
    present[fields] = true;
  }

  /** Stores the value that starts with {@code c}; returns the character that follows it. */
  private int takeValue(int c) throws IOException {
    if (c == '"') {
      string();
      return read();
    }
    if (c == '{' || c == '[') {
      nested(c);
      return read();
    }
    int start = length;
    int at = c;
    while (at != END && at != ',' && at != '}' && at != ']' && !space(at)) {
      append((char) at);
      at = read();
    }
    if (JsonWords.isNull(text, start, length)) {
      length = start;
      present[fields] = false;
    } else if (!JsonWords.valid(text, start, length)) {
      if (at == END) {
        throw wrong("ends in the middle of a value");
      }
      String word = new String(text, start, length - start);
      throw wrong(
          "has " + (word.isEmpty() ? shown(at) : quoted(word)) + " where a value should be");
    }
    return at;
  }

  /** Stores the content of a string, whose opening quote was read, with escapes resolved. */
  private void string() throws IOException {
    for (int c = read(); c != '"'; c = read()) {
      if (c == END) {
        throw wrong("ends in the middle of a string");
      }
      if (c < ' ') {
        throw wrong("has a line end or control character in a string; is a quote missing?");
      }
      append(c == '\\' ? escaped() : (char) c);
    }
  }

  private char escaped() throws IOException {
    int c = read();
    return switch (c) {
      case '"', '\\', '/' -> (char) c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int code = 0;
        for (int i = 0; i < 4; i++) {
          int digit = Character.digit(read(), 16);
          if (digit < 0) {
            throw wrong("has \\u without four hexadecimal digits in a string");
          }
          code = 16 * code + digit;
        }
        yield (char) code;
      }
      default -> throw wrong("has an unknown escape in a string, \\ and " + shown(c));
    };
  }

  /** Stores a value that is an array or object as it is written; it cannot be a number. */
  private void nested(int opening) throws IOException {
    char[] open = new char[DEEPEST];
    int depth = 0;
    int c = opening;
    while (true) {
      if (c == END) {
        throw wrong("ends in the middle of a value");
      }
      append((char) c);
      if (c == '{' || c == '[') {
        if (depth == DEEPEST) {
          throw wrong("is nested more than " + DEEPEST + " deep");
        }
        open[depth++] = (char) c;
      } else if (c == '}' || c == ']') {
        if (open[--depth] != (c == '}' ? '{' : '[')) {
          throw wrong("has " + shown(c) + " where another bracket is open");
        }
        if (depth == 0) {
          return;
        }
      } else if (c == '"') {
        for (c = read(); c != '"' && c != END; c = read()) {
          append((char) c);
          if (c == '\\') {
            append((char) read());
          }
        }
        append('"');
      }
      c = read();
    }
  }

  private void append(char c) {
    if (length == text.length) {
      if (length >= LONGEST_RECORD) {
        throw wrong("has an object of more than " + LONGEST_RECORD + " characters");
      }
      text = Arrays.copyOf(text, 2 * length);
    }
    text[length++] = c;
  }

  private static boolean space(int c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  private int skipSpace(int c) throws IOException {
    int at = c;
    while (space(at)) {
      at = read();
    }
    return at;
  }

  private int read() throws IOException {
    if (next == limit) {
      limit = Math.max(0, in.read(buffer));
      next = 0;
      if (limit == 0) {
        return END;
      }
    }
    char c = buffer[next++];
    if (c == '\n') {
      line++;
    }
    return c;
  }

  private static String shown(int c) {
    return c == END ? "its end" : quoted(String.valueOf((char) c));
  }

  private static String quoted(String word) {
    return "'" + (word.length() > SHOWN ? word.substring(0, SHOWN) + "…" : word) + "'";
  }

  DataException wrong(String what) {
    return new DataException(file + " is not right JSON: line " + line + " " + what);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw TextFile.explain(file, line, e);
    }
  }
}
