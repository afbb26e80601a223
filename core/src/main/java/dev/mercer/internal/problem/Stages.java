package dev.mercer.internal.problem;

import java.util.function.Supplier;

/**
 * Is told which stage of a fit is running. Methods call it at the start of each stage; an
 * implementation can measure the time, show progress and cancel the fit.
 */
public interface Stages {

  /** Runs one stage. */
  <T> T run(String name, long bytes, Supplier<T> work);

  /** Kernel values computed in the stage that is running. */
  void evaluated(long kernelValues);

  /**
   * Announces how many tasks the workers will get in the running stage, to show progress.
   *
   * @param repeats whether this is the number of tasks of one pass, and there will be several
   */
  void expect(long tasks, boolean repeats);

  /** Runs the stages and reports nothing. */
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
