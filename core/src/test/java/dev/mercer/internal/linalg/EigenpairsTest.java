package dev.mercer.internal.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EigenpairsTest {

  private static final int N = 12;

  private final Blas blas = Backend.instance().blas();

  @Test
  void pairsSolveTheMatrixInTheirOrder() {
    View s = symmetric();
    Eigenpairs all = Eigenpairs.ascending(s.copy(), blas);
    check(s, all, N);
    assertThat(all.values()).isSorted();
    for (int count : new int[] {1, 3, 4, 5, N}) {
      Eigenpairs leading = Eigenpairs.leading(s.copy(), count, blas);
      Eigenpairs alone = Eigenpairs.leadingAlone(s.copy(), count, blas);
      check(s, leading, count);
      check(s, alone, count);
      for (int c = 0; c < count; c++) {
        assertThat(leading.values()[c]).isCloseTo(all.values()[N - 1 - c], within(1e-13));
        assertThat(alone.values()[c]).isCloseTo(all.values()[N - 1 - c], within(1e-13));
      }
    }
  }

  @Test
  void theFirstOfDescendingPairsAreTheLargest() {
    Eigenpairs leading = Eigenpairs.leading(symmetric(), 6, blas);
    Eigenpairs first = leading.first(2);
    assertThat(first.values()).containsExactly(leading.values()[0], leading.values()[1]);
    assertThat(first.vectors().width()).isEqualTo(2);
    assertThat(first.vectors().get(5, 1)).isEqualTo(leading.vectors().get(5, 1));
  }

  @Test
  void noPairsAreFoundWhereNoneAreWanted() {
    assertThat(Eigenpairs.leading(symmetric(), 0, blas).values()).isEmpty();
    assertThat(Eigenpairs.leading(View.zeros(0, 0), 0, blas).vectors().width()).isZero();
  }

  @Test
  void onlyWholeArraysAreTaken() {
    assertThatThrownBy(() -> Eigenpairs.ascending(View.zeros(3, 4).columns(0, 3), blas))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void check(View s, Eigenpairs pairs, int count) {
    View v = pairs.vectors();
    assertThat(pairs.values()).hasSize(count);
    assertThat(v.width()).isEqualTo(count);
    View image = blas.product(s, v);
    View inner = blas.product(v.t(), v);
    for (int c = 0; c < count; c++) {
      for (int i = 0; i < N; i++) {
        assertThat(image.get(i, c)).isCloseTo(pairs.values()[c] * v.get(i, c), within(1e-13));
      }
      for (int d = 0; d < count; d++) {
        assertThat(inner.get(c, d)).isCloseTo(c == d ? 1 : 0, within(1e-13));
      }
    }
  }

  private View symmetric() {
    double[] entries = new SplittableRandom(4).doubles(N * N).toArray();
    View a = View.of(entries, N, N);
    return blas.product(a, a.t());
  }
}
