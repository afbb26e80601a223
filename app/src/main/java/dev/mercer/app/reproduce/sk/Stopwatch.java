package dev.mercer.app.reproduce.sk;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Wall time of work that was warmed up: the median, for one stop of the collector must not decide.
 */
final class Stopwatch {

  private Stopwatch() {}

  /**
   * What the work gave and how long it took.
   *
   * @param seconds the median over repeats
   */
  record Timed<T>(T result, double seconds) {}

  static <T> Timed<T> time(int repeats, Supplier<T> work) {
    T result = work.get();
    double[] seconds = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      long start = System.nanoTime();
      result = work.get();
      seconds[i] = (System.nanoTime() - start) / 1e9;
    }
    Arrays.sort(seconds);
    return new Timed<>(result, seconds[repeats / 2]);
  }

  /** Of work too long to be done twice: as it is. */
  static <T> Timed<T> once(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    return new Timed<>(result, (System.nanoTime() - start) / 1e9);
  }
}
