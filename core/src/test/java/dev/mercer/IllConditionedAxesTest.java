package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.method.Method;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Certificates of axes that are nearly alike, of any method: no end of what they capture, explain,
 * miss or err by may be violated by rounding, which grows with the condition of the axes. The truth
 * is that of the model as it is stored, in 60 digits ({@link PreciseAxes}).
 */
class IllConditionedAxesTest {

  private static final List<String> KERNELS =
      List.of(
          "polynomial(degree=2,offset=0)",
          "polynomial(degree=4)",
          "polynomial(degree=6,scale=0.3)",
          "gaussian(sigma=0.5)",
          "gaussian(sigma=2)",
          "gaussian(sigma=8)",
          "gaussian(sigma=40)",
          "laplacian(sigma=2)",
          "linear",
          "gaussian(sigma=2)*polynomial(degree=2)",
          "0.5*gaussian(sigma=3)+linear",
          "1e-90*gaussian(sigma=2)",
          "1e90*polynomial(degree=3)");

  private static final List<String> METHODS =
      List.of(
          "subset",
          "subset(centroid=1)",
          "subset(centroid=2)",
          "subset(general=true)",
          "subset(criterion=with-landmarks)",
          "subset(icd=1e-8)",
          "reduced",
          "reduced-set",
          "nystrom",
          "nystrom",
          "nystrom(rank=3)",
          "weighted-nystrom",
          "improved",
          "icd",
          "sparse(kind=l1)",
          "hebbian(epochs=3)");

  enum Weighting {
    NONE,
    FRACTIONS,
    ORDERS,
    ONE_HEAVY
  }

  enum Shape {
    NORMAL,
    ON_A_LINE,
    ALMOST_EQUAL,
    FAR
  }

  record Case(
      String kernel,
      String method,
      Weighting weighting,
      Shape shape,
      boolean center,
      int rows,
      int landmarks,
      int rank,
      int seed) {

    double[][] points() {
      double[][] x = Definition.points(rows, 2, seed);
      for (double[] point : x) {
        switch (shape) {
          case NORMAL -> {}
          case ON_A_LINE -> point[1] = 2 * point[0] + 1e-7 * point[1];
          case ALMOST_EQUAL -> {
            point[0] = 1 + 1e-3 * point[0];
            point[1] = 2 + 1e-3 * point[1];
          }
          case FAR -> point[0] += 30;
          default -> throw new IllegalStateException();
        }
      }
      return x;
    }

    double[] weights() {
      SplittableRandom random = new SplittableRandom(seed + 2);
      double[] weights = new double[rows];
      for (int i = 0; i < rows; i++) {
        weights[i] =
            switch (weighting) {
              case NONE -> 1;
              case FRACTIONS -> 0.01 + random.nextDouble();
              case ORDERS -> Math.pow(10, 8 * random.nextDouble() - 4);
              case ONE_HEAVY -> i == 1 ? 1e6 : 1;
            };
      }
      return weighting == Weighting.NONE ? null : weights;
    }

    Method theMethod() {
      Integer count = method.startsWith("hebbian") ? null : Math.min(landmarks, rows);
      return MethodCatalog.parse(
          method,
          new MethodCatalog.Wishes(
              count,
              null,
              null,
              method.startsWith("reduced-set") ? "uniform" : null,
              null,
              "auto",
              "auto"));
    }
  }

  @Provide
  static Arbitrary<Case> cases() {
    return Combinators.combine(
            Arbitraries.of(KERNELS),
            Arbitraries.of(METHODS),
            Arbitraries.of(Weighting.class),
            Arbitraries.of(Shape.class),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(2, 20),
            Arbitraries.integers().between(1, 30),
            Arbitraries.integers().between(1, 12))
        .as(
            (kernel, method, weighting, shape, center, rows, landmarks, rank) ->
                new Case(kernel, method, weighting, shape, center, rows, landmarks, rank, 0))
        .flatMap(
            given ->
                Arbitraries.integers()
                    .between(0, 100_000)
                    .map(
                        seed ->
                            new Case(
                                given.kernel(),
                                given.method(),
                                given.weighting(),
                                given.shape(),
                                given.center(),
                                given.rows(),
                                given.landmarks(),
                                given.rank(),
                                seed)));
  }

