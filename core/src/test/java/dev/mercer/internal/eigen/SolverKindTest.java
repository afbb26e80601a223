package dev.mercer.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.MatrixOperator;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SolverKindTest {

  @Test
  void smallProblemsAreSolvedDense() {
    assertThat(SolverKind.suiting(600, 10)).isEqualTo(SolverKind.DENSE);
    assertThat(SolverKind.suiting(601, 10)).isEqualTo(SolverKind.BLOCK_KRYLOV);
  }

  @Test
  void aLargeShareOfPairsIsSolvedDenseAsLongAsTheMatrixFits() {
    assertThat(SolverKind.suiting(2500, 199)).isEqualTo(SolverKind.BLOCK_KRYLOV);
    assertThat(SolverKind.suiting(2500, 200)).isEqualTo(SolverKind.DENSE);
    assertThat(SolverKind.suiting(46_341, 40_000)).isEqualTo(SolverKind.BLOCK_KRYLOV);
  }

  @Test
  void everyKindIsFoundByItsName() {
    for (SolverKind kind : SolverKind.values()) {
      assertThat(SolverKind.wanted(kind.text())).contains(kind);
      assertThat(kind.solver().kind()).isEqualTo(kind);
    }
    assertThat(SolverKind.wanted("auto")).isEmpty();
  }

  @Test
  void unknownNameIsAnErrorThatListsTheKnownOnes() {
    assertThatThrownBy(() -> SolverKind.wanted("arnoldi"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "unknown solver 'arnoldi'; allowed are auto, dense, lanczos, block-krylov, davidson,"
                + " subspace, power");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1e-3, 1, Double.NaN, Double.POSITIVE_INFINITY})
  void toleranceOutsideZeroToOneIsRefused(double tolerance) {
    Workers workers = Workers.of(1);
    assertThatThrownBy(() -> new EigenRequest(tolerance, 1, workers, (p, c, r) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tolerance = " + tolerance);
  }

  /** Any symmetric matrix of low order, any rank: iterative solvers agree with all pairs. */
  @Property(tries = 150)
  void iterativeSolversAgreeWithAllPairs(
      @ForAll @IntRange(min = 1, max = 40) int n,
      @ForAll @IntRange(min = 1, max = 40) int wanted,
      @ForAll @IntRange(min = 0, max = 5) int levels,
      @ForAll long seed) {
    int rank = Math.min(wanted, n);
    MatrixOperator operator = new MatrixOperator(n, randomSymmetric(n, levels, seed));
    EigenResult all = new DenseSolver().solve(operator, n, EigenSolverContract.request(1));
    double[] expected = Arrays.copyOf(all.values(), rank);
    double magnitude = EigenSolverContract.magnitude(all.values());
    for (EigenSolver solver :
        new EigenSolver[] {
          new DenseSolver(),
          new BlockKrylovSolver(),
          BlockKrylovSolver.withBlock(2).withBasis(1),
          LanczosSolver.withBasis(1),
          new SubspaceSolver(),
        }) {
      EigenResult result = solver.solve(operator, rank, EigenSolverContract.request(seed));
      EigenSolverContract.checkResult(operator, expected, magnitude, result);
    }
  }

  /** Entries uniform, or rounded to few levels so that ties, zero rows and singularity occur. */
  private static double[] randomSymmetric(int n, int levels, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] matrix = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double entry = 2 * random.nextDouble() - 1;
        entry = levels == 0 ? entry : Math.rint(entry * levels) / levels;
        matrix[i * n + j] = entry;
        matrix[j * n + i] = entry;
      }
    }
    return matrix;
  }
}
