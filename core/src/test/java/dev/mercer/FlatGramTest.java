package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Exact;
import dev.mercer.method.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A kernel so wide that the Gram matrix is constant to rounding: what is above the rounding level
 * is found, nothing below it is looked for, and where nothing is above the fit says what to do.
 */
@Timeout(60)
class FlatGramTest {

  private static final int N = 700;
  private static final int RANK = 40;
  private static final Rows ROWS = Definition.rows(Definition.points(N, 5, 3));

  /** What every solver is compared with. */
  private static final KernelPcaModel DENSE =
      pca("gaussian(sigma=1e6)", "dense", "stored").fit(ROWS);

  /** Passes that any of these take, power's single vectors included. */
  private static final int MOST_PASSES = 5000;

  private static KernelPca pca(String kernel, String solver, String operator) {
    return KernelPca.with(KernelSpec.parse(kernel)).rank(RANK).method(new Exact(solver, operator));
  }

  @ParameterizedTest
  @CsvSource({
    "auto,auto",
    "dense,stored",
    "dense,tiled",
    "lanczos,stored",
    "block-krylov,stored",
    "block-krylov,tiled",
    "davidson,stored",
    "davidson,tiled",
    "subspace,stored",
    "power,stored"
  })
  void aFewComponentsAreAboveTheRounding(String solver, String operator) {
    KernelPcaModel model = pca("gaussian(sigma=1e6)", solver, operator).fit(ROWS);
    double[] found = model.eigenvalues();
    double level = N * Math.ulp(1.0) * N;
    double[] wanted = DENSE.eigenvalues();
    assertThat(found).hasSize(wanted.length).hasSizeBetween(3, 10);
    for (int c = 0; c < found.length; c++) {
      assertThat(found[c]).isGreaterThan(level).isBetween(wanted[c] - level, wanted[c] + level);
    }
    assertThat(model.report().rankReason()).asString().contains("above the rounding level");
    assertThat(passes(model)).isLessThan(MOST_PASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "auto,auto",
    "dense,stored",
    "lanczos,stored",
    "block-krylov,stored",
    "block-krylov,tiled",
    "block-krylov,expansion(scheme=product)",
    "davidson,stored",
    "subspace,stored",
    "power,stored"
  })
  void nothingIsAboveTheRounding(String solver, String operator) {
    for (String kernel : List.of("gaussian(sigma=1e8)", "gaussian(sigma=1e12)")) {
      assertThatThrownBy(() -> pca(kernel, solver, operator).fit(ROWS))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("rounding level")
          .hasMessageContaining("narrower kernel");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cauchy(sigma=2147483647)",
        "laplacian(sigma=1e18)",
        "matern(nu=2.5,length=1e9)",
        "polynomial(degree=3,scale=1e-20)",
        "tanh(scale=1,offset=400)"
      })
  void kernelsThatAreConstant(String kernel) {
    for (String solver : List.of("auto", "block-krylov", "lanczos")) {
      assertThatThrownBy(() -> pca(kernel, solver, "auto").fit(ROWS))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("no variance");
    }
  }

  /** Fast sums have errors of their own beside the rounding. */
  @ParameterizedTest
  @ValueSource(strings = {"block-krylov", "lanczos", "subspace"})
  void fastSums(String solver) {
    Rows plane = Definition.rows(Definition.points(N, 2, 3));
    String kernel = "gaussian(sigma=3e4)";
    double[] wanted = pca(kernel, "dense", "stored").fit(plane).eigenvalues();
    for (String scheme : List.of("product", "grid", "tree")) {
      double error = 1e-12;
      String operator = "expansion(scheme=" + scheme + ",error=" + error + ")";
      KernelPcaModel model = pca(kernel, solver, operator).fit(plane);
      for (int c = 0; c < 2; c++) {
        double off = Math.abs(model.eigenvalues()[c] - wanted[c]);
        assertThat(off).as(scheme).isLessThan(2 * N * error);
      }
      assertThat(passes(model)).isLessThan(MOST_PASSES);
    }
  }

  @Test
  void singlePrecisionHasAHigherLevel() {
    KernelPca wide = pca("gaussian(sigma=50)", "block-krylov", "stored");
    KernelPcaModel model = wide.precision(Precision.FLOAT).fit(ROWS);
    assertThat(model.rank()).isLessThan(wide.fit(ROWS).rank());
    assertThat(passes(model)).isLessThan(MOST_PASSES);
  }

  @Test
  void weightsAndShares() {
    double[] weights = new double[N];
    java.util.Arrays.setAll(weights, i -> i % 4);
    KernelPcaModel model = pca("gaussian(sigma=1e6)", "block-krylov", "stored").fit(ROWS, weights);
    assertThat(model.rank()).isBetween(3, 10);
    KernelPcaModel share =
        pca("gaussian(sigma=1e6)", "block-krylov", "stored").variance(0.999).fit(ROWS);
    assertThat(share.rank()).isBetween(3, 10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto",
        "subset",
        "improved",
        "reduced",
        "nystrom",
        "weighted-nystrom",
        "icd",
        "sparse(kind=tipping)",
        "sparse(kind=l1)",
        "hebbian",
        "random-features"
      })
  void otherMethods(String name) {
    Method method =
        MethodCatalog.parse(
            name, new MethodCatalog.Wishes(null, null, null, null, null, "auto", "auto"));
    KernelPca settings =
        KernelPca.with(KernelSpec.parse("cauchy(sigma=2147483647)")).rank(3).method(method);
    assertThatThrownBy(() -> settings.fit(ROWS)).isInstanceOf(NumericalException.class);
  }

  private static int passes(KernelPcaModel model) {
    return model.report().iterations();
  }
}
