package dev.mercer.internal.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecTest {

  @Property
  void textReadsBackAsTheSpec(@ForAll("specs") Spec spec) {
    Spec back = Spec.parse(spec.text());
    assertThat(back).isEqualTo(spec);
    assertThat(back.text()).isEqualTo(spec.text());
    assertThat(List.copyOf(back.parameters().keySet()))
        .isEqualTo(List.copyOf(spec.parameters().keySet()));
  }

  @Provide
  Arbitrary<Spec> specs() {
    Arbitrary<String> words =
        Arbitraries.strings()
            .withChars("abzXY0189-_.")
            .ofMinLength(1)
            .ofMaxLength(8)
            .map(tail -> "q" + tail);
    Arbitrary<String> plain =
        Arbitraries.strings().withChars("abc 0189.-+*:/").ofMinLength(1).map(String::strip);
    Arbitrary<String> flat = plain.filter(value -> !value.isEmpty());
    Arbitrary<String> nested = flat.map(value -> "f(x=" + value + ",y=(" + value + "))");
    return words.flatMap(
        name ->
            Arbitraries.maps(words, Arbitraries.oneOf(flat, nested))
                .ofMaxSize(4)
                .map(parameters -> new Spec(name, new LinkedHashMap<>(parameters))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "uniform | uniform",
        "uniform() | uniform",
        "'  knn ( k = 3 )  ' | knn(k=3)",
        "shadow(ell=4) | shadow(ell=4)",
        "subset(selector=rpcholesky(tolerance=1e-3, block = 5),b=x) | "
            + "subset(selector=rpcholesky(tolerance=1e-3, block = 5),b=x)",
        "kbda(positive=New York) | kbda(positive=New York)",
        "a(z=1,b=2) | a(z=1,b=2)"
      })
  void printsBack(String written, String text) {
    assertThat(Spec.parse(written).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | expected a name, found the end at character 1",
        "3 | expected a name, found '3' at character 1",
        "a( | '(' is not closed at character 2",
        "a(b=1 | '(' is not closed at character 2",
        "a(b=1)) | ')' closes nothing at character 7",
        "a(b=1)c | expected the end, found 'c' at character 7",
        "a(b) | expected '=', found ')' at character 4",
        "a(b=) | expected a value, found ')' at character 5",
        "a(b=,c=1) | expected a value, found ',' at character 5",
        "a(b=1,) | expected a key, found ')' at character 7",
        "a(,b=1) | expected a key, found ',' at character 3",
        "a(b=1 c=2) | expected ',' or ')', found '=' at character 8",
        "a(b=1,b=2) | key 'b' is given twice at character 7",
        "a(b=1 | is not closed",
        "a)( | ')' closes nothing at character 2"
      })
  void saysWhatIsWrongAndWhere(String text, String problem) {
    assertThatThrownBy(() -> Spec.parse("selector", text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot read selector '" + text + "'")
        .hasMessageContaining(problem);
  }

  @Test
  void depthAndLengthAreBounded() {
    String deepest = "a(b=" + "(".repeat(63) + "c" + ")".repeat(63) + ")";
    assertThat(Spec.parse(deepest).text()).isEqualTo(deepest);
    String deeper = "a(b=" + "(".repeat(64) + "c" + ")".repeat(64) + ")";
    assertThatThrownBy(() -> Spec.parse(deeper))
        .hasMessageContaining("deeper than 64 at character 68");
    assertThatThrownBy(() -> Spec.of("a").with("b", "(".repeat(64) + "c" + ")".repeat(64)))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    assertThat(Spec.parse("a".repeat(10_000)).name()).hasSize(10_000);
    assertThatThrownBy(() -> Spec.parse("a".repeat(10_001)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10001")
        .hasMessageContaining("10000");
    assertThatThrownBy(() -> Spec.parse("(".repeat(9_999)))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void messagesStayOneLine() {
    assertThatThrownBy(() -> Spec.parse("a\n(b\u2028=1,\r\n" + "c".repeat(500) + "="))
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
  }

  @Test
  void unknownNamesAndKeysComeWithTheNearest() {
    List<String> kernels = List.of("gaussian", "laplacian", "linear");
    assertThatThrownBy(() -> Spec.of("gausian").requireName("kernel", kernels))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "unknown kernel 'gausian'; did you mean 'gaussian'? known kernels: gaussian, laplacian,"
                + " linear");
    assertThatThrownBy(() -> Spec.parse("gaussian(gama=1)").requireKeys("sigma", "gamma"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "unknown key 'gama' of gaussian; did you mean 'gamma'? known keys: sigma, gamma");
    assertThatThrownBy(() -> Spec.parse("linear(x=1)").requireKeys())
        .hasMessage("unknown key 'x' of linear, which takes no keys");
    assertThat(Spec.of("linear").requireName("kernel", kernels).requireKeys().name())
        .isEqualTo("linear");
  }

  @ParameterizedTest
  @CsvSource({
    "gauss, gaussian",
    "GAUSSIAN, gaussian",
    "lin, linear",
    "laplace, laplacian",
    "line, linear"
  })
  void nearestByEdits(String given, String nearest) {
    assertThat(Names.nearest(given, List.of("laplacian", "gaussian", "linear"))).isEqualTo(nearest);
  }

  @ParameterizedTest
  @CsvSource({"kitten, sitting, 3", "'', abc, 3", "abc, '', 3", "abc, abc, 0", "ab, ba, 2"})
  void edits(String from, String to, int edits) {
    assertThat(Names.edits(from, to)).isEqualTo(edits);
  }

  @Test
  void typedValues() {
    Spec spec = Spec.parse("s(a=0.5,n=1e3,yes=true,kind=l1,inner=knn(k=3),seed=-9007199254740993)");
    assertThat(spec.number("a")).isEqualTo(0.5);
    assertThat(spec.number("b", 7)).isEqualTo(7);
    assertThat(spec.number("a", 0, 0.5)).isEqualTo(0.5);
    assertThat(spec.number("b", 9, 0, 1)).isEqualTo(9);
    assertThat(spec.positive("a")).isEqualTo(0.5);
    assertThat(spec.positive("b", 2)).isEqualTo(2);
    assertThat(spec.integer("n", 1, 1000)).isEqualTo(1000);
    assertThat(spec.integer("m", 5, 1, 10)).isEqualTo(5);
    assertThat(spec.flag("yes", false)).isTrue();
    assertThat(spec.flag("no", false)).isFalse();
    assertThat(spec.choice("kind", "tipping", List.of("tipping", "l1"))).isEqualTo("l1");
    assertThat(spec.choice("other", "tipping", List.of("tipping", "l1"))).isEqualTo("tipping");
    assertThat(spec.nested("inner", "none").integer("k", 1, 9)).isEqualTo(3);
    assertThat(spec.nested("outer", "none").name()).isEqualTo("none");
    assertThat(spec.seed("seed", 0)).isEqualTo(-9007199254740993L);
    assertThat(spec.seed("other", 42)).isEqualTo(42);
    assertThat(spec.value("kind")).isEqualTo("l1");
    assertThat(spec.value("none", "x")).isEqualTo("x");
    assertThat(spec.has("a")).isTrue();
    assertThat(spec.has("b")).isFalse();
  }

  @Test
  void typedValuesRefuseWhatIsNotAllowed() {
    Spec spec = Spec.parse("s(a=x,n=2.5,k=-1,flag=maybe,big=1e10,inf=1e999)");
    refused(() -> spec.number("a"), "s: a must be a number; 'x' is not a number");
    refused(() -> spec.number("missing"), "s needs missing: write s(missing=…)");
    refused(() -> spec.number("n", 0, 2), "s: n = '2.5' is outside 0 to 2");
    refused(() -> spec.number("inf"), "largest double");
    refused(() -> spec.positive("k"), "s: k = '-1' is not above 0");
    refused(() -> spec.integer("n", 1, 5), "s: n = '2.5' is not a whole number");
    refused(() -> spec.integer("k", 1, 5), "s: k = '-1' is outside 1 to 5");
    refused(() -> spec.integer("big", 1, Integer.MAX_VALUE), "outside 1 to 2147483647");
    refused(() -> spec.flag("flag", true), "s: flag = 'maybe' is none of true, false");
    refused(() -> spec.seed("n", 1), "s: n = '2.5' is not a whole number of 64 bits");
    refused(() -> spec.choice("a", "p", List.of("p", "q")), "s: a = 'x' is none of p, q");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a ", " a", "a,b", "a=b", "a)", ")(", "a(b"})
  void valuesThatWouldNotReadBackAreRefused(String value) {
    assertThatThrownBy(() -> new Spec("a", Map.of("b", value)))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1a", "a b", "a(", "ü", "-a"})
  void namesThatWouldNotReadBackAreRefused(String name) {
    assertThatThrownBy(() -> Spec.of(name)).isExactlyInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Spec.of("a").with(name, "1"))
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void changedValuesKeepTheirPlace() {
    assertThat(Spec.parse("a(b=1,c=2)").with("b", 0.5).with("d", "x").text())
        .isEqualTo("a(b=0.5,c=2,d=x)");
  }

  private static void refused(Runnable reading, String message) {
    assertThatThrownBy(reading::run)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
