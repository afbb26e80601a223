package dev.mercer.evidence.bench.uses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.evidence.bench.Markdown;
import dev.mercer.internal.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassificationPageTest {

  private static Map<String, Object> variant(double error, Double paper, double tolerance) {
    return Json.object(
        "variant",
        "subset",
        "selector",
        "kmeans",
        "share",
        0.1,
        "center",
        true,
        "exponent",
        -2.6,
        "rank",
        20,
        "validationError",
        0.0247,
        "testError",
        error,
        "testDeviation",
        0.001,
        "paper",
        paper,
        "paperDeviation",
        paper == null ? null : 0.18,
        "tolerance",
        tolerance,
        "searchSeconds",
        1.0,
        "testSeconds",
        1.0);
  }

  private static String page(Map<String, Object> variant) {
    Markdown page = new Markdown();
    UspsCase.append(
        page,
        Json.parseObject(
            Json.write(
                Json.object(
                    "rows",
                    7291,
                    "unseen",
                    2007,
                    "divisions",
                    3,
                    "seeds",
                    5,
                    "exponents",
                    new double[] {-3, -2.8},
                    "largestRank",
                    200,
                    "variants",
                    List.of(variant)))));
    return page.toString();
  }

  @Test
  void aTargetIsMetWithinItsTolerance() {
    assertThat(page(variant(0.0563, 5.14, 0.5)))
        .contains("| 10^-2.6 | 20 | 2.47 | 5.63 ± 0.10 | 5.14 ± 0.18 | +0.49 | within 0.5 | yes |");
    assertThat(page(variant(0.0565, 5.14, 0.5))).contains("| +0.51 | within 0.5 | **no** |");
    assertThat(page(variant(0.0463, 5.14, 0.5))).contains("| -0.51 | within 0.5 | **no** |");
  }

  @Test
  void whatThePaperDoesNotSayIsNotCompared() {
    assertThat(page(variant(0.05, null, 0))).contains("| 5.00 ± 0.10 | – | – | – | – |");
  }
}
