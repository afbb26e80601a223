package dev.mercer.internal.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.core.ErrorReportConfiguration;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one JSON text as plain Java values. Jackson's parser produces the tokens and refuses what
 * is not strict JSON. This class refuses what Jackson accepts nevertheless: keys given twice, half
 * surrogate pairs, escapes that contain characters beyond ASCII in place of hexadecimal digits,
 * numbers beyond the range of double, and too many values. Cost: linear in the text. Throws no
 * exception but {@link JsonException}.
 */
final class JsonReader {

  /** The most characters in a number; the longest exact double has 767 digits. */
  private static final int MAX_NUMBER = 1000;

  /** The most characters of a word that is not JSON that a message shows. */
  private static final int EXCERPT = 60;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // A table of names would outlive the text, and names can be chosen so that they collide
          // in it.
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Json.MAX_DEPTH)
                  .maxDocumentLength(Json.MAX_LENGTH)
                  .maxStringLength(Json.MAX_LENGTH)
                  .maxNameLength(Json.MAX_LENGTH)
                  .maxNumberLength(MAX_NUMBER)
                  .build())
          .errorReportConfiguration(
              ErrorReportConfiguration.builder().maxErrorTokenLength(EXCERPT).build())
          .build();

  private final String text;
  private final int maxValues;
  private final JsonParser parser;
  private int values;

  JsonReader(String text, int maxValues) {
    if (text.length() > Json.MAX_LENGTH) {
      throw new JsonException(
          Json.MAX_LENGTH,
          "the text has "
              + text.length()
              + " characters; at most "
              + Json.MAX_LENGTH
              + " are read");
    }
    requireEscapes(text);
    this.text = text;
    this.maxValues = maxValues;
    this.parser = FACTORY.createParser(ObjectReadContext.empty(), text);
  }

  /** The value of a text that contains one value and nothing else. */
  Object document() {
    return whole(() -> value(parser.nextToken()));
  }

  /** The object of a text that contains one object and nothing else. */
  Map<String, Object> objectDocument() {
    return whole(
        () -> {
          if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw refused("expected an object, '{'");
          }
          values = 1;
          return object();
        });
  }

  private <T> T whole(Supplier<T> root) {
    try (JsonParser open = parser) {
      T result = root.get();
      if (open.nextToken() != null) {
        throw refused("expected the end of the text");
      }
      return result;
    } catch (JacksonException e) {
      throw explained(e);
    }
  }

  private Object value(JsonToken token) {
    if (token == null) {
      throw refused("expected a value, found the end of the text");
    }
    if (++values > maxValues) {
      throw refused("more than " + maxValues + " values; no more are read");
    }
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> paired(parser.getString());
      case VALUE_NUMBER_INT -> integer();
      case VALUE_NUMBER_FLOAT -> real();
      case VALUE_TRUE -> Boolean.TRUE;
      case VALUE_FALSE -> Boolean.FALSE;
      case VALUE_NULL -> null;
      default -> throw refused("expected a value");
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> result = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = paired(parser.getString());
      if (result.containsKey(key)) {
        throw refused("the key '" + excerpt(key) + "' is given twice");
      }
      result.put(key, value(parser.nextToken()));
    }
    return result;
  }

  private List<Object> array() {
    List<Object> result = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      result.add(value(token));
    }
    return result;
  }

  /** A long if the number fits; "-0" becomes a double, because a long cannot represent it. */
  private Object integer() {
    if (parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = parser.getLongValue();
      if (value != 0 || parser.getStringLength() == 1) {
        return value;
      }
    }
    return real();
  }

  /** The double nearest to the decimal, as the JDK reads it. */
  private double real() {
    double value = Double.parseDouble(parser.getString());
    if (Double.isInfinite(value)) {
      throw refused("a number beyond the largest double, " + Double.MAX_VALUE);
    }
    return value;
  }

  private String paired(String string) {
    if (loneSurrogate(string) >= 0) {
      throw refused("the string has half of a surrogate pair");
    }
    return string;
  }

  /**
   * Refuses escapes with characters beyond ASCII. Jackson looks only at the low byte of a
   * hexadecimal digit, so it would read U+0430 as 0.
   */
  private static void requireEscapes(String text) {
    for (int at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 2)) {
      for (int digit = at + 2; digit < at + 6 && text.startsWith("u", at + 1); digit++) {
        if (digit < text.length() && text.charAt(digit) > 0x7f) {
          throw new JsonException(at, "\\u takes four hexadecimal digits");
        }
      }
    }
  }

  private JsonException refused(String what) {
    return new JsonException(place(parser.currentTokenLocation().getCharOffset()), what);
  }

  private JsonException explained(JacksonException e) {
    long at =
        e.getLocation() == null
            ? parser.currentLocation().getCharOffset()
            : e.getLocation().getCharOffset();
    return new JsonException(place(at), e.getOriginalMessage());
  }

  private int place(long offset) {
    return (int) Math.max(0, Math.min(text.length(), offset));
  }

  private static String excerpt(String text) {
    return text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "…";
  }

  /** The index of the first surrogate without its other half, or -1. */
  static int loneSurrogate(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return i;
      }
    }
    return -1;
  }
}
