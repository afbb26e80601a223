package dev.mercer.internal.problem;

import java.util.ArrayList;
import java.util.List;

/**
 * What a fit will do, decided before anything large is allocated. A {@link dev.mercer.Plan} shows
 * it to users.
 *
 * @param stages in order
 * @param notes why this and not something else
 */
public record FitPlan(String method, FitRoute route, List<Stage> stages, List<String> notes) {

  public FitPlan {
    stages = List.copyOf(stages);
    notes = List.copyOf(notes);
  }

  /** A plan in double that is known by the words for its operator and its solver alone. */
  public FitPlan(
      String method, String operator, String solver, List<Stage> stages, List<String> notes) {
    this(method, new FitRoute.Named(operator, solver), stages, notes);
  }

  /**
   * @param bytes heap held during the stage, the rows included
   * @param flops floating-point operations of matrix products, for the expected time
   * @param bytesMoved memory traffic of passes over stored tiles, for the expected time
   */
  public record Stage(
      String name, long bytes, long kernelEvaluations, double flops, double bytesMoved) {}

  /** The same plan with other stages and notes. */
  public FitPlan with(List<Stage> otherStages, List<String> otherNotes) {
    return new FitPlan(method, route, otherStages, otherNotes);
  }

  /** The same plan with a note more. */
  public FitPlan with(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return with(stages, more);
  }

  /** Whether both plans come to the same numbers, bit by bit; memory and time may differ. */
  public boolean samePathAs(FitPlan other) {
    return path().equals(other.path());
  }

  /** All that decides over bits, in the words of reports. */
  public String path() {
    return method + ", " + route.path();
  }

  /** The most heap any stage holds. */
  public long peakBytes() {
    return stages.stream().mapToLong(Stage::bytes).max().orElse(0);
  }

  /** Flops of all stages, for the expected time. */
  public double flops() {
    return stages.stream().mapToDouble(Stage::flops).sum();
  }

  /** Kernel values of all stages. */
  public long kernelEvaluations() {
    return stages.stream().mapToLong(Stage::kernelEvaluations).sum();
  }
}
