package dev.mercer.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.spec.Spec;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelSpecTest {

  private static final Matrix SAMPLE = Matrix.of(new double[][] {{0, 0}, {3, 4}});

  @Property
  void everyKernelReadsBackFromItsSpec(@ForAll("trees") Kernel kernel) {
    Kernel back = KernelSpec.kernel(kernel.spec());
    assertThat(back).isEqualTo(kernel);
    assertThat(back.spec()).isEqualTo(kernel.spec());
  }

  @Provide
  Arbitrary<Kernel> trees() {
    return tree(3);
  }

  private static Arbitrary<Kernel> tree(int depth) {
    if (depth == 0) {
      return leaf();
    }
    Arbitrary<List<Kernel>> parts = tree(depth - 1).list().ofMinSize(2).ofMaxSize(3);
    return Arbitraries.oneOf(
        leaf(),
        parts.map(SumKernel::new),
        parts.map(ProductKernel::new),
        Combinators.combine(number(), tree(depth - 1)).as(ScaledKernel::new));
  }

  private static Arbitrary<Kernel> leaf() {
    return Arbitraries.oneOf(
        number().map(Gaussian::sigma),
        number().map(Gaussian::gamma),
        number().map(Laplacian::new),
        number().map(LaplacianL1::new),
        number().map(Epanechnikov::new),
        number().map(Cauchy::new),
        Combinators.combine(Arbitraries.of(0.5, 1.5, 2.5), number()).as(Matern::new),
        Combinators.combine(number(), number())
            .as((a, length) -> new RationalQuadratic(Math.min(1e6, Math.max(1e-6, a)), length)),
        Combinators.combine(number(), number(), Arbitraries.integers().between(1, 9))
            .as(Polynomial::new),
        Combinators.combine(number(), number()).as((s, o) -> new Tanh(-s, o)),
        Arbitraries.of(new Linear(), new Cosine()));
  }

  /** Numbers people write and numbers that only a computation makes. */
  private static Arbitrary<Double> number() {
    return Arbitraries.oneOf(
        Arbitraries.of(1.0, 2.0, 0.5, 18.0, 0.02, 1e-5, 1e20),
        Arbitraries.doubles().between(1e-9, 1e9).ofScale(12).filter(value -> value > 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(sigma=18)",
        "gaussian(gamma=0.02)",
        "gaussian(sigma=auto)",
        "polynomial(degree=2,offset=1)",
        "polynomial(degree=2)",
        "linear",
        "0.5*gaussian(sigma=2)+linear",
        "gaussian(sigma=1)*polynomial(degree=2)",
        "0.5*(gaussian(sigma=2)+linear)*cosine",
        "(linear+cosine)*(linear+tanh)",
        "matern(nu=2.5,length=auto)",
        "rational-quadratic(alpha=0.5,length=3)",
        "laplacian-l1(sigma=auto)+epanechnikov(radius=auto)",
        "(2*linear)*cosine",
        "1e-7*linear"
      })
  void canonicalTextsPrintBackAsTheyAre(String text) {
    assertThat(KernelSpec.parse(text).text()).isEqualTo(text);
    assertThat(KernelSpec.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "' gaussian ( sigma = 18.0 ) ' | gaussian(sigma=18)",
        "linear*0.5 | 0.5*linear",
        "2*linear*3*cosine | 6*linear*cosine",
        "(((linear))) | linear",
        "(linear+cosine)+tanh | linear+cosine+tanh",
        "2*(3*linear) | 6*linear",
        "(linear*cosine)*tanh | linear*cosine*tanh",
        "matern(length=1,nu=0.5) | matern(nu=0.5,length=1)",
        "linear() | linear",
        "1e-1*linear + .5 * cosine | 0.1*linear+0.5*cosine"
      })
  void otherTextsPrintCanonically(String written, String canonical) {
    assertThat(KernelSpec.parse(written).text()).isEqualTo(canonical);
    assertThat(KernelSpec.parse(written)).isEqualTo(KernelSpec.parse(canonical));
    assertThat(KernelSpec.parse(written)).hasSameHashCodeAs(KernelSpec.parse(canonical));
  }

  @Test
  void precedenceIsThatOfArithmetic() {
    Kernel a = Gaussian.sigma(2);
    Kernel b = new Linear();
    Kernel c = new Cosine();
    assertThat(KernelSpec.kernel("gaussian(sigma=2)+linear*cosine"))
        .isEqualTo(new SumKernel(List.of(a, new ProductKernel(List.of(b, c)))));
    assertThat(KernelSpec.kernel("(gaussian(sigma=2)+linear)*cosine"))
        .isEqualTo(new ProductKernel(List.of(new SumKernel(List.of(a, b)), c)));
    assertThat(KernelSpec.kernel("0.5*gaussian(sigma=2)+linear"))
        .isEqualTo(new SumKernel(List.of(new ScaledKernel(0.5, a), b)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gausian(sigma=1) | unknown kernel 'gausian'; did you mean 'gaussian'? known kernels: "
            + "gaussian, laplacian, laplacian-l1, polynomial, linear, tanh, epanechnikov, matern, "
            + "rational-quadratic, cauchy, cosine, chi2, additive-chi2,"
            + " precomputed",
        "gaussian(sgma=1) | unknown key 'sgma' of gaussian; did you mean 'sigma'? known keys: "
            + "sigma, gamma",
        "linear(a=1) | unknown key 'a' of linear, which takes no keys",
        "gaussian | gaussian needs sigma or gamma",
        "gaussian(sigma=1,gamma=1) | not both",
        "gaussian(sigma=-1) | gaussian: sigma = -1 must be a number from 1e-150 to 1e150",
        "gaussian(sigma=wide) | gaussian: sigma must be a number; 'wide' is not a number",
        "gaussian(gamma=auto) | 'auto' is not a number",
        "polynomial(degree=1.5) | degree = '1.5' is not a whole number",
        "polynomial(degree=auto) | 'auto' is not a number",
        "matern(nu=1,length=auto) | nu = 1 must be 0.5, 1.5 or 2.5",
        "matern(nu=1.5) | matern needs length",
        "2 | expected '*' and a kernel after the number, found the end at character 2",
        "2*3+linear | expected '*' and a kernel after the number, found '+' at character 4",
        "2 linear | expected '*' and a kernel after the number, found 'l' at character 3",
        "linear linear | expected the end, found 'l' at character 8",
        "linear+ | expected a kernel, a positive number or '(', found the end at character 8",
        "linear*-2 | expected a kernel, a positive number or '(', found '-' at character 8",
        "0*linear | scaled by a positive finite number, not 0",
        "1e999*linear | beyond the largest double",
        "1.2.3*linear | '1.2.3' is not a number at character 1",
        "'' | expected a kernel, a positive number or '(', found the end at character 1",
        "() | expected a kernel, a positive number or '(', found ')' at character 2",
        "precomputed+linear | combine the Gram matrices",
        "precomputed(psd=maybe) | none of true, false"
      })
  void saysWhatIsWrong(String text, String problem) {
    assertThatThrownBy(() -> KernelSpec.parse(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void autoIsTheMedianDistanceOfEachKernelsOwnDistance() {
    KernelSpec spec =
        KernelSpec.parse(
            "0.5*gaussian(sigma=auto)*laplacian-l1(sigma=auto)+matern(nu=1.5,length=auto)"
                + "+epanechnikov(radius=auto)+rational-quadratic(alpha=2,length=auto)"
                + "+laplacian(sigma=auto)+cauchy(sigma=auto)+linear");
    assertThat(spec.needsData()).isTrue();
    assertThat(spec.resolve(SAMPLE).spec())
        .isEqualTo(
            "0.5*gaussian(sigma=5)*laplacian-l1(sigma=7)+matern(nu=1.5,length=5)"
                + "+epanechnikov(radius=5)+rational-quadratic(alpha=2,length=5)"
                + "+laplacian(sigma=5)+cauchy(sigma=5)+linear");
    assertThatThrownBy(spec::resolve)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a sample of the data");
    assertThatThrownBy(() -> KernelSpec.kernel("gaussian(sigma=auto)"))
        .isExactlyInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> spec.resolve(Matrix.of(new double[][] {{1}, {1}})))
        .isInstanceOf(NumericalException.class);
    assertThat(KernelSpec.parse("gaussian(sigma=1)*linear").needsData()).isFalse();
    assertThat(KernelSpec.parse("linear").resolve(SAMPLE)).isEqualTo(new Linear());
    assertThat(KernelSpec.names()).contains("gaussian", "precomputed").hasSize(14);
  }

  @Test
  void deepAndLongTextsAreRefusedNotOverflowed() {
    for (String text :
        List.of(
            "(".repeat(5000) + "linear" + ")".repeat(5000),
            "(".repeat(4990) + "linear" + ")".repeat(4990),
            "(".repeat(9999),
            ")".repeat(9999),
            "linear+".repeat(5000),
            "2*".repeat(5000))) {
      assertThatThrownBy(() -> KernelSpec.parse(text))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }
    String deepest = "(".repeat(64) + "linear" + ")".repeat(64);
    assertThat(KernelSpec.parse(deepest).text()).isEqualTo("linear");
    assertThat(KernelSpec.parse("linear+".repeat(1000) + "linear").text()).hasSize(7006);
  }

  /** Ten thousand broken texts: a kernel that reads back, or one kind of exception, in time. */
  @Test
  void hostileTextsAreReadOrRefused() {
    List<String> seeds =
        List.of(
            "0.5*gaussian(sigma=2)+linear",
            "gaussian(sigma=1)*polynomial(degree=2,offset=1,scale=0.5)",
            "(1e-3*laplacian-l1(sigma=auto)+tanh(scale=-1,offset=2))*cosine",
            "matern(nu=1.5,length=auto)+rational-quadratic(alpha=2,length=3)",
            "precomputed(psd=true)",
            "epanechnikov(radius=1)*cauchy(sigma=2)");
    String characters = "()=,+*-.0123456789eEaut gmsx\n\t\0\"'\\ü\u2028\uD83D:;";
    Random random = new Random(42);
    assertTimeout(
        Duration.ofSeconds(20),
        () -> {
          int accepted = 0;
          for (int round = 0; round < 10_000; round++) {
            String text = mutate(seeds.get(random.nextInt(seeds.size())), characters, random);
            accepted += readOrRefuse(text) ? 1 : 0;
          }
          // The mutations must hit both sides for the test to mean something.
          assertThat(accepted).isBetween(50, 9_950);
        });
  }

  private static boolean readOrRefuse(String text) {
    try {
      Spec.parse(text);
    } catch (IllegalArgumentException e) {
      requirePlain(text, e);
    }
    KernelSpec spec;
    try {
      spec = KernelSpec.parse(text);
    } catch (IllegalArgumentException e) {
      requirePlain(text, e);
      return false;
    }
    assertThat(KernelSpec.parse(spec.text())).isEqualTo(spec);
    return true;
  }

  private static void requirePlain(String text, IllegalArgumentException e) {
    if (e.getClass() != IllegalArgumentException.class || e.getMessage().lines().count() != 1) {
      fail("for '" + text + "'", e);
    }
  }

  private static String mutate(String seed, String characters, Random random) {
    StringBuilder text = new StringBuilder(seed);
    int edits = 1 + random.nextInt(4);
    for (int edit = 0; edit < edits; edit++) {
      int at = random.nextInt(text.length() + 1);
      char c = characters.charAt(random.nextInt(characters.length()));
      switch (random.nextInt(5)) {
        case 0 -> text.insert(at, c);
        case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
        case 2 -> {
          if (at < text.length()) {
            text.setCharAt(at, c);
          }
        }
        case 3 -> {
          int end = Math.min(text.length(), at + random.nextInt(12));
          text.insert(random.nextInt(text.length() + 1), text.substring(at, end));
        }
        default -> text.insert(at, String.valueOf(c).repeat(random.nextInt(200)));
      }
    }
    return text.toString();
  }
}
