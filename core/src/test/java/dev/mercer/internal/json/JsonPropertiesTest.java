package dev.mercer.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Properties and the fuzzer of the JSON reader.
 *
 * <p>The suite runs 10^4 mutated texts; a million take their own command: {@code mvn -pl core test
 * -Dtest=JsonPropertiesTest -Dmercer.fuzz.cases=1000000}.
 */
class JsonPropertiesTest {

  private static final int CASES = Integer.getInteger("mercer.fuzz.cases", 10_000);

  private static final String[] SEEDS = {
    "{\"samples\":3,\"kernel\":\"gaussian(sigma=18)\",\"eigenvalues\":[1.5,2e-7,-0.0],\"x\":null}",
    "[[[]],{\"a\":{\"b\":[true,false,null]}},\"\\u00e9\\ud83d\\ude00\\n\\\\\"]",
    "{\"a\":{\"dtype\":\"F64\",\"shape\":[2,3],\"data_offsets\":[0,48]}}",
    "-9223372036854775808",
  };

  /** Characters and words that matter to the grammar: more likely to get deep than random ones. */
  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "\ude00",
    "0",
    "00",
    "-",
    "1e999",
    ".",
    "e",
    "true",
    "null",
    " ",
    "\u0000",
    "\uFEFF",
    "é",
    "9223372036854775808",
    "[[[[[[[[[["
  };

  // Edge cases off: their combinations through three levels take longer than the test itself.
  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsReadBackTheSame(@ForAll("values") Object value) {
    assertThat(Json.parse(Json.write(value))).isEqualTo(value);
    assertThat(Json.parse(Json.compact(value))).isEqualTo(value);
  }

  @Provide
  Arbitrary<Object> values() {
    return values(3);
  }

  /** Values of at most {@code levels} containers inside one another. */
  private static Arbitrary<Object> values(int levels) {
    Arbitrary<Object> scalars =
        Arbitraries.oneOf(
            Arbitraries.longs().map(x -> (Object) x),
            Arbitraries.doubles().map(x -> (Object) x),
            Arbitraries.of(true, false).map(x -> (Object) x),
            Arbitraries.just(null),
            text().map(x -> (Object) x));
    if (levels == 0) {
      return scalars;
    }
    Arbitrary<Object> inner = values(levels - 1);
    return Arbitraries.oneOf(
        scalars,
        inner.list().ofMaxSize(3).map(x -> (Object) x),
        Arbitraries.maps(text(), inner).ofMaxSize(3).map(x -> (Object) x));
  }

  private static Arbitrary<String> text() {
    return Arbitraries.strings()
        .all()
        .ofMaxLength(8)
        .filter(text -> JsonReader.loneSurrogate(text) < 0);
  }

  @Test
  @Timeout(600)
  void mutatedTextIsReadOrRefusedWithAPosition() {
    SplittableRandom random = new SplittableRandom(20240607);
    int read = 0;
    for (int i = 0; i < CASES; i++) {
      String text = mutate(SEEDS[random.nextInt(SEEDS.length)], random);
      try {
        Object value = Json.parse(text);
        assertThat(Json.parse(Json.compact(value))).isEqualTo(value);
        read++;
      } catch (JsonException e) {
        assertThat(e.position()).isBetween(0, text.length());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("case " + i + ": " + Json.compact(text.codePoints().toArray()), e);
      }
    }
    assertThat(read).as("some mutants are valid, most are not").isBetween(CASES / 200, CASES / 2);
  }

  private static String mutate(String seed, SplittableRandom random) {
    StringBuilder text = new StringBuilder(seed);
    int edits = random.nextInt(1, 4);
    for (int e = 0; e < edits; e++) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(4));
      switch (random.nextInt(4)) {
        case 0 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
        case 1 -> text.delete(at, end);
        case 2 -> text.replace(at, end, String.valueOf((char) random.nextInt(0x10000)));
        default -> text.insert(at, text.substring(at, end));
      }
    }
    return text.toString();
  }
}
