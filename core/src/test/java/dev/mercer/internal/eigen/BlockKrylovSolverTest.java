package dev.mercer.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.NumericalException;
import dev.mercer.internal.linalg.SpectrumOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockKrylovSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return new BlockKrylovSolver();
  }

  /** The passes promised in the class comment. */
  @ParameterizedTest
  @CsvSource({"10, 11", "16, 9", "32, 8"})
  void widerBlocksNeedFewerPasses(int block, int passes) {
    double[] eigenvalues = EigenSolverContract.spectrum(2500, i -> Math.pow(i + 1, -1.5));
    EigenResult result =
        BlockKrylovSolver.withBlock(block)
            .solve(new SpectrumOperator(eigenvalues), 10, EigenSolverContract.request(1));
    assertThat(result.iterations()).isLessThanOrEqualTo(passes);
    assertThat(result.products()).isEqualTo((long) block * result.iterations());
  }

  @Test
  void restartsCostFewPasses() {
    double[] eigenvalues = EigenSolverContract.spectrum(2500, i -> 1 / Math.sqrt(i + 1));
    SpectrumOperator operator = new SpectrumOperator(eigenvalues);
    BlockKrylovSolver wide = BlockKrylovSolver.withBlock(12);
    int free = passes(wide.withBasis(600), operator);
    int restarted = passes(wide.withBasis(70), operator);
    assertThat(restarted).isBetween(free, 2 * free);
  }

  private static int passes(BlockKrylovSolver solver, SpectrumOperator operator) {
    return solver.solve(operator, 8, EigenSolverContract.request(1)).iterations();
  }

  @Test
  void passLimitSaysHowFarItGot() {
    SpectrumOperator operator =
        new SpectrumOperator(EigenSolverContract.spectrum(400, i -> 400 - i));
    BlockKrylovSolver solver = BlockKrylovSolver.withBlock(5).withPassLimit(6);
    assertThatThrownBy(() -> solver.solve(operator, 3, EigenSolverContract.request(1)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("6 passes")
        .hasMessageContaining("of 3 eigenpairs")
        .hasMessageContaining("asked was 1.00e-10");
  }

  @Test
  void settingsBelowOneAreRefused() {
    assertThatThrownBy(() -> BlockKrylovSolver.withBlock(0)).hasMessageContaining("block = 0");
    assertThatThrownBy(() -> new BlockKrylovSolver().withBasis(-1))
        .hasMessageContaining("basis = -1");
    assertThatThrownBy(() -> new BlockKrylovSolver().withPassLimit(0))
        .hasMessageContaining("pass limit = 0");
    assertThatThrownBy(() -> LanczosSolver.withBasis(0)).hasMessageContaining("basis = 0");
    assertThatThrownBy(() -> new SubspaceSolver(0)).hasMessageContaining("degree = 0");
    assertThatThrownBy(() -> new PowerSolver(0)).hasMessageContaining("product limit = 0");
  }
}
