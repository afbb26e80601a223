package dev.mercer.internal.eigen;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The contract without an operator of low rank. */
class DavidsonSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return new DavidsonSolver();
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new DavidsonSolver(null, 9, 8, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9, 8 and 0");
    assertThatThrownBy(() -> new DavidsonSolver(null, 0, -1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DavidsonSolver(null, 0, 8, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
