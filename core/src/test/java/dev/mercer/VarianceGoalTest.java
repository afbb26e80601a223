package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Method;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A share of the variance that cannot be reached is said, with what to do, by every method. */
class VarianceGoalTest {

  static Stream<String> methods() {
    return MethodCatalog.names().stream()
        .filter(name -> !name.equals("hebbian")) // needs a number
        .flatMap(
            name ->
                switch (name) {
                  case "subset" ->
                      Stream.of(
                          name,
                          "subset(centroid=1)",
                          "subset(centroid=2)",
                          "subset(general=true)",
                          "subset(criterion=with-landmarks)",
                          "subset(icd=1e-6)");
                  case "sparse" -> Stream.of("sparse(kind=l1)", "sparse(kind=tipping)");
                  case "nystrom" -> Stream.of(name, "nystrom(rank=4)");
                  default -> Stream.of(name);
                });
  }

  private static Method method(String name, Integer landmarks) {
    return MethodCatalog.parse(
        name,
        new MethodCatalog.Wishes(landmarks, null, null, selector(name), null, "auto", "auto"));
  }

  private static String selector(String name) {
    boolean free = name.startsWith("reduced-set");
    return free ? "uniform" : null;
  }

  private static Rows rows() {
    return Definition.rows(Definition.points(60, 4, 3));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void whatLandmarksCannotReachIsSaid(String name) {
    boolean all = name.equals("auto") || name.equals("exact") || name.equals("random-features");
    for (boolean center : new boolean[] {true, false}) {
      KernelPca pca =
          KernelPca.with(Gaussian.sigma(0.7)).center(center).method(method(name, all ? null : 5));
      KernelPcaModel model = pca.variance(0.9).fit(rows());
      FitReport report = model.report();
      assertThat(report.varianceRequested()).hasValue(0.9);
      assertThat(report.rankRequested()).isEqualTo(model.rank());
      if (all) {
        assertThat(report.rankReason()).isNull();
        continue;
      }
      assertThat(report.rankReason())
          .startsWith("all " + model.rank() + " components there are explain at least ")
          .contains(
              "less than the 0.9 asked for",
              "take more landmarks",
              "another selector",
              "ask for less");
      assertThat(report.notes()).contains(report.rankReason());
      // Of what they can reach nothing is missing.
      KernelPcaModel less = pca.variance(0.05).fit(rows());
      assertThat(less.report().rankReason()).as(name).isNull();
      assertThat(less.rank()).isLessThan(model.rank() + 1);
      KernelPcaModel byRank = pca.rank(2).fit(rows());
      assertThat(byRank.report().varianceRequested()).isEmpty();
    }
  }

  /** The share that is stated is the sure one, or the true one where it is known. */
  @Test
  void theShareStatedIsSure() {
    FitReport subset =
        KernelPca.with(Gaussian.sigma(0.7))
            .method(method("subset", 5))
            .variance(0.9)
            .fit(rows())
            .report();
    Certificate certificate = subset.certificate();
    assertThat(subset.rankReason())
        .contains(String.format("%.4g", certificate.value("explainedVarianceLow")));
    FitReport extended =
        KernelPca.with(Gaussian.sigma(0.7))
            .method(method("nystrom", 5))
            .variance(0.9)
            .fit(rows())
            .report();
    double share = extended.certificate().value("capturedVariance") / extended.totalVariance();
    assertThat(extended.rankReason()).contains(String.format("%.4g", share));
  }

  /** All of the variance is below the rounding level but for rounding, and nobody is bothered. */
  @Test
  void allOfTheVarianceIsReachedButForRounding() {
    for (String name : new String[] {"exact", "auto", "random-features"}) {
      FitReport report =
          KernelPca.with(Gaussian.sigma(5))
              .method(method(name, null))
              .variance(1)
              .fit(rows())
              .report();
      assertThat(report.rankReason()).as(name).isNull();
    }
  }

  /** Far from the origin a large part of the variance is below the rounding level. */
  @Test
  void whatRoundingHidesIsSaid() {
    double[][] far = Definition.points(60, 4, 3);
    for (double[] point : far) {
      point[0] += 3e6; // 60 eps 60 3e6^2 = 7.2
      point[1] *= 0.2;
      point[2] *= 0.2;
      point[3] *= 0.2;
    }
    KernelPcaModel model =
        KernelPca.with(Definition.kernel("linear"))
            .method(method("exact", null))
            .variance(0.99)
            .fit(Definition.rows(far));
    assertThat(model.rank()).isEqualTo(1);
    assertThat(model.report().rankReason()).contains("below the rounding level", "ask for less");
  }

  @Test
  void aPartialFitSaysItToo() {
    try (PartialFit fit =
        KernelPca.with(Gaussian.sigma(0.7))
            .method(method("subset", 5))
            .variance(0.9)
            .partialFit(rows())) {
      fit.partialFit(Definition.rows(Definition.points(60, 4, 9)));
      assertThat(fit.model().report().rankReason()).contains("less than the 0.9 asked for");
    }
  }
}