  /** Null where there is no variance, or too little data for the method; that is an answer too. */
  private static KernelPcaModel fit(Case given) {
    try {
      int rank = Math.min(given.rank(), Math.min(given.landmarks(), given.rows()));
      return KernelPca.with(Definition.kernel(given.kernel()))
          .rank(rank)
          .center(given.center())
          .seed(given.seed())
          .threads(1)
          .method(given.theMethod())
          .fit(Definition.rows(given.points()), given.weights());
    } catch (NumericalException | IllegalArgumentException e) {
      return null;
    }
  }

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void noBoundIsViolatedByRounding(@ForAll("cases") Case given) {
    KernelPcaModel model = fit(given);
    if (model == null) {
      return;
    }
    Certificate certificate = model.report().certificate();
    PreciseAxes truth = new PreciseAxes(model, given.points(), given.weights());
    double captured = truth.captured().doubleValue();
    double total = truth.total().doubleValue();
    double sum = Arrays.stream(Definition.weights(given.weights(), given.rows())).sum();
    requireBetween(given, certificate, "capturedVariance", captured, 1);
    requireBetween(given, certificate, "explainedVariance", captured / total, 1);
    if (certificate.has("totalVarianceLow")) {
      requireBetween(given, certificate, "totalVariance", total, 1);
    }
    if (certificate.has("empiricalErrorLow")) {
      requireBetween(
          given, certificate, "empiricalError", truth.error().doubleValue(), total / sum);
    }
    double[] values = Definition.eigen(truth.gram()).values();
    double slack = 8 * given.rows() * Math.ulp(1.0) * truth.uncentered();
    double best = 0;
    double[] lower = certificate.values("eigenvalueLower");
    double[] upper = certificate.values("eigenvalueUpper");
    for (int c = 0; c < model.rank(); c++) {
      best += Math.max(0, values[c]);
      assertThat(lower[c]).as("%s", given).isLessThanOrEqualTo(values[c] + slack);
      assertThat(values[c]).as("%s", given).isLessThanOrEqualTo(upper[c] + slack);
    }
    assertThat(best - captured)
        .as("%s", given)
        .isLessThanOrEqualTo(certificate.value("optimalityGap") * best + slack);
  }

  /**
   * @param size of the numbers that rounding of the comparison itself follows
   */
  private static void requireBetween(
      Case given, Certificate certificate, String name, double truth, double size) {
    double ulp = 4 * Math.ulp(Math.max(Math.abs(truth), size == 1 ? 0 : size));
    assertThat(certificate.value(name + "Low"))
        .as("%sLow of %s", name, given)
        .isLessThanOrEqualTo(truth + ulp);
    assertThat(truth)
        .as("%sHigh of %s", name, given)
        .isLessThanOrEqualTo(certificate.value(name + "High") + ulp);
  }

  /** Axes of condition 2e5, whose smallest captures 8e-7 of the variance: known to ten digits. */
  @Test
  void directionsOfSmallVarianceAreNotLost() {
    boolean ill = false;
    for (int seed = 0; seed < 12; seed++) {
      Case given =
          new Case(
              "polynomial(degree=4)",
              "nystrom",
              Weighting.ORDERS,
              Shape.NORMAL,
              true,
              20,
              20,
              10,
              seed);
      KernelPcaModel model = fit(given);
      PreciseAxes truth = new PreciseAxes(model, given.points(), given.weights());
      double total = truth.total().doubleValue();
      double captured = truth.captured().doubleValue();
      Certificate certificate = model.report().certificate();
      assertThat(certificate.value("capturedVariance")).isCloseTo(captured, within(1e-9 * total));
      double open =
          certificate.value("explainedVarianceHigh") - certificate.value("explainedVarianceLow");
      assertThat(open).isLessThan(1e-7);
      ill |= truth.condition() > 1e10;
    }
    assertThat(ill).as("some axes of condition above 1e5").isTrue();
  }

  /** Where nothing is ill-conditioned, what rounding leaves open is rounding. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "subset",
        "subset(centroid=1)",
        "subset(general=true)",
        "subset(icd=1e-8)",
        "reduced",
        "reduced-set",
        "nystrom",
        "weighted-nystrom",
        "improved",
        "icd",
        "sparse(kind=l1)",
        "hebbian"
      })
  void boundsAreTightWhereAxesAreWellConditioned(String method) {
    for (String kernel : List.of("gaussian(sigma=1)", "laplacian(sigma=2)", "linear")) {
      for (Weighting weighting : List.of(Weighting.NONE, Weighting.FRACTIONS)) {
        Case given = new Case(kernel, method, weighting, Shape.NORMAL, true, 20, 12, 2, 7);
        Certificate certificate = fit(given).report().certificate();
        double value = certificate.value("capturedVariance");
        assertThat(certificate.value("capturedVarianceHigh") / value - 1)
            .as(given.toString())
            .isBetween(0.0, 1e-11);
        assertThat(1 - certificate.value("capturedVarianceLow") / value)
            .as(given.toString())
            .isBetween(0.0, 1e-11);
      }
    }
  }
}
