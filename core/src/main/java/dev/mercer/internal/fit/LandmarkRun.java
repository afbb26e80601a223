package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.MemoryExceededException;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.method.Landmarking;
import java.util.ArrayList;
import java.util.List;

/**
 * The first steps of every landmark method: choose landmarks y and project all rows on their span.
 *
 * <ol>
 *   <li>select: landmarks by the selector
 *   <li>features: K_y = L L', by which the kernel values h of a row with the landmarks become its
 *       features f = L^-1 h, and one pass over the rows for the moments of f ({@link LandmarkPass})
 *   <li>solve: the leading eigenpairs of H K^ H, K^ the Gram matrix of the projected rows ({@link
 *       ProjectedRows})
 *   <li>if an accuracy is the goal and is not reached: repeat with more landmarks ({@link
 *       LandmarkGrowth} decides how many) until the goal is reached, every row is a landmark, or
 *       the memory allows no more
 * </ol>
 *
 * Cost: n m kernel values and 2 n m^2 flops; memory m^2 and a chunk of features.
 */
final class LandmarkRun {

  private final Problem problem;
  private final Landmarking landmarking;
  private final GramColumns gram;

  private LandmarkRun(Problem problem, Landmarking landmarking) {
    LandmarkRoom.check(problem, landmarking);
    this.problem = problem;
    this.landmarking = landmarking;
    long expected =
        (long) problem.rows().count()
            * (landmarking.count() > 0 ? landmarking.count() : LandmarkRoom.firstCount(problem));
    this.gram = new GramColumns(problem.rows(), problem.kernel(), expected, problem.workers());
  }

  /** Chooses landmarks and projects the rows on their span. */
  static ProjectedRows project(Problem problem, Landmarking landmarking) {
    LandmarkRun run = new LandmarkRun(problem, landmarking);
    return run.towardsGoal() ? run.reached() : run.projected(run.selectCounted());
  }

  /** Chooses landmarks. Projects the rows on their span only if an accuracy is the goal. */
  static LandmarkChoice choose(Problem problem, Landmarking landmarking) {
    LandmarkRun run = new LandmarkRun(problem, landmarking);
    if (!run.towardsGoal()) {
      Landmarks chosen = run.selectCounted();
      return new LandmarkChoice(run.gram, chosen, chosen.notes());
    }
    ProjectedRows projected = run.reached();
    List<String> notes = new ArrayList<>(projected.landmarks().notes());
    notes.addAll(projected.remarks());
    return new LandmarkChoice(run.gram, projected.landmarks(), List.copyOf(notes));
  }

  /** Whether landmarks are added until an accuracy is reached; if not, their number is given. */
  private boolean towardsGoal() {
    return landmarking.tolerance() > 0 || landmarking.gap() > 0;
  }

  private Landmarks selectCounted() {
    int count = landmarking.selector().choosesCount() ? gram.size() : landmarking.count();
    return select(count, 0);
  }

  /**
   * The rows projected on enough landmarks to reach the goal; with a remark if it was not reached.
   */
  private ProjectedRows reached() {
    int most = LandmarkRoom.most(problem, landmarking);
    if (landmarking.tolerance() > 0
        && SelectorCatalog.algorithm(landmarking.selector()).stopsAtTolerance()) {
      return judged(projected(select(most, landmarking.tolerance())), most);
    }
    LandmarkGrowth growth = new LandmarkGrowth(goal(), LandmarkRoom.firstCount(problem), most);
    while (true) { // the last projection must be garbage while the next landmarks are chosen
      ProjectedRows projected = projected(select(growth.count(), 0));
      if (!growth.goesOn(projected.landmarks().count(), value(projected))) {
        return judged(projected, most);
      }
    }
  }

  private double goal() {
    return landmarking.tolerance() > 0 ? landmarking.tolerance() : landmarking.gap();
  }

  /** The same rows, with a remark if the goal was not met. */
  private ProjectedRows judged(ProjectedRows projected, int most) {
    return value(projected) > goal() ? projected.remarked(unmet(projected, most)) : projected;
  }

  private Landmarks select(int count, double tolerance) {
    return problem
        .stages()
        .run(
            "select",
            LandmarkRoom.bytes(problem, landmarking, count),
            () -> {
              long before = gram.evaluations();
              long left = Math.max(0, problem.memory() - LandmarkRoom.bytes(problem, count));
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
    if (chosen.count() < rank && !towardsGoal() && landmarking.selector().choosesCount()) {
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
        && LandmarkRoom.bytes(problem, chosen.count()) > problem.memory()) {
      throw new MemoryExceededException(
          landmarking.selector().spec()
              + " chose "
              + chosen.count()
              + " landmarks, which need "
              + Bytes.text(LandmarkRoom.bytes(problem, chosen.count()))
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; let it choose fewer than "
              + LandmarkRoom.most(problem, landmarking),
          LandmarkRoom.bytes(problem, chosen.count()));
    }
    return chosen;
  }

  /** The pass over the rows, and the leading eigenpairs of what it found. */
  private ProjectedRows projected(Landmarks landmarks) {
    long bytes = LandmarkRoom.bytes(problem, landmarks.count());
    LandmarkPass pass =
        problem.stages().run("features", bytes, () -> LandmarkPass.over(problem, gram, landmarks));
    return problem
        .stages()
        .run("solve", bytes, () -> ProjectedRows.after(problem, landmarking, pass, List.of()));
  }

  private double value(ProjectedRows projected) {
    return value(projected, landmarking.tolerance() > 0);
  }

  /** The value compared with the goal: the residual's share of the trace, or the estimated gap. */
  static double value(ProjectedRows projected, boolean byTrace) {
    Problem problem = projected.problem();
    LandmarkMoments moments = projected.moments();
    if (byTrace) {
      return moments.trace() > 0 ? moments.residualTrace() / moments.trace() : 0;
    }
    int rank =
        problem.target().byVariance()
            ? projected.rankReaching(problem.target().variance())
            : problem.target().rank();
    Certificate certificate = projected.certificate(rank, projected.capturedByLeading(rank));
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

  private String unmet(ProjectedRows projected, int most) {
    boolean tolerance = landmarking.tolerance() > 0;
    int count = projected.landmarks().count();
    String why =
        count >= problem.usedRows()
            ? "every row is a landmark already"
            : count >= most
                ? "the memory allowed ends at "
                    + most
                    + " landmarks"
                    + LandmarkRoom.onThreads(problem)
                : "no further row adds anything";
    return "the goal was not met: "
        + (tolerance ? "the residual trace share is " : "the estimated optimality gap is ")
        + value(projected)
        + ", wanted "
        + goal()
        + "; "
        + why;
  }
}
