package dev.mercer.internal.backend;

import java.lang.ref.Cleaner;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * How a piece of work is computed: a fixed number of threads that work through numbered tasks, of
 * which the calling thread is one, and the {@link Backend} they compute with. A fit, a scorer or a
 * use makes one where it begins and hands it down, so that two back ends can work beside each other
 * in one process.
 *
 * <p>Which thread takes which task is left to chance, so a task may write only what no other task
 * of the same call writes, and sums over tasks are taken afterwards in task order. Then results are
 * the same bits for any number of threads.
 *
 * <p>Before every task the checkpoint runs: it may throw (a cancelled fit) and everything stops.
 *
 * <p>A solve hands out thousands of small batches one after the other, so threads that have nothing
 * to do look for the next batch for a while before they sleep: waking a thread takes longer than
 * many a batch. One batch runs at a time; a task must not hand out another on the same workers.
 *
 * <p>Threads start when a batch first has work for them, and end when the workers are closed or,
 * for what keeps its workers as long as it lives itself, when nothing refers to these any more.
 */
public final class Workers implements AutoCloseable {

  /** One task of a batch; {@code worker} numbers the thread, to choose its own scratch memory. */
  public interface Task {
    void run(int index, int worker);
  }

  /** Whether a task may begin, once those that it needs are done. */
  public interface Ready {
    boolean test(int index);
  }

  /** Looks before sleeping, about a millisecond: longer than most work between two batches. */
  private static final int LOOKS = 20_000;

  private static final Ready ALWAYS = index -> true;

  private static final Batch STOP = new Batch(0, null, () -> {}, ALWAYS, 0);

  /** Ends the threads of workers that were left without being closed. */
  private static final Cleaner LEFT = Cleaner.create();

  private final int threads;
  private final Runnable checkpoint;
  private final Supplier<Backend> backend;
  private final Helper[] helpers;

