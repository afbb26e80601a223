package dev.mercer;

import dev.mercer.internal.problem.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Times the stages of a fit and passes them on to its progress. */
final class StageClock implements Stages {

  private final Progress progress;
  private final List<Stage> stages = new ArrayList<>();
  private final AtomicLong tasks = new AtomicLong();
  private long evaluated;
  private volatile long expected;
  private volatile boolean repeats;
  private volatile String detail = "";

  StageClock(Progress progress) {
    this.progress = progress;
  }

  @Override
  public <T> T run(String name, long bytes, Supplier<T> work) {
    evaluated = 0;
    expected = 0;
    detail = "";
    tasks.set(0);
    progress.stage(name, bytes);
    long start = System.nanoTime();
    T result = work.get();
    stages.add(new Stage(name, bytes, evaluated, (System.nanoTime() - start) / 1e9));
    progress.done();
    return result;
  }

  @Override
  public void evaluated(long kernelValues) {
    evaluated += kernelValues;
  }

  @Override
  public void expect(long number, boolean perPass) {
    tasks.set(0);
    expected = number;
    repeats = perPass;
  }

  /** A worker begins a task. */
  void task() {
    long done = tasks.incrementAndGet();
    if (expected > 0) {
      double share = (double) (done % expected) / expected;
      String pass =
          repeats
              ? String.format(Locale.ROOT, "pass %d, %.0f%%", 1 + done / expected, 100 * share)
              : "";
      progress.advance(
          repeats ? -1 : Math.min(1, (double) done / expected),
          detail.isEmpty() || pass.isEmpty() ? pass + detail : pass + ", " + detail);
    }
  }

  /** What the solver says of itself. */
  void say(String words) {
    detail = words;
    progress.advance(-1, words);
  }

  List<Stage> stages() {
    return List.copyOf(stages);
  }
}
