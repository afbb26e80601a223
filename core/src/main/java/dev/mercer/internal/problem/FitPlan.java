package dev.mercer.internal.problem;

import java.util.ArrayList;
import java.util.List;

/**
 * What a fit will do, decided before anything large is allocated. A {@link dev.mercer.Plan} shows
 * it to users.
 *
 * @param stages in order
 * @param notes the reasons for the choices made
 */
public record FitPlan(String method, FitRoute route, List<Stage> stages, List<String> notes) {

  public FitPlan {
    stages = List.copyOf(stages);
    notes = List.copyOf(notes);
  }

  /** A plan in double precision that the names of its operator and solver describe completely. */
  public FitPlan(
      String method, String operator, String solver, List<Stage> stages, List<String> notes) {
    this(method, new FitRoute.Named(operator, solver), stages, notes);
  }

  /**
   * One stage of a fit.
   *
   * @param bytes heap held during the stage, the rows included
   * @param flops floating-point operations of matrix products, to predict the time
   * @param bytesMoved memory traffic of passes over stored tiles, to predict the time
   */
  public record Stage(
      String name, long bytes, long kernelEvaluations, double flops, double bytesMoved) {}

  /** The same plan with other stages and notes. */
  public FitPlan with(List<Stage> otherStages, List<String> otherNotes) {
    return new FitPlan(method, route, otherStages, otherNotes);
  }

  /** The same plan with one more note. */
  public FitPlan with(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return with(stages, more);
  }

  /** Whether both plans give bit for bit the same results; memory and time may differ. */
  public boolean samePathAs(FitPlan other) {
    return path().equals(other.path());
  }

  /** Everything that the bits of the results depend on, in the words of reports. */
  public String path() {
    return method + ", " + route.path();
  }

  /** The heap of the stage that holds most. */
  public long peakBytes() {
    return stages.stream().mapToLong(Stage::bytes).max().orElse(0);
  }

  /** Flops of all stages, to predict the time. */
  public double flops() {
    return stages.stream().mapToDouble(Stage::flops).sum();
  }

  /** Kernel values of all stages. */
  public long kernelEvaluations() {
    return stages.stream().mapToLong(Stage::kernelEvaluations).sum();
  }
}
