package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Exact;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact fits by fast sums: the results of kernel values, within what the certificate says. */
class ExpansionTest {

  private static final int N = 1200;

  private static Rows annulus(int n, long seed) {
    Random random = new Random(seed);
    double[] values = new double[2 * n];
    for (int i = 0; i < n; i++) {
      double angle = 2 * Math.PI * random.nextDouble();
      double radius = 1 + 0.1 * random.nextGaussian();
      values[2 * i] = 3 + radius * Math.cos(angle);
      values[2 * i + 1] = radius * Math.sin(angle);
    }
    return DenseRows.wrap(n, 2, values);
  }

  private static KernelPcaModel fit(String kernel, String solver, String operator, boolean center) {
    return KernelPca.with(KernelSpec.parse(kernel))
        .rank(5)
        .center(center)
        .method(new Exact(solver, operator))
        .fit(annulus(N, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "gaussian(sigma=0.7); auto; expansion; product",
        "gaussian(sigma=0.7); block-krylov; expansion(scheme=product); product",
        "gaussian(sigma=0.7); lanczos; expansion(scheme=grid); grid",
        "gaussian(sigma=0.7); subspace; expansion(scheme=taylor); taylor",
        "gaussian(sigma=0.3); block-krylov; expansion(scheme=clustered,error=1e-8); clustered",
        "gaussian(sigma=0.2); block-krylov; expansion(scheme=tree); tree",
        "gaussian(sigma=0.1); auto; expansion(scheme=grid,error=1e-12); grid",
        "laplacian(sigma=0.3); lanczos; expansion(scheme=tree); tree",
        "matern(nu=1.5,length=0.1); block-krylov; expansion(scheme=tree); tree",
        "polynomial(degree=3); auto; expansion(scheme=polynomial); polynomial",
        "polynomial(degree=2); lanczos; expansion(scheme=polynomial); polynomial",
        "2*gaussian(sigma=0.7); block-krylov; expansion(scheme=grid); grid",
        "gaussian(sigma=1)*gaussian(sigma=1); lanczos; expansion(scheme=grid); grid",
        "gaussian(sigma=0.7)+gaussian(sigma=0.2); lanczos; expansion(scheme=grid); grid"
      })
  void equalsKernelValuesWithinTheCertificate(
      String kernel, String solver, String operator, String scheme) {
    for (boolean center : new boolean[] {true, false}) {
      KernelPcaModel fast = fit(kernel, solver, operator, center);
      KernelPcaModel exact = fit(kernel, "dense", "stored", center);
      FitReport.Operator use = fast.report().operator();
      assertThat(use.kind()).isEqualTo("expansion");
      assertThat(use.scheme()).hasValue(scheme);
      double bound = use.errorBound().getAsDouble();
      assertThat(use.sampledError().getAsDouble()).isLessThanOrEqualTo(bound);
      double[] found = fast.eigenvalues();
      double[] wanted = exact.eigenvalues();
      double rounding = N * Math.ulp(wanted[0]);
      for (int i = 0; i < 5; i++) {
        double reach =
            fast.report().certificate() == null
                ? N * bound + 1e-10 * wanted[0]
                : fast.report().certificate().values("eigenpairResidual")[i];
        assertThat(Math.abs(found[i] - wanted[i]))
            .as("eigenvalue %d of %s, centred %s", i, kernel, center)
            .isLessThanOrEqualTo(reach + rounding);
      }
      if (fast.report().certificate() != null) {
        assertThat(fast.report().certificate().value("optimalityGap")).isBetween(0.0, 1e-3);
      }
    }
  }

  @Test
  void weightsCountAsRowsDo() {
    Rows rows = annulus(600, 3);
    double[] weights = new double[600];
    for (int i = 0; i < 600; i++) {
      weights[i] = i % 3;
    }
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=0.5)")).rank(3);
    KernelPcaModel fast =
        pca.method(new Exact("block-krylov", "expansion(scheme=grid,error=1e-12)"))
            .fit(rows, weights);
    KernelPcaModel exact = pca.method(new Exact("dense", "stored")).fit(rows, weights);
    assertThat(fast.eigenvalues()[0]).isCloseTo(exact.eigenvalues()[0], within(1e-8));
  }

  /** What an expansion cannot do better is done by kernel values, and the report says so. */
  @ParameterizedTest
  @ValueSource(strings = {"cosine", "gaussian(sigma=0.7)*linear", "tanh(scale=0.1)"})
  void fallsBackToTilesAndSaysSo(String kernel) {
    KernelPcaModel model = fit(kernel, "auto", "expansion", true);
    assertThat(model.report().operator().kind()).isNotEqualTo("expansion");
    assertThat(model.report().notes()).anyMatch(note -> note.contains("no expansion but exact"));
  }

