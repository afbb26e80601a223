package dev.mercer.internal.problem;

import java.util.function.Supplier;

/**
 * Hears which stage of a fit is running. Methods announce; who listens may time, show and cancel.
 */
public interface Stages {

  /** Runs one stage. */
  <T> T run(String name, long bytes, Supplier<T> work);

  /** Kernel values computed in the stage that is running. */
  void evaluated(long kernelValues);

  /**
   * How many tasks the workers will get in the stage that is running, for showing progress.
   *
   * @param repeats whether the number is of one pass of many
   */
  void expect(long tasks, boolean repeats);

  /** Nobody listens. */
  static Stages silent() {
    return new Stages() {
      @Override
      public <T> T run(String name, long bytes, Supplier<T> work) {
        return work.get();
      }

      @Override
      public void evaluated(long kernelValues) {}

      @Override
      public void expect(long tasks, boolean repeats) {}
    };
  }
}
