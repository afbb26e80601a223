package dev.mercer.internal.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PivotedCholeskyFactorTest {

  private static final int M = 9;
  private static final double CUT_OFF = 1e-10;

  private final Blas blas = Backend.instance().blas();

  @Test
  void solvesAMatrixOfFullRank() {
    View a = gram(M);
    PivotedCholeskyFactor factor = PivotedCholeskyFactor.of(M, a.values(), CUT_OFF, blas);
    assertThat(factor.rank()).isEqualTo(M);
    View x = random(M, 2);
    View right = blas.product(a, x);
    assertThat(factor.solve(right, blas).values())
        .containsExactly(x.values(), within(tolerance(a)));
  }

  @Test
  void solvesASingularMatrixOnTheIndicesKept() {
    View a = gram(4);
    PivotedCholeskyFactor factor = PivotedCholeskyFactor.of(M, a.values(), CUT_OFF, blas);
    assertThat(factor.rank()).isEqualTo(4);
    View right = blas.product(a, random(M, 3));
    View solved = factor.solve(right, blas);
    // What is in the range of A is reached by the columns that were kept.
    assertThat(blas.product(a, solved).values())
        .containsExactly(right.values(), within(tolerance(a)));
    boolean[] kept = new boolean[M];
    for (int index : factor.order()) {
      kept[index] = true;
    }
    for (int i = 0; i < M; i++) {
      assertThat(kept[i] || solved.get(i, 1) == 0).isTrue();
    }
  }

  /** M eps cond(A) of the largest entry, with the pivots at least the cut-off of the largest. */
  private static double tolerance(View a) {
    return M * Math.ulp(1.0) / CUT_OFF * a.trace();
  }

  private View gram(int rank) {
    View x = random(M, rank);
    return blas.product(x, x.t());
  }

  private static View random(int rows, int columns) {
    return View.of(
        new SplittableRandom(rows + 31L * columns).doubles((long) rows * columns).toArray(),
        rows,
        columns);
  }
}
