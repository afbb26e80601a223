package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.MemoryExceededException;
import dev.mercer.data.Rows;
import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.rows.Fitting;
import dev.mercer.internal.select.Selector;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.method.Landmarking;
import java.util.ArrayList;
import java.util.List;

/**
 * What every landmark method does first: choose landmarks, and see all rows through them.
 *
 * <ol>
 *   <li>select: landmarks by the selector
 *   <li>features: K_y and its factor; one pass over the rows for the moments of their features,
 *       with {@value dev.mercer.internal.certify.ResidualSample#COLUMNS} sampled columns of the
 *       residual
 *   <li>solve: the leading eigenpairs of H K^ H
 *   <li>where an accuracy is the goal and not met: more landmarks, again from the start, as {@link
 *       LandmarkGrowth} has it, until the goal is met, or every row is a landmark, or the memory
 *       allows no more
 * </ol>
 *
 * Cost: n m kernel values and 2 n m^2 flops; memory m^2 and a chunk of features.
 */
final class LandmarkRun {

  /** Landmarks tried first where an accuracy is the goal. */
  static final int FIRST_COUNT = 64;

  /** The square of more has no array. */
  private static final int MOST_LANDMARKS = 46_000;

  private static final int MATRICES = 5; // K_y, its factor, S, a copy to solve, its vectors

  private final Problem problem;
  private final Landmarking landmarking;
  private final GramColumns gram;

  private LandmarkRun(Problem problem, Landmarking landmarking) {
    check(problem, landmarking);
    this.problem = problem;
    this.landmarking = landmarking;
    long expected =
        (long) problem.rows().count()
            * (landmarking.count() > 0 ? landmarking.count() : firstCount(problem));
    this.gram = new GramColumns(problem.rows(), problem.kernel(), expected, problem.workers());
  }

  /** Chooses landmarks and sees the rows through them. */
  static SeenThroughLandmarks see(Problem problem, Landmarking landmarking) {
    LandmarkRun run = new LandmarkRun(problem, landmarking);
    return run.open() ? run.towardsGoal() : run.see(run.chooseCounted());
  }

  /** Chooses landmarks; rows are seen through them only where an accuracy is the goal. */
  static LandmarkChoice choose(Problem problem, Landmarking landmarking) {
    LandmarkRun run = new LandmarkRun(problem, landmarking);
    if (!run.open()) {
      Landmarks chosen = run.chooseCounted();
      return new LandmarkChoice(run.gram, chosen, chosen.notes());
    }
    SeenThroughLandmarks seen = run.towardsGoal();
    List<String> notes = new ArrayList<>(seen.landmarks().notes());
    notes.addAll(seen.remarks());
    return new LandmarkChoice(run.gram, seen.landmarks(), List.copyOf(notes));
  }

  /** Bytes held while the rows are seen through so many landmarks. */
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

  /**
   * Bytes held at most until the rows are seen through so many landmarks, their choice included.
   */
  static long bytes(Problem problem, Landmarking landmarking, int count) {
    Rows rows = problem.rows();
    int threads = problem.workers().threads();
    Selector selector = SelectorCatalog.algorithm(landmarking.selector());
    return Math.max(
        rows.bytes() + selector.bytes(rows, problem.kernel(), count, threads),
        bytes(problem, count) + selector.leastMemory(rows, problem.kernel(), count, threads));
  }

  /** The most landmarks the memory allows, at most one a row. */
  static int mostLandmarks(Problem problem, Landmarking landmarking) {
    return Fitting.largest(
        Math.min(problem.usedRows(), MOST_LANDMARKS),
        problem.memory(),
        count -> bytes(problem, landmarking, count));
  }

  /** Checks what is asked for against the data; nothing large is allocated. */
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
    int most = mostLandmarks(problem, landmarking);
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

  /** The number of landmarks to plan with: what is asked for, or the first that will be tried. */
  static int plannedCount(Problem problem, Landmarking landmarking) {
    return landmarking.count() > 0
        ? landmarking.count()
        : Math.min(mostLandmarks(problem, landmarking), firstCount(problem));
  }

  private static int firstCount(Problem problem) {
    int rank = problem.target().leastRank();
    return Math.min(problem.usedRows(), Math.max(FIRST_COUNT, 2 * rank));
  }

  private boolean open() {
    return landmarking.tolerance() > 0 || landmarking.gap() > 0;
  }

  private Landmarks chooseCounted() {
    int count = landmarking.selector().choosesCount() ? gram.size() : landmarking.count();
    return select(count, 0);
  }

