package dev.mercer.internal.backend;

import java.lang.ref.Cleaner;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * How a piece of work is computed: a fixed number of threads, including the calling thread, that
 * execute numbered tasks, and the {@link Backend} they compute with. Every fit, scorer or other
 * piece of work creates its workers at its start and passes them on, so that two back ends can be
 * used at the same time in one process.
 *
 * <p>Which thread executes which task is not determined. So a task may write only to what no other
 * task of the same call writes to, and sums over tasks are computed afterwards in the order of the
 * tasks. Results are then the same to the last bit for any number of threads.
 *
 * <p>Before every task, the checkpoint runs. It may throw an exception, for instance if a fit is
 * cancelled, and then all work stops.
 *
 * <p>A solver starts thousands of small batches of tasks one after the other, and waking a thread
 * takes longer than many a batch. So threads without work keep looking for the next batch for a
 * short time before they sleep. Only one batch runs at a time; a task must not start another batch
 * on the same workers.
 *
 * <p>A thread starts when a batch first has work for it. It ends when the workers are closed, or,
 * for objects that keep workers for their whole lifetime, when nothing refers to the workers any
 * more.
 */
public final class Workers implements AutoCloseable {

  /**
   * One task of a batch. The argument {@code worker} is the number of the thread, which the task
   * can use to choose its scratch memory.
   */
  public interface Task {
    void run(int index, int worker);
  }

  /** Tells whether a task may begin because the tasks it depends on are done. */
  public interface Ready {
    boolean test(int index);
  }

  /**
   * How often a thread looks for work before it sleeps. This takes about a millisecond, longer than
   * most work between two batches.
   */
  private static final int LOOKS = 20_000;

  private static final Ready ALWAYS = index -> true;

  private static final Batch STOP = new Batch(0, null, () -> {}, ALWAYS, 0);

  /** Ends the threads of workers that became unreachable without being closed. */
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

  /** Workers that compute with the back end of this process. */
  public static Workers of(int threads) {
    return of(threads, () -> {});
  }

  /** The same, with {@code checkpoint} run before every task, on the thread of the task. */
  public static Workers of(int threads, Runnable checkpoint) {
    // Looked up only when something is computed, because planning alone need not load a native
    // library.
    return new Workers(threads, checkpoint, Backend::instance);
  }

  /** Workers that compute with the given back end. */
  public static Workers of(int threads, Backend backend) {
    return new Workers(threads, () -> {}, () -> backend);
  }

  /**
   * A single thread that computes with the same back end, for work inside a task of these workers.
   */
  public Workers alone() {
    return new Workers(1, checkpoint, backend);
  }

  /** The back end that these workers compute with. */
  public Backend backend() {
    return backend.get();
  }

  /** The linear algebra of the back end. */
  public Blas blas() {
    return backend().blas();
  }

  public int threads() {
    return threads;
  }

  /** The tasks of one call, and the number of threads that still work on them. */
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

    /** Prevents further tasks from beginning. The first failure is the one that is thrown. */
    void fail(Throwable cause) {
      next.set(tasks);
      if (!failure.compareAndSet(null, cause) && failure.get() != cause) {
        failure.get().addSuppressed(cause);
      }
    }
  }

  /**
   * A thread. It holds no reference to its workers while it has nothing to do, so that the garbage
   * collector can find them unreachable.
   */
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

    /** Takes back a batch that this thread has not begun; returns false if it has begun. */
    boolean release(Batch batch) {
      return assigned.compareAndSet(batch, null);
    }

    @Override
    public void run() {
      while (workOnNext()) {
        // In a method of its own, so that nothing refers to the batch after it returns.
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
   * The same for tasks that depend on others, all of which must have lower numbers.
   *
   * @param ready asked before a task begins, repeatedly until it returns true; tasks begin in the
   *     order of their numbers, so there is always one that may begin
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
      // All tasks have begun, so a thread that is still asleep need not wake up for this batch.
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

  /** Waits until a task is ready; returns false if a task has failed meanwhile. */
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

  /**
   * Waits until all threads are done. An interrupted caller waits too, because the tasks use its
   * arrays.
   */
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

  /** Ends the threads. The workers must not be used afterwards. */
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
