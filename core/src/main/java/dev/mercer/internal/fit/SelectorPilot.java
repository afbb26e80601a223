package dev.mercer.internal.fit;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.rows.RowDraw;
import dev.mercer.internal.rows.SelectedRows;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Landmarking;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decides between uniform and rpcholesky landmarks by trying both on a sample of the rows, with the
 * goal of the fit.
 *
 * <ol>
 *   <li>{@value #ROWS} rows are drawn, and copied if the memory allows; else they are read from the
 *       rows of the problem
 *   <li>each selector chooses a quarter as many landmarks as there are rows, but no more than
 *       {@value #LANDMARKS} or twice the rank, and no more than the memory allows
 *   <li>the selector with the smaller estimated gap (or residual trace, where a tolerance is the
 *       goal) wins. Uniform also wins if the two are within {@value #TIE} of each other, because it
 *       costs less, and if the memory does not allow as many landmarks as components
 * </ol>
 */
final class SelectorPilot {

  private static final String STAGE = "pilot";

  private static final int ROWS = 4000;
  private static final int LANDMARKS = 256;
  private static final double TIE = 0.05;

  /** The more expensive selector of the two. */
  private static final LandmarkSelector CHOLESKY = new RandomlyPivotedCholesky();

  private final Problem problem;
  private final boolean byTrace;
  private final int rows;
  private final int landmarks;
  private final boolean copied;
  private final long bytes;

  /** Decides how many rows and landmarks to try; no row is read. */
  SelectorPilot(Problem problem, Landmarking goal) {
    this.problem = problem;
    this.byTrace = goal.tolerance() > 0;
    this.rows = Math.min(problem.usedRows(), ROWS);
    int rank = problem.target().leastRank();
    int quarter = Math.min(rows / 4, Math.max(LANDMARKS, 2 * rank));
    int wanted = Math.max(1, Math.max(quarter, Math.min(rank, rows)));
    Landmarking demanding = Landmarking.count(wanted).with(CHOLESKY);
    Problem view = on(new SelectedRows(problem.rows(), IntStream.range(0, rows).toArray()), null);
    long copy = 8L * rows * problem.rows().columns();
    this.copied = LandmarkRoom.bytes(view, demanding, wanted) + copy <= problem.memory();
    int fitting = copied ? wanted : Math.min(wanted, LandmarkRoom.most(view, demanding));
    this.landmarks = fitting < rank ? 0 : fitting;
    this.bytes = LandmarkRoom.bytes(view, demanding, Math.max(1, fitting)) + (copied ? copy : 0);
  }

  private Problem on(Rows some, double[] weights) {
    return problem.about(some, weights);
  }

  /** The plan with the stage of this trial before its own stages. */
  FitPlan before(FitPlan plan) {
    if (landmarks == 0) {
      return plan.with("uniform landmarks: the memory has no room to compare others with them");
    }
    double values = 2.0 * rows * landmarks;
    FitPlan.Stage pilot =
        new FitPlan.Stage(
            STAGE, bytes, (long) values, 2 * values * (problem.rows().columns() + landmarks), 0);
    return plan.with(Stream.concat(Stream.of(pilot), plan.stages().stream()).toList(), plan.notes())
        .with(
            "uniform and rpcholesky landmarks are compared on a pilot of "
                + rows
                + " rows; the better ones are used");
  }

  /** The selector that does better on the sample. */
  LandmarkSelector better(List<String> notes) {
    if (landmarks == 0) {
      return new Uniform();
    }
    return problem.stages().run(STAGE, bytes, () -> compared(notes));
  }

  private LandmarkSelector compared(List<String> notes) {
    Problem pilot = drawn();
    double byUniform = value(pilot, new Uniform());
    double byCholesky = value(pilot, CHOLESKY);
    problem.stages().evaluated(2L * rows * landmarks);
    boolean plain = byUniform <= (1 + TIE) * byCholesky;
    notes.add(
        String.format(
            Locale.ROOT,
            "%s landmarks: on a pilot of %d rows with %d landmarks %s is %.4g with uniform and"
                + " %.4g with rpcholesky ones",
            plain ? "uniform" : "rpcholesky",
            rows,
            landmarks,
            byTrace ? "the residual trace share" : "the estimated optimality gap",
            byUniform,
            byCholesky));
    return plain ? new Uniform() : CHOLESKY;
  }

  /** The estimated gap or residual trace that landmarks of this selector reach on the sample. */
  private double value(Problem pilot, LandmarkSelector selector) {
    ProjectedRows projected =
        LandmarkRun.project(pilot, Landmarking.count(landmarks).with(selector));
    return LandmarkRun.value(projected, byTrace);
  }

  private Problem drawn() {
    int n = problem.rows().count();
    SplittableRandom random = new SplittableRandom(problem.seed() ^ 0x70696c6f74L);
    int[] numbers =
        IntStream.range(0, n)
            .filter(i -> problem.weights() == null || problem.weights()[i] > 0)
            .toArray();
    int[] chosen = RowDraw.from(numbers, rows, random);
    double[] weights = null;
    if (problem.weights() != null) {
      weights = new double[rows];
      for (int i = 0; i < rows; i++) {
        weights[i] = problem.weights()[chosen[i]];
      }
    }
    Rows view = new SelectedRows(problem.rows(), chosen);
    return copied
        ? on(DenseRows.copyOf(view), weights).within(problem.memory() - problem.rows().bytes())
        : on(view, weights);
  }
}
