package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.method.Exact;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Progress arrives, in order; a cancelled fit stops and leaves nothing broken. */
@Timeout(60)
class FitProgressTest {

  private static final int N = 600; // iterative; dense by Java still takes little time
  private static final Rows ROWS = Definition.rows(Definition.points(N, 3, 1));

  private static final class Listener implements Progress {
    final List<String> stages = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger advances = new AtomicInteger();
    final AtomicInteger done = new AtomicInteger();
    final AtomicBoolean outOfRange = new AtomicBoolean();
    final List<String> details = Collections.synchronizedList(new ArrayList<>());
    volatile int cancelAfter = Integer.MAX_VALUE;
    final AtomicInteger asked = new AtomicInteger();

    @Override
    public void stage(String name, long bytes) {
      stages.add(name);
      outOfRange.compareAndSet(false, bytes <= 0);
    }

    @Override
    public void advance(double share, String detail) {
      advances.incrementAndGet();
      details.add(detail);
      outOfRange.compareAndSet(false, share > 1 || Double.isNaN(share));
    }

    @Override
    public void done() {
      done.incrementAndGet();
    }

    @Override
    public boolean cancelled() {
      return asked.incrementAndGet() > cancelAfter;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "auto,auto",
    "dense,stored",
    "block-krylov,tiled",
    "davidson,stored",
    "lanczos,stored"
  })
  void progressArrives(String solver, String operator) {
    Listener listener = new Listener();
    KernelPca pca = KernelPca.with(Gaussian.sigma(1.5)).rank(3).method(new Exact(solver, operator));
    KernelPcaModel model = pca.progress(listener).fit(ROWS);
    assertThat(listener.stages).containsExactly("gram", "solve");
    assertThat(listener.done).hasValue(2);
    assertThat(listener.advances.get()).isPositive();
    assertThat(listener.outOfRange).isFalse();
    assertThat(listener.details).anyMatch(detail -> detail.contains("3 of 3 components"));
    // Listening changes nothing.
    ExactRoutesTest.assertSameModel(model, pca.fit(ROWS));
  }

  @ParameterizedTest
  @CsvSource({
    "auto,auto,1",
    "auto,auto,2",
    "dense,stored,1",
    "dense,stored,2",
    "block-krylov,tiled,2",
    "davidson,stored,2",
    "davidson,tiled,1",
    "lanczos,stored,2",
    "subspace,stored,2",
    "power,stored,2"
  })
  void cancellingStopsBeforeTheNextTask(String solver, String operator, int threads) {
    KernelPca pca =
        KernelPca.with(Gaussian.sigma(1.5))
            .rank(3)
            .threads(threads)
            .method(new Exact(solver, operator));
    Listener whole = new Listener();
    pca.progress(whole).fit(ROWS);
    for (int after : new int[] {0, 1, whole.asked.get() / 2, whole.asked.get() - 1}) {
      Listener listener = new Listener();
      listener.cancelAfter = after;
      assertThatThrownBy(() -> pca.progress(listener).fit(ROWS))
          .isInstanceOf(CancellationException.class)
          .hasMessageContaining("cancelled");
      // Each thread may have asked once more, none of them went on.
      assertThat(listener.asked.get()).isBetween(after + 1, after + 1 + threads);
    }
    pca.fit(ROWS);
  }

  /** A slow kernel: the fit ends soon after the flag is set, not when the matrix is complete. */
  @Test
  void cancellingIsPrompt() throws InterruptedException {
    AtomicLong evaluations = new AtomicLong();
    Kernel slow =
        Kernel.of(
            "slow",
            true,
            (x, y) -> {
              evaluations.incrementAndGet();
              double sum = 0;
              for (int k = 0; k < 300; k++) {
                sum += Math.sin(k * x[0]) * Math.sin(k * y[0]);
              }
              return sum;
            });
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger tasks = new AtomicInteger();
    Progress progress =
        new Progress() {
          @Override
          public void advance(double share, String detail) {
            if (tasks.incrementAndGet() == 3) {
              stop.set(true);
            }
          }

          @Override
          public boolean cancelled() {
            return stop.get();
          }
        };
    assertThatThrownBy(
            () ->
                KernelPca.with(slow)
                    .rank(2)
                    .threads(2)
                    .progress(progress)
                    .method(new Exact("block-krylov", "stored"))
                    .fit(ROWS))
        .isInstanceOf(CancellationException.class);
    long after = evaluations.get();
    assertThat(after).isLessThan((long) N * N / 2 / 2);
    Thread.sleep(50);
    assertThat(evaluations.get()).as("no worker goes on").isEqualTo(after);
  }

  /** An interrupted thread counts as cancelled, and stays interrupted. */
  @Test
  void anInterruptCancels() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> KernelPca.with(Gaussian.sigma(1)).rank(2).fit(ROWS))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  /** What a listener or a kernel throws comes out as it is, and the workers end. */
  @Test
  void failuresOfUsersCodeComeOut() {
    Kernel broken =
        Kernel.of(
            "broken",
            true,
            (x, y) -> {
              throw new ArithmeticException("no value");
            });
    assertThatThrownBy(() -> KernelPca.with(broken).rank(2).threads(2).fit(ROWS))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("no value");
    Kernel notFinite = Kernel.of("nan", true, (x, y) -> Double.NaN);
    assertThatThrownBy(() -> KernelPca.with(notFinite).rank(2).threads(2).fit(ROWS))
        .isInstanceOf(dev.mercer.NumericalException.class)
        .hasMessageContaining("finite");
  }
}
