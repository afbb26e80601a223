package dev.mercer.method;

import java.util.List;

/**
 * What a fit will do, known before it starts.
 *
 * @param operator feature-space, stored, refined, tiled or precomputed
 * @param solver name of the eigen-solver
 * @param block vectors multiplied at once, for iterative solvers
 * @param basis most vectors a block solver keeps; 0 for others
 * @param sample rows whose columns a Davidson iteration begins with; 0 for other solvers
 * @param stages in order
 * @param notes why this and not something else
 */
public record Plan(
    String method,
    String operator,
    String solver,
    int block,
    int basis,
    int sample,
    boolean single,
    List<Stage> stages,
    List<String> notes) {

  /** A plan in double without an iterative eigen-solver. */
  Plan(String method, String operator, String solver, List<Stage> stages, List<String> notes) {
    this(method, operator, solver, 0, 0, 0, false, stages, notes);
  }

  /** The same plan with other stages and notes. */
  Plan with(List<Stage> otherStages, List<String> otherNotes) {
    return new Plan(
        method,
        operator,
        solver,
        block,
        basis,
        sample,
        single,
        List.copyOf(otherStages),
        List.copyOf(otherNotes));
  }

  /**
   * @param bytes heap held during the stage, the rows included
   * @param flops floating-point operations of matrix products, for the expected time
   * @param bytesMoved memory traffic of passes over stored tiles, for the expected time
   */
  public record Stage(
      String name, long bytes, long kernelEvaluations, double flops, double bytesMoved) {}

  /** The most heap any stage holds. */
  public long peakBytes() {
    return stages.stream().mapToLong(Stage::bytes).max().orElse(0);
  }

  public long kernelEvaluations() {
    return stages.stream().mapToLong(Stage::kernelEvaluations).sum();
  }
}
