package dev.mercer.evidence.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.exact.TransformCase;
import dev.mercer.internal.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerTest {

  private static Map<String, Object> run(String solver, double seconds, double... eigenvalues) {
    return run(solver, new double[] {seconds, seconds}, eigenvalues);
  }

  private static Map<String, Object> run(String solver, double[] seconds, double[] eigenvalues) {
    return Json.parseObject(
        Json.compact(
            Json.object("solver", solver, "seconds", seconds, "eigenvalues", eigenvalues)));
  }

  @Test
  void aFastSolverThatIsWrongDoesNotCount() {
    Peer peer =
        new Peer(
            List.of(
                run("randomized", 1, 2, 1 + 1e-7),
                run("arpack", 3, 2, 1),
                run("randomized, 30 power iterations", 2, 2, 1 + 1e-9)));
    assertThat(peer.fastestRight().get("solver")).isEqualTo("randomized, 30 power iterations");
  }

  @Test
  void aSolverThatMetASlowHostIsNotPassedOver() {
    double[] eigenvalues = {2, 1};
    Peer peer =
        new Peer(
            List.of(
                run("arpack", new double[] {1, 7, 7}, eigenvalues),
                run("randomized", new double[] {2, 2, 2}, eigenvalues)));
    assertThat(peer.fastestRight().get("solver")).isEqualTo("arpack");
  }

  @Test
  void theDenseSolverIsTheReferenceWhereItCameThrough() {
    Map<String, Object> failed = Json.object("solver", "dense", "failure", "MemoryError()");
    assertThat(new Peer(List.of(run("arpack", 1, 5), run("dense", 9, 4))).reference())
        .containsExactly(4);
    assertThat(new Peer(List.of(run("arpack", 1, 5), failed)).reference()).containsExactly(5);
    assertThat(new Peer(List.of(failed)).fastestRight()).isNull();
  }

  @Test
  void missingEigenvaluesAreNotAgreement() {
    Peer peer = new Peer(List.of(run("arpack", 1, 5, 4)));
    assertThat(peer.error(new double[] {5})).isNaN();
    assertThat(peer.error(new double[] {5, 4.4})).isCloseTo(0.1, within(1e-15));
  }

  @Test
  void scoresAreComparedUpToTheSignOfEachComponent() {
    Matrix scores = Matrix.of(new double[][] {{1, -2}, {3, -4}});
    assertThat(TransformCase.difference(scores, new double[] {1, 2, 3, 4.5})).isEqualTo(0.5);
  }

  @Test
  void medianOfOddAndEvenCounts() {
    assertThat(Timing.median(new double[] {3, 1, 2})).isEqualTo(2);
    assertThat(Timing.median(new double[] {4, 1, 3, 2})).isEqualTo(2.5);
    assertThat(Timing.text(new double[] {3, 1, 2})).isEqualTo("2.00 (1.00 to 3.00)");
  }
}
