package dev.mercer.evidence.bench;

import dev.mercer.evidence.reproduce.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The times of repeated runs of the same work in a virtual machine that is warmed up.
 *
 * <ol>
 *   <li>Run without counting until {@value #WARM_SECONDS} s have passed and the work no longer gets
 *       faster, which is when two runs in succession were not 5% faster than the best before; stop
 *       after {@value #MOST_WARM_SECONDS} s in any case.
 *   <li>Run at least {@value #FEWEST} times, and short work more often. Garbage of the run before
 *       is collected between runs.
 * </ol>
 *
 * @param seconds of each run that counts
 * @param result of the last run
 */
public record Timing<T>(double[] seconds, T result) {

  // Methods that a short fit calls only seven times are compiled after some hundred fits.
  private static final double WARM_SECONDS = 10;
  private static final double FASTER = 0.95;
  private static final double MOST_WARM_SECONDS = 30;
  private static final int FEWEST = 3;
  private static final int MOST = 15;
  // Short work is repeated until it has taken this long, because three runs of 20 ms say little.
  private static final double ENOUGH_SECONDS = 1;
  private static final double BRIEF_SECONDS = 0.1;
  private static final int MOST_BRIEF = 10_000;

  public static <T> Timing<T> of(Supplier<T> work, boolean quick) {
    warm(work, quick);
    T result = null;
    List<Double> seconds = new ArrayList<>();
    double sum = 0;
    int fewest = quick ? 1 : FEWEST;
    while (seconds.size() < fewest || (!quick && sum < ENOUGH_SECONDS && seconds.size() < MOST)) {
      result = null;
      System.gc();
      long start = System.nanoTime();
      result = work.get();
      seconds.add(since(start));
      sum += seconds.get(seconds.size() - 1);
    }
    return new Timing<>(seconds.stream().mapToDouble(s -> s).toArray(), result);
  }

  /** Step 1: the runs that do not count. */
  static void warm(Supplier<?> work, boolean quick) {
    long start = System.nanoTime();
    double best = Double.POSITIVE_INFINITY;
    int noFaster = 0;
    do {
      long before = System.nanoTime();
      work.get();
      double seconds = since(before);
      noFaster = seconds > FASTER * best ? noFaster + 1 : 0;
      best = Math.min(best, seconds);
    } while (!quick
        && (since(start) < WARM_SECONDS || (noFaster < 2 && since(start) < MOST_WARM_SECONDS)));
  }

  /**
   * A shorter procedure, for tables of many short times: runs that do not count for a tenth of a
   * second, then runs that count for as long, without garbage collections between them. Work that
   * takes longer is run twice, or once if it takes {@value #ENOUGH_SECONDS} s.
   *
   * @return the smallest, the median and the largest time; or the only one
   */
  public static double[] brief(Runnable work, boolean quick) {
    double first = once(work);
    if (quick || first > ENOUGH_SECONDS) {
      return new double[] {first};
    }
    long start = System.nanoTime();
    while (since(start) < BRIEF_SECONDS - first) {
      work.run();
    }
    List<Double> seconds = new ArrayList<>();
    start = System.nanoTime();
    do {
      seconds.add(once(work));
    } while (since(start) < BRIEF_SECONDS && seconds.size() < MOST_BRIEF);
    double[] sorted = seconds.stream().mapToDouble(s -> s).sorted().toArray();
    return sorted.length == 1
        ? sorted
        : new double[] {sorted[0], median(sorted), sorted[sorted.length - 1]};
  }

  private static double once(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return since(start);
  }

  public static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  public static double median(double[] values) {
    return Spread.of(values).median();
  }

  /** The median as text, with the smallest and the largest value if there are several. */
  public static String text(double[] seconds) {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    String median = text(median(sorted));
    return sorted.length == 1
        ? median
        : median + " (" + text(sorted[0]) + " to " + text(sorted[sorted.length - 1]) + ")";
  }

  /** The same as {@link #text(double[])}, in milliseconds. */
  public static String milliseconds(double[] seconds) {
    return text(Arrays.stream(seconds).map(s -> 1e3 * s).toArray());
  }

  /** The time as text, with three digits. */
  public static String text(double seconds) {
    int decimals = seconds >= 100 ? 0 : seconds >= 10 ? 1 : seconds >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", seconds);
  }
}
