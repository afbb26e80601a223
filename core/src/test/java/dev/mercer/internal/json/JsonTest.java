package dev.mercer.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  @Test
  void readsEveryKindOfValueInOrder() {
    Object value =
        Json.parse(" { \"b\" : [1, -2.5, 1e3, true, false, null, \"x\"],\r\n\t\"a\":{},\"\":[] } ");
    assertThat(value)
        .isEqualTo(
            Json.object(
                "b", Arrays.asList(1L, -2.5, 1000.0, true, false, null, "x"),
                "a", Map.of(),
                "", List.of()));
    assertThat(((Map<?, ?>) value).keySet().toString()).isEqualTo("[b, a, ]");
  }

  @Test
  void wholeNumbersAreLongsAsFarAsTheyFit() {
    assertThat(Json.parse("0")).isEqualTo(0L);
    assertThat(Json.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(Json.parse("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(Json.parse("9223372036854775808")).isEqualTo(0x1p63);
    assertThat(Json.parse("1" + "0".repeat(300))).isEqualTo(1e300);
    assertThat(Json.parse("-0")).isEqualTo(-0.0);
    assertThat(Json.parse("1.0")).isEqualTo(1.0);
    assertThat(Json.parse("1E2")).isEqualTo(100.0);
    assertThat(Json.parse("1e-400")).isEqualTo(0.0);
  }

  @Test
  void readsEscapesAndSurrogatePairs() {
    assertThat(Json.parse("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\ude00z\""))
        .isEqualTo("a\"\\/\b\f\n\r\té😀z");
    assertThat(Json.parse("\"é😀\"")).isEqualTo("é😀");
    assertThat(Json.parse("\"\\\\ué\\\\\"")).isEqualTo("\\ué\\");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[",
        "\"",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "[1]]",
        "1 1",
        "{}x",
        "tru",
        "True",
        "nul",
        "NaN",
        "Infinity",
        "-Infinity",
        "-",
        "+1",
        ".5",
        "5.",
        "-.5",
        "01",
        "-01",
        "00",
        "1e",
        "1e+",
        "0x10",
        "1e400",
        "-1e400",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u00\u0430a\"",
        "\"\\\\\\u\u7a33041\"",
        "\"\\",
        "\"\\u",
        "\"a\nb\"",
        "\"\t\"",
        "\"\u0000\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\ude00\\ud83d\"",
        "\"\\ud83d\\u0041\"",
        "\uFEFF{}",
        "\u00a01",
        "[1]\u0000",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "/**/1",
        "[1]//",
        "\"\\ud83d"
      })
  void refusesWhatIsNotStrictJson(String text) {
    assertThatThrownBy(() -> Json.parse(text))
        .isInstanceOfSatisfying(
            JsonException.class,
            e -> {
              assertThat(e.position()).isBetween(0, text.length());
              assertThat(e).hasMessageContaining("position " + e.position() + ":");
            });
  }

  @Test
  void refusesLoneSurrogatesThatAreNotEscaped() {
    for (char c : new char[] {'\ud83d', '\ude00'}) {
      assertThatThrownBy(() -> Json.parse("\"a" + c + "b\"")).isInstanceOf(JsonException.class);
      assertThatIllegalArgumentException().isThrownBy(() -> Json.write("a" + c));
    }
  }

  @Test
  void saysWhereAndWhat() {
    assertThatThrownBy(() -> Json.parse("{\"a\": 1, \"b\" 2}"))
        .hasMessageStartingWith("JSON, position 13: ")
        .hasMessageContaining("'2'")
        .hasMessageContaining("colon");
    assertThatThrownBy(() -> Json.parse("[1,"))
        .hasMessageStartingWith("JSON, position 3: ")
        .hasMessageContaining("end-of-input");
    assertThatThrownBy(() -> Json.parse(""))
        .hasMessage("JSON, position 0: expected a value, found the end of the text");
    assertThatThrownBy(() -> Json.parseObject("[]"))
        .hasMessage("JSON, position 0: expected an object, '{'");
    assertThatThrownBy(() -> Json.parse("{\"a\": 1, \"a\": 2}"))
        .hasMessage("JSON, position 9: the key 'a' is given twice");
    assertThatThrownBy(() -> Json.parse("[" + "x".repeat(1000) + "]"))
        .hasMessageStartingWith("JSON, position ")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
  }

  @Test
  void lengthOfANumberIsBounded() {
    assertThat(Json.parse("0." + "3".repeat(900))).isEqualTo(1.0 / 3);
    assertThatThrownBy(() -> Json.parse("1" + "0".repeat(100_000)))
        .isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> Json.parse("0." + "3".repeat(100_000)))
        .isInstanceOf(JsonException.class);
  }

  @Test
  void stringsAndKeysMayBeLong() {
    String text = "x".repeat(1_000_000);
    assertThat(Json.parse(Json.compact(Json.object(text, text)))).isEqualTo(Map.of(text, text));
  }

  @Test
  void depthIsBoundedBothWays() {
    String deepest = "[".repeat(Json.MAX_DEPTH) + "]".repeat(Json.MAX_DEPTH);
    assertThat(Json.compact(Json.parse(deepest))).isEqualTo(deepest);
    assertThatThrownBy(() -> Json.parse("[" + deepest + "]")).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> Json.parse("[".repeat(1_000_000))).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> Json.parse("{\"a\":".repeat(100_000)))
        .isInstanceOf(JsonException.class);
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    assertThatIllegalArgumentException().isThrownBy(() -> Json.write(cycle));
  }

  @Test
  void numberOfValuesIsBounded() {
    assertThat(Json.parseObject("{\"a\":[1,2]}", 4)).hasSize(1);
    assertThatThrownBy(() -> Json.parseObject("{\"a\":[1,2]}", 3))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("more than 3 values");
  }

  @Test
  void lengthIsBounded() {
    String text = " ".repeat(Json.MAX_LENGTH) + "1";
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonException.class);
  }

  @Test
  void writesCompact() {
    Map<String, Object> value =
        Json.object(
            "n",
            3,
            "x",
            1.0,
            "a",
            new double[] {0.1, -0.0},
            "i",
            new int[] {1},
            "l",
            new long[] {Long.MIN_VALUE},
            "s",
            List.of("q\"\\\n\r\t\u0001\u007fé😀"),
            "f",
            0.5f,
            "b",
            new boolean[] {true},
            "none",
            null,
            "o",
            Map.of(),
            "e",
            new String[0]);
    assertThat(Json.compact(value))
        .isEqualTo(
            "{\"n\":3,\"x\":1.0,\"a\":[0.1,-0.0],\"i\":[1],\"l\":[-9223372036854775808],"
                + "\"s\":[\"q\\\"\\\\\\n\\r\\t\\u0001\u007fé😀\"],\"f\":0.5,\"b\":[true],"
                + "\"none\":null,\"o\":{},\"e\":[]}");
  }

  @Test
  void writesPrettyWithScalarsInALine() {
    Map<String, Object> value =
        Json.object(
            "rank",
            2,
            "eigenvalues",
            new double[] {2.5, 1},
            "stages",
            List.of(Json.object("name", "read"), Map.of()),
            "empty",
            List.of());
    assertThat(Json.write(value))
        .isEqualTo(
            """
            {
              "rank": 2,
              "eigenvalues": [2.5, 1.0],
              "stages": [
                {
                  "name": "read"
                },
                {}
              ],
              "empty": []
            }""");
  }

  @Test
  void refusesWhatJsonCannotSayWithThePathToIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Json.write(Json.object("a", List.of(1, new double[] {1, Double.NaN}))))
        .withMessageStartingWith("JSON, at $.a[1][1]: NaN is not a JSON number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Json.write(Float.POSITIVE_INFINITY))
        .withMessageStartingWith("JSON, at $: Infinity");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Json.write(Map.of(1, 2)))
        .withMessageContaining("key 1 is not a string");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Json.write(List.of('c')))
        .withMessageContaining("java.lang.Character");
    assertThatIllegalArgumentException().isThrownBy(() -> Json.number(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> Json.object("a"));
    assertThatIllegalArgumentException().isThrownBy(() -> Json.object("a", 1, "a", 2));
    assertThatIllegalArgumentException().isThrownBy(() -> Json.object(1, 1));
  }

  /** The definition of shortest: the first number of digits whose nearest decimal reads back. */
  @Test
  void numbersAreTheShortestThatReadBack() {
    SplittableRandom random = new SplittableRandom(1);
    List<Double> cases =
        new ArrayList<>(
            List.of(
                0.0,
                -0.0,
                1.0,
                2e23,
                8.41e21,
                5e-324,
                1e-323,
                2e-3,
                1e7,
                123456.0,
                Double.MAX_VALUE,
                Double.MIN_NORMAL,
                0x1p-1022 * 0.75,
                0.1,
                1.0 / 3,
                2e15 + 1,
                0x1p53,
                0x1p63,
                1e22,
                1e23,
                100.0,
                -123.25));
    for (int i = 0; i < 1000; i++) {
      cases.add(Double.longBitsToDouble(random.nextLong()));
      cases.add(random.nextDouble());
      cases.add(random.nextInt(1, 1000) * Math.pow(10, random.nextInt(-300, 300)));
    }
    for (double value : cases) {
      if (!Double.isFinite(value)) {
        continue;
      }
      String text = Json.number(value);
      Object back = Json.parse(text);
      assertThat(back).isEqualTo(value); // Double.equals: the bits, and the type
      assertThat(new BigDecimal(text).stripTrailingZeros().precision())
          .as(text)
          .isEqualTo(value == 0 ? 1 : fewestDigits(value));
    }
  }

  private static int fewestDigits(double value) {
    for (int k = 1; ; k++) {
      BigDecimal rounded = new BigDecimal(value).round(new MathContext(k));
      if (rounded.doubleValue() == value) {
        return rounded.stripTrailingZeros().precision();
      }
    }
  }

  @Test
  void keepsTheOrderOfKeysOnWriting() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("z", 1);
    map.put("a", 2);
    assertThat(Json.compact(map)).isEqualTo("{\"z\":1,\"a\":2}");
  }
}
