package dev.mercer.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fixed number of threads that work through numbered tasks; the calling thread is one of them.
 *
 * <p>Which thread takes which task is left to chance, so a task may write only what no other task
 * of the same call writes, and sums over tasks are taken afterwards in task order. Then results are
 * the same bits for any number of threads.
 *
 * <p>Before every task the checkpoint runs: it may throw (a cancelled fit) and everything stops.
 */
public final class Workers implements AutoCloseable {

  /** One task of a batch; {@code worker} numbers the thread, to choose its own scratch memory. */
  public interface Task {
    void run(int index, int worker);
  }

  private final int threads;
  private final Runnable checkpoint;
  private final ExecutorService pool;

  private Workers(int threads, Runnable checkpoint) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads = " + threads + "; at least 1 is needed");
    }
    this.threads = threads;
    this.checkpoint = checkpoint;
    this.pool =
        threads == 1
            ? null
            : Executors.newFixedThreadPool(
                threads - 1,
                work -> {
                  Thread thread = new Thread(work, "mercer-worker");
                  thread.setDaemon(true);
                  return thread;
                });
  }

  public static Workers of(int threads) {
    return new Workers(threads, () -> {});
  }

  /** Workers that run {@code checkpoint} before every task, on the thread of the task. */
  public static Workers of(int threads, Runnable checkpoint) {
    return new Workers(threads, checkpoint);
  }

  public int threads() {
    return threads;
  }

  /** Runs tasks 0 to {@code tasks - 1}, each once, and returns when all are done. */
  public void run(int tasks, Task task) {
    AtomicInteger next = new AtomicInteger();
    int helpers = Math.min(threads, tasks) - 1;
    List<Future<?>> running = new ArrayList<>();
    for (int w = 1; w <= helpers; w++) {
      int worker = w;
      running.add(pool.submit(() -> work(next, tasks, task, worker)));
    }
    Throwable failure = null;
    try {
      work(next, tasks, task, 0);
    } catch (Throwable e) {
      failure = e;
      next.set(tasks);
    }
    for (Future<?> future : running) {
      try {
        future.get();
      } catch (ExecutionException e) {
        next.set(tasks);
        if (failure == null) {
          failure = e.getCause();
        } else {
          failure.addSuppressed(e.getCause());
        }
      } catch (InterruptedException e) {
        // The tasks still use the caller's arrays: wait for them, then pass the interrupt on.
        next.set(tasks);
        awaitQuietly(future);
        Thread.currentThread().interrupt();
        if (failure == null) {
          failure = new java.util.concurrent.CancellationException("interrupted");
        }
      }
    }
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }

  private void work(AtomicInteger next, int tasks, Task task, int worker) {
    try {
      for (int index = next.getAndIncrement(); index < tasks; index = next.getAndIncrement()) {
        checkpoint.run();
        task.run(index, worker);
      }
    } catch (Throwable e) {
      next.set(tasks);
      throw e;
    }
  }

  private static void awaitQuietly(Future<?> future) {
    boolean done = false;
    while (!done) {
      try {
        future.get();
        done = true;
      } catch (InterruptedException e) {
        // keep waiting: the caller's interrupt flag is set again by the caller of this method
      } catch (ExecutionException e) {
        done = true;
      }
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdown();
    }
  }
}
