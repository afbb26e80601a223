package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Method;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Data and weights of any size: a fit gives finite numbers and a report that can be written, or
 * says what is wrong with {@link NumericalException} or {@link IllegalArgumentException}. Never
 * anything else, such as an index out of bounds or a code of LAPACK.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExtremeScalesTest {

  private static final double[] SCALES = {
    1e-160, 1e-150, 1e-100, 1e-77, 1e-20, 1, 1e20, 1e77, 1e100, 1e150, 1e160, 1e300
  };

  private static final List<String> KERNELS =
      List.of(
          "linear",
          "polynomial(degree=2,offset=1)",
          "cosine",
          "gaussian(sigma=1)",
          "gaussian(sigma=auto)",
          "laplacian-l1(sigma=2)",
          "cauchy(sigma=1e9)",
          "epanechnikov(radius=2)",
          "tanh(scale=0.01,offset=-1)",
          "1e308*linear",
          "1e200*gaussian(sigma=1)",
          "1e-300*gaussian(sigma=1)");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto",
        "exact",
        "subset",
        "subset(icd=1e-6)",
        "subset(centroid=1)",
        "reduced",
        "reduced-set",
        "nystrom",
        "weighted-nystrom",
        "improved",
        "icd",
        "sparse(kind=tipping)",
        "sparse(kind=l1)",
        "hebbian",
        "random-features"
      })
  void everyMethodEndsWithNumbersOrWithAReason(String method) {
    for (String kernel : KERNELS) {
      for (double scale : SCALES) {
        attempt(kernel, method, null, points(scale), null);
      }
      attempt(kernel, method, null, withOne(1e150), null);
      attempt(kernel, method, null, twoPoints(), null);
      for (double weight : new double[] {1e-310, 1e-200, 1e-20, 1e20, 1e200, 1e307}) {
        double[] equal = new double[40];
        Arrays.fill(equal, weight);
        attempt(kernel, method, null, points(1), equal);
        double[] one = new double[40];
        Arrays.fill(one, 1);
        one[3] = weight;
        attempt(kernel, method, null, points(1), one);
      }
    }
  }

  @Test
  void everySelectorEndsWithNumbersOrWithAReason() {
    double[] small = new double[40];
    Arrays.fill(small, 1e-310);
    double[] uneven = new double[40];
    Arrays.fill(uneven, 1);
    uneven[5] = 1e200;
    uneven[6] = 1e-300;
    double[] large = new double[40];
    Arrays.fill(large, 1e230);
    for (String selector : SelectorCatalog.names()) {
      if (selector.equals("given")) {
        continue;
      }
      for (String kernel : KERNELS) {
        for (double scale : SCALES) {
          attempt(kernel, "subset", selector, points(scale), null);
        }
        for (String method : new String[] {"subset", "reduced", "reduced-set"}) {
          attempt(kernel, method, selector, withOne(1e150), null);
          attempt(kernel, method, selector, twoPoints(), null);
          attempt(kernel, method, selector, points(1), small);
          attempt(kernel, method, selector, points(1), uneven);
          attempt(kernel, method, selector, points(1), large);
        }
      }
    }
  }

  /** All weights times one number: every eigenvalue times it, and the same landmarks. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "exact",
        "greedy",
        "backward",
        "pivoted-cholesky",
        "herding",
        "ransac",
        "kmeans",
        "kernel-kmeans",
        "column-norm"
      })
  void equalWeightsOnlyScaleEigenvalues(String name) {
    Integer landmarks = name.equals("exact") ? null : 8;
    String selector = name.equals("exact") ? null : name;
    Method method =
        MethodCatalog.parse(
            selector == null ? "exact" : "subset",
            new MethodCatalog.Wishes(landmarks, null, null, selector, null, "auto", "auto"));
    Rows rows = DenseRows.of(points(1));
    for (Precision precision : Precision.values()) {
      KernelPca pca = KernelPca.with(Gaussian.sigma(2)).rank(3).method(method).precision(precision);
      double[] expected = pca.fit(rows).eigenvalues();
      for (double weight : new double[] {1e-280, 1e-200, 1e-100, 1e-20, 1e3}) {
        double[] weights = new double[40];
        Arrays.fill(weights, weight);
        double[] found = pca.fit(rows, weights).eigenvalues();
        for (int c = 0; c < 3; c++) {
          double rounding = precision == Precision.DOUBLE ? 1e-9 : 1e-5;
          assertThat(found[c] / weight)
              .as("%s in %s, weight %s", name, precision, weight)
              .isCloseTo(expected[c], within(rounding * expected[0]));
        }
      }
    }
  }

  /** A kernel times one number: every eigenvalue times it, or the squares that leave double. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "subset(icd=1e-6)",
        "sparse(kind=tipping)",
        "sparse(kind=l1)",
        "hebbian",
        "hebbian(smd=true)"
      })
  void scaledKernelsScaleEigenvaluesOrAreRefused(String name) {
    Integer landmarks = name.startsWith("hebbian") ? null : 8;
    Method method =
        MethodCatalog.parse(
            name, new MethodCatalog.Wishes(landmarks, null, null, null, null, "auto", "auto"));
    Rows rows = DenseRows.of(points(1));
    double[] expected = fitted("", method, rows);
    for (String factor :
        List.of("1e-280", "1e-200", "1e-160", "1e-100", "1e100", "1e160", "1e280")) {
      try {
        double[] found = fitted(factor + "*", method, rows);
        for (int c = 0; c < 2; c++) {
          assertThat(found[c] / Double.parseDouble(factor))
              .as("%s under %s*gaussian", name, factor)
              .isCloseTo(expected[c], within(1e-6 * expected[0]));
        }
      } catch (NumericalException e) {
        assertThat(e).as(factor).hasMessageContaining("squares of kernel values");
        assertThat(factor).doesNotEndWith("e-100").doesNotEndWith("e100");
      }
    }
  }

  private static double[] fitted(String factor, Method method, Rows rows) {
    return KernelPca.with(KernelSpec.parse(factor + "gaussian(sigma=2)"))
        .rank(2)
        .method(method)
        .fit(rows)
        .eigenvalues();
  }

  private static void attempt(
      String kernel, String method, String selector, double[][] points, double[] weights) {
    Integer landmarks =
        method.startsWith("exact") || method.startsWith("hebbian") || chooses(method, selector)
            ? null
            : 5;
    if (method.startsWith("auto")) {
      landmarks = null;
    }
    String what =
        kernel + " " + method + " " + selector + " " + points[1][0] + " " + weightText(weights);
    try {
      Method parsed =
          MethodCatalog.parse(
              method,
              new MethodCatalog.Wishes(landmarks, null, null, selector, null, "auto", "auto"));
      Rows rows = DenseRows.of(points);
      KernelPcaModel model =
          KernelPca.with(KernelSpec.parse(kernel)).rank(2).method(parsed).fit(rows, weights);
      for (double[] numbers :
          List.of(
              model.eigenvalues(), model.coefficients().values(), model.transform(rows).values())) {
        assertThat(Arrays.stream(numbers).allMatch(Double::isFinite)).as(what).isTrue();
      }
      Json.parseObject(model.report().toJson());
      assertThat(model.report().notes().toString())
          .doesNotContain("NaN")
          .doesNotContain("Infinity");
    } catch (NumericalException | IllegalArgumentException e) {
      assertThat(e.getMessage()).as(what).isNotBlank().doesNotContain("JSON");
    } catch (RuntimeException e) {
      fail(what, e);
    }
  }

  private static String weightText(double[] weights) {
    return weights == null ? "" : "weights " + weights[3] + " " + weights[0];
  }

  private static boolean chooses(String method, String selector) {
    return method.startsWith("reduced-set") && selector == null
        || selector != null && SelectorCatalog.parse(selector).choosesCount();
  }

  private static double[][] points(double scale) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] points = new double[40][4];
    for (double[] point : points) {
      for (int j = 0; j < 4; j++) {
        point[j] = scale * random.nextGaussian();
      }
    }
    return points;
  }

  private static double[][] withOne(double large) {
    double[][] points = points(1);
    Arrays.fill(points[39], large);
    return points;
  }

  private static double[][] twoPoints() {
    double[][] points = new double[10][2];
    for (int i = 5; i < 10; i++) {
      Arrays.fill(points[i], 1);
    }
    return points;
  }
}
