package dev.mercer.evidence.bench.uses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.app.plot.SvgPlot;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.reproduce.LabeledSplits;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the pages of embeddings and of novelty conclude from numbers made up for it. */
class EmbeddingsPageTest {

  private static Map<String, Object> accuracies(double mean) {
    double[] values = {mean - 0.01, mean + 0.01};
    return Json.object("usual", values, "free", values, "neighbors", values);
  }

  private static Map<String, Object> run(String what, double accuracy) {
    return Json.object(
        "what",
        what,
        "from",
        "all",
        "accuracies",
        accuracies(accuracy),
        "seconds",
        what.equals("plain") ? null : new double[] {0.5});
  }

  private static Map<String, Object> record(double pca, double kpca) {
    List<Object> table =
        List.of(
            run("plain", 0.96),
            run("pca", pca),
            run("pca2", 0.6),
            run("kpca", kpca),
            run("nystrom", kpca - 0.02));
    List<Object> components = new ArrayList<>();
    for (int count = 1; count <= 3; count++) {
      components.add(
          Json.object(
              "components",
              count,
              "pca",
              accuracies(0.3 * count),
              "kpca",
              accuracies(0.2 * count)));
    }
    return Json.parseObject(
        Json.write(
            Json.object(
                "rows",
                1797,
                "testRows",
                594,
                "splits",
                2,
                "landmarks",
                100,
                "kernel",
                "linear",
                "table",
                table,
                "components",
                components,
                "kernels",
                List.of(
                    Json.object(
                        "kernel", "linear", "scale", "none", "accuracies", accuracies(0.5))))));
  }

  private static String page(double pca, double kpca) {
    Markdown page = new Markdown();
    RkTables.append(page, record(pca, kpca));
    return page.toString();
  }

  @Test
  void theVerdictFollowsTheNumbers() {
    assertThat(page(0.85, 0.79))
        .contains("| PCA | 60.44% | 85.00 ± 1.41% | **no** |")
        .contains("| KPCA | 78.96% | 79.00 ± 1.41% | yes |")
        .contains("nearest to 60.44% is 2 (60.00%)")
        .contains("6.0 points below PCA with five at C = 1 (paper: 18.5 points above)")
        .contains("is **not** found")
        .contains("572, 359, 469, 452 of 594 rows")
        .contains("Nyström is 2.0 points below KPCA (paper: 2.9 points below)");
    assertThat(page(0.6, 0.79)).contains("| PCA | 60.44% | 60.00 ± 1.41% | yes |", "is found");
  }

  @Test
  void thePictureHasALineForEachMethod() {
    String svg = SvgPlot.draw(EmbeddingPictures.accuracies(record(0.85, 0.79)));
    assertThat(svg).startsWith("<svg").contains("PCA, 3-NN", "RK: PCA, KPCA at 5");
  }

  /** Two classes apart: all right; labels that say nothing: half; every split another one. */
  @Test
  void splitsTestOnRowsNotLearnedFrom() {
    int n = 100;
    double[] values = new double[n];
    Arrays.setAll(values, i -> i);
    Matrix rows = Matrix.wrap(n, 1, values);
    String[] halves = new String[n];
    Arrays.setAll(halves, i -> i < 50 ? "low" : "high");
    try (Workers workers = Workers.of(1)) {
      LabeledSplits cut = new LabeledSplits(halves, 0.33, 3, workers);
      assertThat(cut.testRows()).isEqualTo(33);
      assertThat(cut.train(0)).hasSize(67).doesNotHaveDuplicates();
      assertThat(cut.train(1)).isNotEqualTo(cut.train(0));
      assertThat(Spread.of(cut.accuracies(rows, LabeledSplits.logistic(1))).mean())
          .isGreaterThan(0.95);
      String[] alternating = new String[n];
      Arrays.setAll(alternating, i -> i % 2 == 0 ? "even" : "odd");
      double guessed =
          Spread.of(
                  new LabeledSplits(alternating, 0.33, 3, workers)
                      .accuracies(rows, LabeledSplits.logistic(1)))
              .mean();
      assertThat(guessed).isBetween(0.2, 0.8);
    }
    assertThat(Spread.of(new double[] {1, 3}).deviation()).isCloseTo(Math.sqrt(2), within(1e-15));
  }

  @Test
  void areasAreAveragedOverNormalClasses() {
    List<Object> runs = new ArrayList<>();
    for (double area : new double[] {0.9, 0.8}) {
      runs.add(
          Json.object(
              "normal",
              "a",
              "training",
              50,
              "judged",
              90,
              "t2",
              area,
              "spe",
              area,
              "combined",
              area,
              "found",
              0.5,
              "falseAlarms",
              0.01,
              "fitSeconds",
              0.1,
              "seconds",
              0.2));
    }
    Markdown page = new Markdown();
    NoveltyCase.append(
        page,
        Json.parseObject(
            Json.write(
                Json.object(
                    "data",
                    "d.csv",
                    "rows",
                    140,
                    "columns",
                    2,
                    "classes",
                    List.of("a", "b"),
                    "scale",
                    "none",
                    "landmarks",
                    10,
                    "quantile",
                    0.99,
                    "models",
                    List.of(
                        Json.object(
                            "kernel", "linear", "method", "exact", "rank", 2, "runs", runs))))));
    assertThat(page.toString())
        .contains("| 0.850 (0.800 to 0.900) |", "| 50.0% | 1.0% |", "(50 on average)");
  }
}
