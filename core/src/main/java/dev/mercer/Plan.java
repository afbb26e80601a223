package dev.mercer;

import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import java.util.List;
import java.util.Locale;

/**
 * What a fit will do, known before it starts: what {@link KernelPca#plan} says.
 *
 * <p>A fit with the same settings and rows follows the same plan.
 */
public final class Plan {

  private final FitPlan plan;
  private final List<Stage> stages;

  Plan(FitPlan plan) {
    this.plan = plan;
    this.stages =
        plan.stages().stream()
            .map(
                stage ->
                    new Stage(stage.name(), stage.bytes(), stage.kernelEvaluations(), Double.NaN))
            .toList();
  }

  /** The plan with what only the library needs to know of it. */
  FitPlan details() {
    return plan;
  }

  /** The method: the one chosen, where the choice was left to the library. */
  public String method() {
    return plan.method();
  }

  /** What is computed with: stored, tiled, landmarks and the like, see {@link #notes} for why. */
  public String operator() {
    return plan.route().operatorName();
  }

  /** The eigen-solver. */
  public String solver() {
    return plan.route().solverName();
  }

  /** The stages, in order. */
  public List<Stage> stages() {
    return stages;
  }

  /** Why this and not something else. */
  public List<String> notes() {
    return plan.notes();
  }

  /** The most heap any stage holds, the rows included. */
  public long peakBytes() {
    return plan.peakBytes();
  }

  /** Kernel values of all stages. */
  public long kernelEvaluations() {
    return plan.kernelEvaluations();
  }

  /**
   * Method, operator and solver with all that decides over the bits of the results: two fits of the
   * same rows with the same seed and the same path give the same numbers.
   */
  public String path() {
    return plan.path();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Plan that && plan.equals(that.plan);
  }

  @Override
  public int hashCode() {
    return plan.hashCode();
  }

  /** The path, the stages with their memory and kernel values, and the notes. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(path());
    for (Stage stage : stages) {
      text.append(
          String.format(
              Locale.ROOT,
              "%n%-12s %12s %,20d kernel values",
              stage.name(),
              Bytes.text(stage.bytes()),
              stage.kernelEvaluations()));
    }
    notes().forEach(note -> text.append("\nnote: ").append(note));
    return text.toString();
  }
}