  /** Squared distances that overflow are no scheme's business: tiles say what is wrong. */
  @Test
  void pointsTooFarApartAreLeftToTiles() {
    double[] values = new double[2 * N];
    annulus(N, 1).copy(0, N, values, 0);
    for (int k = 0; k < values.length; k++) {
      values[k] *= 1e300;
    }
    for (String operator : new String[] {"expansion", "stored"}) {
      assertThatThrownBy(
              () ->
                  KernelPca.with(KernelSpec.parse("gaussian(sigma=1)"))
                      .rank(2)
                      .method(new Exact("auto", operator))
                      .fit(DenseRows.wrap(N, 2, values)))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("finite");
    }
  }

  @Test
  void whatCannotBeReachedOrDoneIsRefusedWithWhatCan() {
    assertThatThrownBy(() -> fit("gaussian(sigma=1)", "auto", "expansion(error=1e-18)", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("below rounding")
        .hasMessageContaining("least that can be reached");
    assertThatThrownBy(() -> fit("polynomial", "auto", "expansion(error=1e-18)", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("least that can be reached");
    assertThatThrownBy(() -> fit("laplacian(sigma=1)", "auto", "expansion(scheme=grid)", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave the scheme out");
    assertThatThrownBy(() -> new Exact("auto", "expansion(scheme=magic)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("product");
    assertThatThrownBy(() -> new Exact("auto", "stored(error=1e-3)"))
        .isInstanceOf(IllegalArgumentException.class);
    for (String error : new String[] {"0", "-1", "2", "NaN"}) {
      assertThatThrownBy(() -> new Exact("auto", "expansion(error=" + error + ")"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theSameBitsForOneThreadAndTwo() {
    for (String scheme : new String[] {"product", "grid", "taylor", "tree", "clustered"}) {
      double[][] values = new double[2][];
      for (int threads = 1; threads <= 2; threads++) {
        values[threads - 1] =
            KernelPca.with(KernelSpec.parse("gaussian(sigma=0.5)"))
                .rank(3)
                .threads(threads)
                .method(new Exact("lanczos", "expansion(scheme=" + scheme + ")"))
                .fit(annulus(N, 2))
                .eigenvalues();
      }
      assertThat(values[0]).as(scheme).containsExactly(values[1]);
    }
  }

  /** A polynomial kernel is solved in the space of its monomials, and scored there. */
  @Test
  void polynomialsAreSolvedInFeatureSpace() {
    KernelPcaModel features = fit("polynomial(degree=3)", "auto", "auto", true);
    KernelPcaModel gram = fit("polynomial(degree=3)", "dense", "stored", true);
    assertThat(features.report().operator().kind()).isEqualTo("feature-space");
    Matrix ours = features.transform(annulus(50, 9));
    Matrix theirs = gram.transform(annulus(50, 9));
    double scale = Math.sqrt(gram.eigenvalues()[0]);
    for (int c = 0; c < 5; c++) {
      assertThat(features.eigenvalues()[c])
          .isCloseTo(gram.eigenvalues()[c], within(1e-11 * gram.eigenvalues()[0]));
      for (int i = 0; i < 50; i++) {
        assertThat(ours.get(i, c)).isCloseTo(theirs.get(i, c), within(1e-8 * scale));
      }
    }
  }

  /** Many points of few columns: scores by fast sums are those of kernel values. */
  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.7})
  void scoresByFastSumsAreThoseOfKernelValues(double sigma) {
    Rows rows = annulus(6000, 5);
    KernelPcaModel model =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=" + sigma + ")"))
            .rank(4)
            .method(new Exact("auto", "expansion"))
            .fit(rows);
    // Some new rows lie far from all points.
    double[] values = new double[2 * 5000];
    annulus(5000, 6).copy(0, 5000, values, 0);
    values[7] = 1e3;
    values[100] = -40;
    // And some at the edge of what the narrower kernel reaches, beyond the box of the points.
    for (int i = 10; i < 50; i++) {
      values[2 * i] = 4.3 + 0.01 * i;
    }
    Rows others = DenseRows.wrap(5000, 2, values);
    try (Workers workers = Workers.of(2)) {
      ModelScorer fast = ModelScorer.of(model, Precision.DOUBLE, 5000, workers);
      Matrix scores = fast.score(others);
      assertThat(fast.fastSum()).isPresent();
      // Few rows at a time are left to kernel values.
      ModelScorer plain = ModelScorer.of(model, Precision.DOUBLE, 10, workers);
      Matrix some = plain.score(DenseRows.wrap(100, 2, Arrays.copyOf(values, 200)));
      assertThat(plain.fastSum()).isEmpty();
      for (int c = 0; c < 4; c++) {
        double magnitude = 0;
        for (int j = 0; j < 6000; j++) {
          magnitude += Math.abs(model.coefficients().get(j, c));
        }
        for (int i = 0; i < 100; i++) {
          assertThat(Math.abs(scores.get(i, c) - some.get(i, c)))
              .isLessThanOrEqualTo(2e-12 * magnitude);
        }
      }
    }
  }
}