  private Workers(int threads, Runnable checkpoint, Supplier<Backend> backend) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads = " + threads + "; at least 1 is needed");
    }
    this.threads = threads;
    this.checkpoint = checkpoint;
    this.backend = backend;
    this.helpers = new Helper[threads - 1];
    if (threads > 1) {
      Helper[] own = helpers;
      LEFT.register(this, () -> end(own));
    }
  }

  /** Threads that compute with the back end of this process. */
  public static Workers of(int threads) {
    return of(threads, () -> {});
  }

  /** The same, with {@code checkpoint} run before every task, on the thread of the task. */
  public static Workers of(int threads, Runnable checkpoint) {
    // Asked for when something is computed: planning alone need not load a native library.
    return new Workers(threads, checkpoint, Backend::instance);
  }

  /** Threads that compute with a back end of their own. */
  public static Workers of(int threads, Backend backend) {
    return new Workers(threads, () -> {}, () -> backend);
  }

  /** One thread that computes with the same back end, for work within a task of these workers. */
  public Workers alone() {
    return new Workers(1, checkpoint, backend);
  }

  /** The back end all that these workers do is computed with. */
  public Backend backend() {
    return backend.get();
  }

  /** Its linear algebra. */
  public Blas blas() {
    return backend().blas();
  }

  public int threads() {
    return threads;
  }

  /** Tasks of one call, and who is still at them. */
  private static final class Batch {
    final int tasks;
    final Task task;
    final Runnable checkpoint;
    final Ready ready;
    final AtomicInteger next = new AtomicInteger();
    final AtomicInteger running;
    final AtomicReference<Throwable> failure = new AtomicReference<>();
    final Thread caller = Thread.currentThread();

    Batch(int tasks, Task task, Runnable checkpoint, Ready ready, int helpers) {
      this.tasks = tasks;
      this.task = task;
      this.checkpoint = checkpoint;
      this.ready = ready;
      this.running = new AtomicInteger(helpers);
    }

    /** No further task begins; the first failure is the one that is thrown. */
    void fail(Throwable cause) {
      next.set(tasks);
      if (!failure.compareAndSet(null, cause) && failure.get() != cause) {
        failure.get().addSuppressed(cause);
      }
    }
  }

  /** A thread; while it has nothing to do it refers to no workers, so that these can be left. */
  private static final class Helper extends Thread {
    private final int worker;
    private final AtomicReference<Batch> assigned = new AtomicReference<>();

    Helper(int worker) {
      super("mercer-worker-" + worker);
      this.worker = worker;
      setDaemon(true);
    }

    void assign(Batch batch) {
      assigned.set(batch);
      LockSupport.unpark(this);
    }

    /** Takes a batch back that this thread has not begun with; false if it has. */
    boolean release(Batch batch) {
      return assigned.compareAndSet(batch, null);
    }

    @Override
    public void run() {
      while (workOnNext()) {
        // The batch is forgotten when the call returns.
      }
    }

    private boolean workOnNext() {
      Batch batch = next();
      if (batch == STOP) {
        return false;
      }
      work(batch, worker);
      if (batch.running.decrementAndGet() == 0) {
        LockSupport.unpark(batch.caller);
      }
      return true;
    }

    private Batch next() {
      for (int look = 0; assigned.get() == null && look < LOOKS; look++) {
        Thread.onSpinWait();
      }
      Batch batch = assigned.getAndSet(null);
      while (batch == null) {
        LockSupport.park(this);
        batch = assigned.getAndSet(null);
      }
      return batch;
    }
  }

  /** Runs tasks 0 to {@code tasks - 1}, each once, and returns when all are done. */
  public void run(int tasks, Task task) {
    run(tasks, task, ALWAYS);
  }

  /**
   * The same for tasks that need others to be done before, all of them tasks with lower numbers.
   *
   * @param ready asked before a task begins, again and again until it says yes; tasks begin in the
   *     order of their numbers, so there is always one that may
   */
  public synchronized void run(int tasks, Task task, Ready ready) {
    int helping = Math.max(0, Math.min(threads, tasks) - 1);
    Batch batch = new Batch(tasks, task, checkpoint, ready, helping);
    for (int h = 0; h < helping; h++) {
      if (helpers[h] == null) {
        helpers[h] = new Helper(h + 1);
        helpers[h].start();
      }
      helpers[h].assign(batch);
    }
    work(batch, 0);
    for (int h = 0; h < helping; h++) {
      // All tasks have begun: whoever is still asleep need not wake up for this batch.
      if (helpers[h].release(batch)) {
        batch.running.decrementAndGet();
      }
    }
    await(batch);
    Throwable failure = batch.failure.get();
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }

  private static void work(Batch batch, int worker) {
    try {
      for (int index = batch.next.getAndIncrement();
          index < batch.tasks;
          index = batch.next.getAndIncrement()) {
        batch.checkpoint.run();
        if (mayBegin(batch, index)) {
          batch.task.run(index, worker);
        }
      }
    } catch (Throwable e) {
      batch.fail(e);
    }
  }

  /** Waits until a task is ready; false if one that it may need has failed. */
  private static boolean mayBegin(Batch batch, int index) {
    for (int look = 0; !batch.ready.test(index); look++) {
      if (batch.failure.get() != null) {
        return false;
      }
      if (look < LOOKS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
    return true;
  }

  /** The tasks use the caller's arrays: also an interrupted caller waits for them to end. */
  private static void await(Batch batch) {
    for (int look = 0; batch.running.get() > 0 && look < LOOKS; look++) {
      Thread.onSpinWait();
    }
    boolean interrupted = false;
    while (batch.running.get() > 0) {
      LockSupport.park(batch);
      if (Thread.interrupted()) {
        interrupted = true;
        batch.fail(new CancellationException("interrupted"));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the threads; the workers must not be used afterwards. */
  @Override
  public synchronized void close() {
    end(helpers);
  }

  private static void end(Helper[] helpers) {
    for (Helper helper : helpers) {
      if (helper != null) {
        helper.assign(STOP);
      }
    }
  }
}
