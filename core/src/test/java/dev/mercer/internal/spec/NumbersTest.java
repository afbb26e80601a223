package dev.mercer.internal.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {

  @Property
  void everyFiniteDoubleComesBack(@ForAll("finite") double value) {
    String text = Numbers.text(value);
    assertThat(Double.doubleToLongBits(Double.parseDouble(text)))
        .isEqualTo(Double.doubleToLongBits(value));
    assertThat(Double.doubleToLongBits(Numbers.parse(text)))
        .isEqualTo(Double.doubleToLongBits(value));
  }

  /** Any bit pattern that is a finite number: all magnitudes alike, subnormals too. */
  @Provide
  Arbitrary<Double> finite() {
    return Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite);
  }

  /** Fifteen digits fit into a double, so they must come back as they were written. */
  @Property
  void whatPeopleWriteComesBackAsWritten(@ForAll("written") String written) {
    assertThat(Numbers.text(Double.parseDouble(written))).isEqualTo(written);
  }

  @Provide
  Arbitrary<String> written() {
    Arbitrary<String> fraction =
        Arbitraries.longs()
            .between(1, 99_999_999)
            .map(digits -> String.format("%08d", digits).replaceAll("0+$", ""));
    Arbitrary<String> plain =
        Arbitraries.longs().between(1, 9_999_999).flatMap(w -> fraction.map(f -> w + "." + f));
    Arbitrary<String> small =
        Arbitraries.longs()
            .between(1, 9_999_999)
            .map(digits -> String.valueOf(digits).replaceAll("0+$", ""))
            .flatMap(digits -> Arbitraries.of("0.", "0.0", "0.00", "0.000").map(z -> z + digits));
    return Arbitraries.oneOf(plain, small);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, -0",
    "18, 18",
    "-3.0, -3",
    "0.02, 0.02",
    "0.001, 0.001",
    "1E-4, 0.0001",
    "1.0E-5, 1e-5",
    "1.25E-7, 1.25e-7",
    "123456789012345, 123456789012345",
    "1E14, 100000000000000",
    "1E15, 1e15",
    "12345678.5, 12345678.5",
    "2E23, 2e23",
    "4.9E-324, 5e-324",
    "1.7976931348623157E308, 1.7976931348623157e308",
    "-2.5E-300, -2.5e-300",
    "0.1, 0.1",
    "9007199254740993E3, 9.007199254740993e18"
  })
  void texts(double value, String text) {
    assertThat(Numbers.text(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "+1.5, 1.5", ".5, 0.5", "5., 5", "1e3, 1000", "-2E-2, -0.02", "007, 7"})
  void parses(String text, double value) {
    assertThat(Numbers.parse(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1f",
        "1d",
        "0x1p3",
        "NaN",
        "Infinity",
        "1e",
        "e5",
        ".",
        "1.2.3",
        "--1",
        "1 2",
        "1e999",
        "-1e999",
        "auto",
        "1,5",
        "１"
      })
  void refuses(String text) {
    assertThatThrownBy(() -> Numbers.parse(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void whatIsNoNumberIsStillText() {
    assertThat(Numbers.text(Double.NaN)).isEqualTo("NaN");
    assertThat(Numbers.text(Double.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
  }
}
