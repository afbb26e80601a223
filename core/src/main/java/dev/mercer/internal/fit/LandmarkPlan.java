package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.select.Selector;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.method.Landmarking;
import java.util.ArrayList;
import java.util.List;

/** The plan of a landmark method. */
final class LandmarkPlan {

  /** The stage in which the eigenproblem of the landmarks alone is solved. */
  static final String COMPONENTS = "components";

  private LandmarkPlan() {}

  /** The plan with one more stage, which solves the eigenproblem of the landmarks alone. */
  static FitPlan withComponents(FitPlan plan, Problem problem, Landmarking landmarking) {
    int m = LandmarkRoom.plannedCount(problem, landmarking);
    long values = problem.kernel().positiveSemidefinite() ? 0 : (long) m * m;
    return with(
        plan,
        new FitPlan.Stage(
            COMPONENTS,
            LandmarkRoom.bytes(problem, m),
            values,
            4.0 / 3 * m * (double) m * m * 8,
            0),
        List.of());
  }

  /** A plan with one more stage and more notes. */
  static FitPlan with(FitPlan plan, FitPlan.Stage stage, List<String> notes) {
    List<FitPlan.Stage> stages = new ArrayList<>(plan.stages());
    stages.add(stage);
    List<String> more = new ArrayList<>(plan.notes());
    more.addAll(notes);
    return plan.with(stages, more);
  }

  /** The plan of a method that chooses landmarks, projects all rows on their span and solves. */
  static FitPlan of(String method, Problem problem, Landmarking landmarking) {
    LandmarkRoom.check(problem, landmarking);
    int m = LandmarkRoom.plannedCount(problem, landmarking);
    int n = problem.rows().count();
    int d = problem.kernel().hasPoints() ? problem.rows().columns() : 0;
    long bytes = LandmarkRoom.bytes(problem, m);
    List<String> notes = new ArrayList<>();
    if (landmarking.selector().choosesCount()) {
      notes.add(
          landmarking.selector().spec()
              + " chooses the number of landmarks; costs are those of "
              + m);
    } else if (landmarking.count() == 0) {
      notes.add(
          "starts with "
              + m
              + " landmarks and grows until the goal is met, to at most "
              + LandmarkRoom.most(problem, landmarking)
              + (LandmarkRoom.most(problem, landmarking) < problem.usedRows()
                  ? ", where the memory ends" + LandmarkRoom.onThreads(problem)
                  : "")
              + "; costs are those of the start");
    }
    long values = (long) n * m;
    long sampled = (long) n * ResidualSample.COLUMNS;
    List<FitPlan.Stage> stages = new ArrayList<>();
    Selector selector = SelectorCatalog.algorithm(landmarking.selector());
    double selecting = selector.kernelValues(n, m);
    long choosing = LandmarkRoom.bytes(problem, landmarking, m);
    stages.add(new FitPlan.Stage("select", choosing, (long) selecting, 2 * selecting * d, 0));
    stages.add(
        new FitPlan.Stage(
            "features",
            bytes,
            values + sampled + (long) m * m,
            2.0 * (values + sampled) * d + 2.0 * values * m + 2.0 * sampled * m,
            0));
    stages.add(new FitPlan.Stage("solve", bytes, 0, 4.0 / 3 * m * (double) m * m * 8, 0));
    if (SelectionCertificate.measures(problem, selector)) {
      stages.add(new FitPlan.Stage("measure", bytes, (long) n * n / 2, (double) n * n * d, 0));
    }
    if (problem.verify()) {
      int rank = problem.target().byVariance() ? m : problem.target().rank();
      long all = bytes + Verification.bytes(problem, rank);
      if (all > problem.memory()) {
        throw new MemoryExceededException(
            "verifying takes "
                + Bytes.text(all)
                + " but "
                + Bytes.text(problem.memory())
                + " of heap are allowed; leave verification out or allow more memory",
            all);
      }
      stages.add(
          new FitPlan.Stage(
              "verify", all, (long) n * n / 2, (double) n * n * (d + 2.0 * (3 * rank + 121)), 0));
    }
    return new FitPlan(method, "landmarks", "dense", List.copyOf(stages), List.copyOf(notes));
  }
}
