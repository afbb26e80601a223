package dev.mercer.app.data.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CellTextTest {

  private static final Pattern DECIMAL =
      Pattern.compile(" *[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)? *");

  private static double fast(String text) {
    char[] around = ("9" + text + "9").toCharArray();
    return CellText.decimal(around, 1, 1 + text.length());
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  @Property(tries = 2000)
  void everyDoubleIsReadBack(@ForAll double value) {
    assertThat(bits(fast(Double.toString(value)))).isEqualTo(bits(value));
  }

  @Provide
  Arbitrary<String> almostNumbers() {
    return Arbitraries.strings().withChars("0123456789019.eE+- ").ofMaxLength(22);
  }

  @Property(tries = 5000)
  void theLibraryIsTheDefinition(@ForAll("almostNumbers") String text) {
    double expected = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    assertThat(bits(fast(text))).as(text).isEqualTo(bits(expected));
  }

  @Example
  void cornersOfTheFastPath() {
    for (String text :
        new String[] {
          "9007199254740991",
          "9007199254740992",
          "9007199254740993",
          "1e22",
          "1e23",
          "123e-22",
          "123e-23",
          "-0",
          "-0.0e5",
          "0.000000000000000000000000000001",
          "1e999999999999",
          "1e-999999999999",
          "00000000000000000000000001.5",
          "179769313486231570814527423731704356798070e267"
        }) {
      assertThat(bits(fast(text))).as(text).isEqualTo(bits(Double.parseDouble(text)));
    }
  }

  @Example
  void wordsForMissingInAnyCase() {
    for (String word :
        new String[] {
          "", "  ", "NA", "nA", "n/a", "#N/A", "<na>", "NaN", "NULL", "none", "?", "-", "."
        }) {
      assertThat(CellText.isMissing(word)).as(word).isTrue();
    }
    for (String word : new String[] {"0", "a", "nano", "--", "N A"}) {
      assertThat(CellText.isMissing(word)).as(word).isFalse();
    }
  }
}
