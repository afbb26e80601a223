package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.data.Rows;
import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.rows.Fitting;
import dev.mercer.internal.select.Selector;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.method.Landmarking;

/**
 * Computes how many landmarks fit into memory: the bytes that a {@link LandmarkRun} holds, and
 * whether the landmarks asked for fit the number of rows and the memory. Nothing large is
 * allocated.
 */
final class LandmarkRoom {

  /** Number of landmarks tried first where an accuracy is the goal; more for many components. */
  private static final int FIRST_COUNT = 64;

  /** A square matrix of a larger order does not fit into one Java array. */
  private static final int MOST_LANDMARKS = 46_000;

  private static final int MATRICES = 5; // K_y, its factor, S, a copy to solve, its vectors

  private LandmarkRoom() {}

  /** Words for messages: the limit depends on the number of threads, because each has buffers. */
  static String onThreads(Problem problem) {
    int threads = problem.workers().threads();
    return threads == 1 ? "" : " on " + threads + " threads";
  }

  /** Bytes held while the rows are projected on the span of this many landmarks. */
  static long bytes(Problem problem, int count) {
    Rows rows = problem.rows();
    int threads = problem.workers().threads();
    long candidates = Math.min(ResidualSample.CANDIDATES, rows.count());
    return rows.bytes()
        + MomentsPass.bytes(rows, problem.kernel(), count, ResidualSample.COLUMNS, threads)
        // The landmarks themselves, and kernel values and features of the candidates.
        + 8L * count * rows.columns()
        + 2 * 8 * candidates * count
        + MATRICES * 8L * count * count;
  }

  /** The most bytes held at any time while landmarks are chosen and the rows projected on them. */
  static long bytes(Problem problem, Landmarking landmarking, int count) {
    Rows rows = problem.rows();
    int threads = problem.workers().threads();
    Selector selector = SelectorCatalog.algorithm(landmarking.selector());
    return Math.max(
        rows.bytes() + selector.bytes(rows, problem.kernel(), count, threads),
        bytes(problem, count) + selector.leastMemory(rows, problem.kernel(), count, threads));
  }

  /** The largest number of landmarks that the memory allows, at most one per row. */
  static int most(Problem problem, Landmarking landmarking) {
    return Fitting.largest(
        Math.min(problem.usedRows(), MOST_LANDMARKS),
        problem.memory(),
        count -> bytes(problem, landmarking, count));
  }

  /** Fails if the rows are too few or the memory too small for the landmarks asked for. */
  static void check(Problem problem, Landmarking landmarking) {
    int n = problem.rows().count();
    int rank = problem.target().leastRank();
    problem.requireRows("rank", rank);
    problem.requireRows("landmarks", landmarking.count());
    if (landmarking.count() > 0 && landmarking.count() < rank) {
      throw new IllegalArgumentException(
          "landmarks = "
              + landmarking.count()
              + " is fewer than the rank "
              + rank
              + "; ask for at least "
              + rank
              + " landmarks or at most "
              + landmarking.count()
              + " components");
    }
    int most = most(problem, landmarking);
    int wanted = Math.max(rank, landmarking.count());
    if (wanted > most) {
      long needed = bytes(problem, landmarking, wanted);
      throw new MemoryExceededException(
          "a fit of "
              + n
              + " rows with "
              + wanted
              + " landmarks needs "
              + Bytes.text(needed)
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; "
              + (most >= rank
                  ? "at most " + most + " landmarks would fit"
                  : "about "
                      + (long) ((double) problem.memory() / needed * n)
                      + " rows would fit: take fewer rows or allow more memory"),
          needed);
    }
  }

  /** The number of landmarks to plan with: the number asked for, or the first to be tried. */
  static int plannedCount(Problem problem, Landmarking landmarking) {
    return landmarking.count() > 0
        ? landmarking.count()
        : Math.min(most(problem, landmarking), firstCount(problem));
  }

  /** The number of landmarks tried first where an accuracy is the goal. */
  static int firstCount(Problem problem) {
    int rank = problem.target().leastRank();
    return Math.min(problem.usedRows(), Math.max(FIRST_COUNT, 2 * rank));
  }
}
