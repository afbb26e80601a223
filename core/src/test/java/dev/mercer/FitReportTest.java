package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FitReportTest {

  private static final FitReport REPORT =
      KernelPca.with(Gaussian.sigma(1.5))
          .rank(3)
          .seed(9)
          .threads(2)
          .method(Subset.of(Landmarking.count(20)))
          .fit(Definition.rows(Definition.points(60, 4, 2)))
          .report();

  /** What other versions wrote is written again as it was, in its place. */
  @Test
  void nothingOfAnotherVersionIsLost() {
    String text =
        """
        {"version":"0.0.1","samples":5,"later":{"a":[1,2.5,null]},"features":2,"rank":1,\
        "rankRequested":1,"eigenvalues":[2.0],"kernel":null,"method":7,"landmarks":"many",\
        "operator":{"kind":"new","parts":3},"solver":"none","stages":[{"name":"x"}],\
        "certificate":{"kinds":{"gap":"guess"},"gap":1.0},"seconds":1.5,"notes":["n",4]}""";
    FitReport report = FitReport.parse(text);
    assertThat(report.toCompactJson()).isEqualTo(text);
    assertThat(report.fact("later")).isPresent();
    assertThat(report.operator().kind()).isEqualTo("new");
    assertThat(report.landmarks()).isEmpty();
    assertThat(report.weightSum()).isEqualTo(5);
    assertThat(report.empiricalError()).isNaN();
    assertThat(report.withFact("engine", Map.of("name", "e")).toCompactJson())
        .isEqualTo(text.substring(0, text.length() - 1) + ",\"engine\":{\"name\":\"e\"}}");
    FitReport weighted = report.withSamples(7, 8, true).withSamples(9, 9, true);
    assertThat(weighted.toCompactJson()).contains("\"samples\":9,").endsWith("\"weightSum\":9.0}");
    assertThat(weighted.withSamples(9, 9, false).toCompactJson()).doesNotContain("weightSum");
  }

  @Test
  void readingBackGivesTheSameValues() {
    FitReport read = FitReport.parse(REPORT.toJson());
    assertThat(read.toJson()).isEqualTo(REPORT.toJson());
    assertThat(read.eigenvalues()).isEqualTo(REPORT.eigenvalues());
    assertThat(read.landmarkRows().orElseThrow()).isEqualTo(REPORT.landmarkRows().orElseThrow());
    assertThat(read.stages()).isEqualTo(REPORT.stages());
    assertThat(read.operator()).isEqualTo(REPORT.operator());
    assertThat(read.certificate().toString()).isEqualTo(REPORT.certificate().toString());
    assertThat(read.seed()).isEqualTo(9);
    assertThat(read.threads()).isEqualTo(2);
  }

  /** Nobody can change a report through what it hands out. */
  @Test
  void arraysAreCopies() {
    REPORT.eigenvalues()[0] = -1;
    REPORT.landmarkRows().orElseThrow()[0] = -1;
    assertThat(REPORT.eigenvalues()[0]).isPositive();
    assertThat(REPORT.landmarkRows().orElseThrow()[0]).isNotNegative();
  }

  @Test
  void readsAsText() {
    List<String> lines = REPORT.toString().lines().toList();
    assertThat(lines.get(0))
        .isEqualTo(
            "60 rows of 4 features, kernel gaussian(sigma=1.5), method subset on 20 landmarks by"
                + " uniform");
    assertThat(lines.get(1)).startsWith("rank 3 of 3, ").endsWith(" s");
    String exact =
        KernelPca.with(Gaussian.sigma(1.5))
            .rank(3)
            .fit(Definition.rows(Definition.points(60, 4, 2)))
            .report()
            .toString();
    assertThat(exact)
        .contains("% of the variance, reconstruction error ")
        .contains("no certificate: exact");
    assertThat(REPORT.certificate().toString())
        .contains("optimalityGap ")
        .contains("(bound)")
        .contains("(estimate)");
    assertThat(REPORT.toString()).endsWith(REPORT.certificate().toString());
  }
}
