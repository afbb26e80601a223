package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class WorkersTest {

  private static final int THREADS = 3;
  private static final int SECONDS = 20;

  /** What keeps workers of its own, such as a scorer, need not be closed by its user. */
  @Test
  void threadsEndWhenNothingRefersToTheirWorkers() throws InterruptedException {
    Set<Thread> helpers = threadsOfWorkersThatAreLeft();
    assertThat(helpers).hasSize(THREADS - 1);
    for (Thread helper : helpers) {
      for (int look = 0; helper.isAlive() && look < 10 * SECONDS; look++) {
        System.gc();
        helper.join(100);
      }
      assertThat(helper.isAlive()).isFalse();
    }
  }

  @Test
  void threadsEndWhenTheirWorkersAreClosed() throws InterruptedException {
    Set<Thread> helpers;
    try (Workers workers = Workers.of(THREADS)) {
      helpers = threads(workers);
    }
    for (Thread helper : helpers) {
      helper.join(1000L * SECONDS);
      assertThat(helper.isAlive()).isFalse();
    }
  }

  private static Set<Thread> threadsOfWorkersThatAreLeft() {
    return threads(Workers.of(THREADS));
  }

  /**
   * The threads but for that of the caller; each takes one task, for the tasks wait for another.
   */
  private static Set<Thread> threads(Workers workers) {
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    CyclicBarrier together = new CyclicBarrier(THREADS);
    workers.run(
        THREADS,
        (index, worker) -> {
          seen.add(Thread.currentThread());
          try {
            together.await();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    seen.remove(Thread.currentThread());
    return seen;
  }
}
