package dev.mercer.internal.json;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes one value, indented or compact. It remembers the path to the current value for error
 * messages.
 */
final class JsonWriter {

  private final boolean pretty;
  private final StringBuilder out = new StringBuilder();

  /** Keys and indices of the open containers, outermost first. */
  private final List<Object> path = new ArrayList<>();

  JsonWriter(boolean pretty) {
    this.pretty = pretty;
  }

  String text(Object value) {
    value(value);
    return out.toString();
  }

  private void value(Object value) {
    if (value instanceof Map<?, ?> map) {
      object(map);
    } else if (value instanceof Collection<?> collection) {
      array(collection.toArray());
    } else if (value != null && value.getClass().isArray()) {
      array(value);
    } else {
      scalar(value);
    }
  }

  private void object(Map<?, ?> map) {
    open('{');
    int written = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw refused("the key " + entry.getKey() + " is not a string");
      }
      separate(written++, true);
      path.add(key);
      string(key);
      out.append(pretty ? ": " : ":");
      value(entry.getValue());
      path.remove(path.size() - 1);
    }
    close('}', written > 0);
  }

  private void array(Object array) {
    int length = Array.getLength(array);
    boolean lines = !allScalar(array, length);
    open('[');
    for (int i = 0; i < length; i++) {
      separate(i, lines);
      path.add(i);
      value(Array.get(array, i));
      path.remove(path.size() - 1);
    }
    close(']', lines);
  }

  private static boolean allScalar(Object array, int length) {
    if (array.getClass().getComponentType().isPrimitive()) {
      return true;
    }
    for (int i = 0; i < length; i++) {
      Object value = Array.get(array, i);
      if (value instanceof Map
          || value instanceof Collection
          || value != null && value.getClass().isArray()) {
        return false;
      }
    }
    return true;
  }

  private void open(char bracket) {
    if (path.size() >= Json.MAX_DEPTH) {
      throw refused("nested deeper than " + Json.MAX_DEPTH + " levels, or within itself");
    }
    out.append(bracket);
  }

  /** Writes what comes before entry {@code index} of a container. */
  private void separate(int index, boolean lines) {
    if (index > 0) {
      out.append(',');
    }
    if (pretty && lines) {
      newLine(path.size() + 1);
    } else if (pretty && index > 0) {
      out.append(' ');
    }
  }

  private void close(char bracket, boolean lines) {
    if (pretty && lines) {
      newLine(path.size());
    }
    out.append(bracket);
  }

  private void newLine(int levels) {
    out.append('\n').append("  ".repeat(levels));
  }

  private void scalar(Object value) {
    if (value instanceof CharSequence text) {
      string(text);
    } else if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (!Double.isFinite(number)) {
        throw refused(number + " is not a JSON number; write null if the value is not known");
      }
      out.append(Json.number(number));
    } else if (value == null
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      out.append(value);
    } else {
      throw refused(
          "a "
              + value.getClass().getName()
              + " cannot be written; allowed are maps, collections, arrays, strings, numbers,"
              + " booleans, null");
    }
  }

  private void string(CharSequence text) {
    int lone = JsonReader.loneSurrogate(text);
    if (lone >= 0) {
      throw refused("character " + lone + " of the string is half of a surrogate pair");
    }
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private IllegalArgumentException refused(String why) {
    StringBuilder where = new StringBuilder("$");
    for (Object step : path) {
      if (step instanceof Integer) {
        where.append('[').append(step).append(']');
      } else {
        where.append('.').append(step);
      }
    }
    return new IllegalArgumentException("JSON, at " + where + ": " + why);
  }
}
