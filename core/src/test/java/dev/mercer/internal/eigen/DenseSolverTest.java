package dev.mercer.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.linalg.MatrixOperator;
import dev.mercer.internal.linalg.SpectrumOperator;
import dev.mercer.internal.linalg.SymmetricOperator;
import org.junit.jupiter.api.Test;

class DenseSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return new DenseSolver();
  }

  @Override
  public int largeOrder() {
    return 300; // n^3 work
  }

  @Override
  public boolean looksBelowTheWanted() {
    return false;
  }

  @Test
  void countsNegativeEigenvaluesWhenAsked() {
    double[] eigenvalues = EigenSolverContract.spectrum(90, i -> i < 50 ? 1.0 / (i + 1) : 49 - i);
    SpectrumOperator operator = new SpectrumOperator(eigenvalues);
    EigenResult result = new DenseSolver(true).solve(operator, 5, EigenSolverContract.request(1));
    assertThat(result.negativeExact()).isTrue();
    assertThat(result.negativeSeen()).isEqualTo(40);
    assertThat(result.smallest()).isCloseTo(-40, within(1e-11));
    assertThat(result.values()[4]).isCloseTo(0.2, within(1e-11));
    EigenResult plain = new DenseSolver().solve(operator, 5, EigenSolverContract.request(1));
    assertThat(plain.values()[4]).isCloseTo(0.2, within(1e-11));
  }

  @Test
  void rankAboveAQuarterComputesAllPairs() {
    double[] gram = EigenSolverContract.gaussianGram(40, 2, 1);
    MatrixOperator operator = new MatrixOperator(40, gram);
    EigenResult many = new DenseSolver().solve(operator, 11, EigenSolverContract.request(1));
    EigenResult few = new DenseSolver().solve(operator, 10, EigenSolverContract.request(1));
    assertThat(many.negativeExact()).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(few.values()[i]).isCloseTo(many.values()[i], within(40 * Math.ulp(40.0)));
    }
  }

  @Test
  void refusesMatricesAboveAnArray() {
    SymmetricOperator large =
        new SymmetricOperator() {
          @Override
          public int size() {
            return DenseSolver.MOST_ROWS + 1;
          }

          @Override
          public void apply(int columns, double[] x, double[] y) {
            throw new AssertionError("refused before any product");
          }
        };
    assertThatThrownBy(() -> new DenseSolver().solve(large, 1, EigenSolverContract.request(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("46341")
        .hasMessageContaining("block-krylov");
  }
}
