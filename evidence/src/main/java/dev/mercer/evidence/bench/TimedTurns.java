package dev.mercer.evidence.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Times of several competitors that run alternately, so that a machine whose speed changes from
 * minute to minute treats them alike.
 *
 * <ol>
 *   <li>Every competitor warms up as {@link Timing} does. One whose first run takes longer than
 *       {@value #LONG_SECONDS} s counts as warm after it, and that single run is its result.
 *   <li>{@value #ROUNDS} rounds follow. In each round, one competitor after the other runs for
 *       {@value #TURN_SECONDS} s, and at least once.
 * </ol>
 */
public final class TimedTurns {

  private static final double LONG_SECONDS = 20;
  private static final double TURN_SECONDS = 0.5;
  private static final int ROUNDS = 5;

  /** One of the competitors. */
  interface Side {
    /** Does the work once and returns how many seconds it took. */
    double run();

    /** Called before each group of runs. */
    default void prepare() {}
  }

  /**
   * Work in this virtual machine. The garbage of earlier runs is collected before each group of
   * runs.
   */
  public static final class Own<T> implements Side {
    private final Supplier<T> work;
    private T result;

    public Own(Supplier<T> work) {
      this.work = work;
    }

    @Override
    public void prepare() {
      result = null;
      System.gc();
    }

    @Override
    public double run() {
      result = null;
      long start = System.nanoTime();
      result = work.get();
      return Timing.since(start);
    }

    /** The result of the last run. */
    public T result() {
      return result;
    }
  }

  private TimedTurns() {}

  /**
   * The seconds of the runs that count: one array for each of our own competitors and, last, one
   * for the peer.
   */
  public static double[][] take(List<? extends Side> ours, Side peer, boolean quick) {
    List<Side> sides = new ArrayList<>(ours);
    sides.add(peer);
    return take(sides, quick);
  }

  /** The seconds of the runs that count, one array per competitor. */
  public static double[][] take(List<? extends Side> sides, boolean quick) {
    List<List<Double>> seconds = new ArrayList<>();
    List<Boolean> finished = new ArrayList<>();
    for (Side side : sides) {
      double first = side.run();
      finished.add(first > LONG_SECONDS);
      seconds.add(new ArrayList<>());
      if (first > LONG_SECONDS) {
        seconds.get(seconds.size() - 1).add(first);
      } else {
        Timing.warm(side::run, quick);
      }
    }
    int rounds = quick ? 1 : ROUNDS;
    for (int round = 0; round < rounds; round++) {
      for (int s = 0; s < sides.size(); s++) {
        if (!finished.get(s)) {
          turn(sides.get(s), seconds.get(s));
        }
      }
    }
    return seconds.stream()
        .map(list -> list.stream().mapToDouble(s -> s).toArray())
        .toArray(double[][]::new);
  }

  private static void turn(Side side, List<Double> seconds) {
    side.prepare();
    double sum = 0;
    while (sum < TURN_SECONDS) {
      double took = side.run();
      seconds.add(took);
      sum += took;
    }
  }
}
