package dev.mercer;

import dev.mercer.internal.fastsum.SumForecast;
import java.util.ArrayList;
import java.util.List;

/**
 * What a fit will do, known before it starts.
 *
 * @param operator feature-space, stored, refined, tiled, expansion or precomputed
 * @param solver name of the eigen-solver
 * @param block vectors multiplied at once, for iterative solvers
 * @param basis most vectors a block solver keeps; 0 for others
 * @param sample rows whose columns a Davidson iteration begins with; 0 for other solvers
 * @param stages in order
 * @param notes why this and not something else
 * @param sum how an expansion multiplies; null for other operators
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
    List<String> notes,
    SumForecast sum) {

  /** A plan in which no product is summed fast. */
  public Plan(
      String method,
      String operator,
      String solver,
      int block,
      int basis,
      int sample,
      boolean single,
      List<Stage> stages,
      List<String> notes) {
    this(method, operator, solver, block, basis, sample, single, stages, notes, null);
  }

  /** A plan in double without an iterative eigen-solver. */
  public Plan(
      String method, String operator, String solver, List<Stage> stages, List<String> notes) {
    this(method, operator, solver, 0, 0, 0, false, stages, notes);
  }

  /** The same plan with other stages and notes. */
  public Plan with(List<Stage> otherStages, List<String> otherNotes) {
    return new Plan(
        method,
        operator,
        solver,
        block,
        basis,
        sample,
        single,
        List.copyOf(otherStages),
        List.copyOf(otherNotes),
        sum);
  }

  /** The same plan with one more note. */
  public Plan with(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return with(stages, more);
  }

  /** Whether both plans come to the same numbers, bit by bit; memory and time may differ. */
  public boolean samePathAs(Plan other) {
    return path().equals(other.path());
  }

  /** All that decides over the bits of the result, in the words of reports. */
  public String path() {
    return method
        + ", operator "
        + operator
        + (sum == null ? "" : " by " + sum.scheme() + " of " + sum.terms() + " terms")
        + ", solver "
        + solver
        + (block > 1 ? " with blocks of " + block : "")
        + (basis > 0 ? ", a basis of " + basis : "")
        + (sample > 0 ? ", a sample of " + sample : "")
        + (single ? ", in float" : "");
  }

  /**
   * What one stage of a fit will hold and compute.
   *
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

  /** Flops of all stages, for the expected time. */
  public double flops() {
    return stages.stream().mapToDouble(Stage::flops).sum();
  }

  /** Kernel values that all stages compute together, for the expected time. */
  public long kernelEvaluations() {
    return stages.stream().mapToLong(Stage::kernelEvaluations).sum();
  }
}