  private SeenThroughLandmarks towardsGoal() {
    int most = mostLandmarks(problem, landmarking);
    if (landmarking.tolerance() > 0
        && SelectorCatalog.algorithm(landmarking.selector()).stopsAtTolerance()) {
      SeenThroughLandmarks seen = see(select(most, landmarking.tolerance()));
      return value(seen) > landmarking.tolerance() ? seen.remarked(unmet(seen, most)) : seen;
    }
    return grow(most);
  }

  private SeenThroughLandmarks grow(int most) {
    double goal = landmarking.tolerance() > 0 ? landmarking.tolerance() : landmarking.gap();
    LandmarkGrowth growth = new LandmarkGrowth(goal, firstCount(problem), most);
    while (true) {
      SeenThroughLandmarks seen = see(select(growth.count(), 0));
      double value = value(seen);
      if (!growth.goesOn(seen.landmarks().count(), value)) {
        return value > goal ? seen.remarked(unmet(seen, most)) : seen;
      }
    }
  }

  private double value(SeenThroughLandmarks seen) {
    return value(seen, landmarking.tolerance() > 0);
  }

  /** What is held against a goal: the residual's share of the trace, or the estimated gap. */
  static double value(SeenThroughLandmarks seen, boolean byTrace) {
    Problem problem = seen.problem();
    LandmarkMoments moments = seen.moments();
    if (byTrace) {
      return moments.trace() > 0 ? moments.residualTrace() / moments.trace() : 0;
    }
    int rank =
        problem.target().byVariance()
            ? seen.rankReaching(problem.target().variance())
            : problem.target().rank();
    Certificate certificate = seen.certificate(rank, seen.capturedByLeading(rank));
    if (certificate == null) {
      throw new IllegalArgumentException(
          "the kernel "
              + problem.kernel().spec()
              + " is not known to be positive semidefinite, so no gap can be estimated; give a"
              + " number of landmarks");
    }
    return certificate.has("optimalityGapEstimate")
        ? certificate.value("optimalityGapEstimate")
        : certificate.value("optimalityGap");
  }

  private String unmet(SeenThroughLandmarks seen, int most) {
    boolean tolerance = landmarking.tolerance() > 0;
    int count = seen.landmarks().count();
    String why =
        count >= problem.usedRows()
            ? "every row is a landmark already"
            : count >= most
                ? "the memory allowed ends at " + most + " landmarks" + onThreads(problem)
                : "no further row adds anything";
    return "the goal was not met: "
        + (tolerance ? "the residual trace share is " : "the estimated optimality gap is ")
        + value(seen)
        + ", wanted "
        + (tolerance ? landmarking.tolerance() : landmarking.gap())
        + "; "
        + why;
  }

  /** Where memory ends depends on how many threads need buffers. */
  static String onThreads(Problem problem) {
    int threads = problem.workers().threads();
    return threads == 1 ? "" : " on " + threads + " threads";
  }

  private Landmarks select(int count, double tolerance) {
    return problem
        .stages()
        .run(
            "select",
            bytes(problem, landmarking, count),
            () -> {
              long before = gram.evaluations();
              long left = Math.max(0, problem.memory() - bytes(problem, count));
              Landmarks chosen =
                  SelectorCatalog.algorithm(landmarking.selector())
                      .select(
                          new SelectionRequest(
                              gram,
                              problem.weights(),
                              problem.center(),
                              problem.target().leastRank(),
                              count,
                              tolerance,
                              problem.seed(),
                              left));
              problem.stages().evaluated(gram.evaluations() - before);
              return requireEnough(chosen);
            });
  }

  private Landmarks requireEnough(Landmarks chosen) {
    int rank = problem.target().leastRank();
    boolean growing = landmarking.tolerance() > 0 || landmarking.gap() > 0;
    if (chosen.count() < rank && !growing && landmarking.selector().choosesCount()) {
      throw new IllegalArgumentException(
          landmarking.selector().spec()
              + " chose "
              + chosen.count()
              + " landmarks, fewer than the rank "
              + rank
              + "; ask for at most "
              + chosen.count()
              + " components or let it choose more");
    }
    if (landmarking.selector().choosesCount()
        && bytes(problem, chosen.count()) > problem.memory()) {
      throw new MemoryExceededException(
          landmarking.selector().spec()
              + " chose "
              + chosen.count()
              + " landmarks, which need "
              + Bytes.text(bytes(problem, chosen.count()))
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; let it choose fewer than "
              + mostLandmarks(problem, landmarking),
          bytes(problem, chosen.count()));
    }
    return chosen;
  }

  private SeenThroughLandmarks see(Landmarks landmarks) {
    long bytes = bytes(problem, landmarks.count());
    LandmarkPass pass =
        problem.stages().run("features", bytes, () -> LandmarkPass.over(problem, gram, landmarks));
    return problem
        .stages()
        .run(
            "solve",
            bytes,
            () -> SeenThroughLandmarks.after(problem, landmarking, pass, List.of()));
  }
}
