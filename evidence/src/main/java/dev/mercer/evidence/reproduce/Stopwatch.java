package dev.mercer.evidence.reproduce;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Times of repeated runs of the same work, after a warm-up.
 *
 * <ol>
 *   <li>Run once, and again until the given time has passed, without counting.
 *   <li>Run {@value #FEWEST} times; repeat short work until the same time has passed again.
 * </ol>
 *
 * Growth and break-even points are judged by the quickest run, because other activity of the
 * machine disturbs it least; plots show medians and quartiles.
 */
public final class Stopwatch {

  private static final int FEWEST = 3;
  private static final int MOST = 1000;
  private static final double NANOS = 1e9;

  private Stopwatch() {}

  /**
   * The result of some work and the wall time it took.
   *
   * @param seconds the median if the work was repeated
   */
  public record Timed<T>(T result, double seconds) {}

  /**
   * The median time over {@code repeats} runs, after one warm-up run. The median is used so that
   * one pause of the garbage collector does not decide.
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

  /** The time of work that takes too long to be done twice. */
  public static <T> Timed<T> once(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    return new Timed<>(result, (System.nanoTime() - start) / NANOS);
  }

  /**
   * Processor time of work that runs on this thread alone, as FK measures it; other programs on the
   * machine lengthen it only a little.
   *
   * @param enough how many seconds the runs that count take together
   * @return the seconds of each run
   */
  public static Spread cpu(Runnable work, double enough) {
    return time(work, enough, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  /** Wall time, for work that uses several threads. */
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
      // At least a nanosecond, because logarithms of the times are taken.
      seconds.add(Math.max(1, clock.getAsLong() - before) / NANOS);
      sum += seconds.get(seconds.size() - 1);
    }
    return Spread.of(seconds);
  }

  /**
   * The exponent e for which time ~ size^e fits best: the least-squares slope of the logarithms.
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
