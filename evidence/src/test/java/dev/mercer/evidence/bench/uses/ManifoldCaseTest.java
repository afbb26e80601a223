package dev.mercer.evidence.bench.uses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.internal.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManifoldCaseTest {

  @Test
  void halvesAreTheBestCutOfTheFirstCoordinate() {
    Matrix coordinates =
        Matrix.of(new double[][] {{0.9, 5}, {-1, 5}, {1, -5}, {-1.2, 7}, {-0.9, 0}, {1.1, 0}});
    assertThat(ManifoldCase.halves(coordinates)).containsExactly(1, 0, 1, 0, 0, 1);
  }

  @Test
  void anAccuracyBelowTheGoalIsNotMet() {
    Map<String, Object> run =
        Json.object(
            "data", "synthetic:moons(n=10)",
            "map", "ncut(clusters=2)",
            "kernel", "gaussian(sigma=1)",
            "selector", "shadow(ell=2)",
            "points", 5,
            "accuracy", 0.99,
            "seconds", List.of(0.5));
    Markdown page = new Markdown();
    ManifoldCase.append(page, Json.object("rows", 10, "runs", List.of(run), "widths", List.of()));
    assertThat(page.toString()).contains("5 (50%)").contains("| 0.99000 |").contains("**no**");
  }
}
