package dev.mercer.evidence.reproduce;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Times of repeated runs of the same work, warm.
 *
 * <ol>
 *   <li>run once, and on until the given time has passed, without counting
 *   <li>run {@value #FEWEST} times, short work until the same time has passed again
 * </ol>
 *
 * Growth and break-even points are judged by the quickest run, which whatever else the machine does
 * disturbs least; plots show medians and quartiles.
 */
public final class Stopwatch {

  private static final int FEWEST = 3;
  private static final int MOST = 1000;
  private static final double NANOS = 1e9;

  private Stopwatch() {}

  /**
   * What work gave and how long it took on the clock on the wall.
   *
   * @param seconds the median where it was repeated
   */
  public record Timed<T>(T result, double seconds) {}

  /**
   * The median time of so many runs after one to warm up: one stop of the collector must not
   * decide.
   */
  public static <T> Timed<T> median(int repeats, Supplier<T> work) {
    T result = work.get();
    double[] seconds = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      Timed<T> run = once(work);
      result = run.result();
      seconds[i] = run.seconds();
    }
    Arrays.sort(seconds);
    return new Timed<>(result, seconds[repeats / 2]);
  }

  /** The time of work too long to be done twice. */
  public static <T> Timed<T> once(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    return new Timed<>(result, (System.nanoTime() - start) / NANOS);
  }

  /**
   * Processor time of work that runs on this thread alone, as FK measures: other programs on the
   * machine lengthen it little.
   *
   * @param enough seconds of runs that count
   * @return seconds of each
   */
  public static Spread cpu(Runnable work, double enough) {
    return time(work, enough, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  /** Time on the clock on the wall, for work of several threads. */
  public static Spread wall(Runnable work, double enough) {
    return time(work, enough, System::nanoTime);
  }

  private static Spread time(Runnable work, double enough, LongSupplier clock) {
    long start = clock.getAsLong();
    do {
      work.run();
    } while (clock.getAsLong() - start < NANOS * enough);
    List<Double> seconds = new ArrayList<>();
    double sum = 0;
    while (seconds.size() < FEWEST || seconds.size() < MOST && sum < enough) {
      long before = clock.getAsLong();
      work.run();
      // At least a nanosecond: logarithms of times are taken.
      seconds.add(Math.max(1, clock.getAsLong() - before) / NANOS);
      sum += seconds.get(seconds.size() - 1);
    }
    return Spread.of(seconds);
  }

  /**
   * The exponent e of time ~ size^e that fits best: the slope of the logarithms by least squares.
   */
  public static double growth(double[] sizes, double[] seconds) {
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < sizes.length; i++) {
      meanX += Math.log(sizes[i]) / sizes.length;
      meanY += Math.log(seconds[i]) / sizes.length;
    }
    double cross = 0;
    double square = 0;
    for (int i = 0; i < sizes.length; i++) {
      double x = Math.log(sizes[i]) - meanX;
      cross += x * (Math.log(seconds[i]) - meanY);
      square += x * x;
    }
    return cross / square;
  }
}
