package dev.mercer.internal.fit;

import dev.mercer.internal.backend.View;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Improved;
import dev.mercer.method.Landmarking;

/**
 * {@link Improved}: subset's axes, each divided by the root of its eigenvalue.
 *
 * <ol>
 *   <li>z and kappa of {@link SubsetFit}
 *   <li>axes kappa^-1/2 z, and offsets alike
 *   <li>certify them: their span is that of subset's axes
 * </ol>
 */
final class ImprovedFit implements FitAlgorithm {

  private final Improved asked;

  ImprovedFit(Improved asked) {
    this.asked = asked;
  }

  /** From {@code improved}. */
  static Improved read(Spec spec, Landmarking landmarks) {
    spec.requireKeys();
    return new Improved(landmarks);
  }

  @Override
  public FitPlan plan(Problem problem) {
    return LandmarkPlan.of(Improved.NAME, problem, asked.landmarks());
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return LandmarkRoom.plannedCount(problem, asked.landmarks());
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    ProjectedRows projected = LandmarkRun.project(problem, asked.landmarks());
    LandmarkAxes axes = SubsetAxes.of(projected, SubsetAxes.Options.none());
    return whitened(axes).certified(projected);
  }

  /** Axes and offsets divided by the roots of the eigenvalues. */
  private static LandmarkAxes whitened(LandmarkAxes axes) {
    View coefficients = axes.coefficients().copy();
    double[] offset = axes.offset().clone();
    for (int c = 0; c < offset.length; c++) {
      double root = Math.sqrt(axes.eigenvalues()[c]);
      offset[c] /= root;
      for (int i = 0; i < coefficients.height(); i++) {
        coefficients.set(i, c, coefficients.get(i, c) / root);
      }
    }
    return new LandmarkAxes(
        axes.eigenvalues(),
        coefficients,
        offset,
        axes.mean(),
        axes.meanSquaredNorm(),
        axes.asked(),
        axes.reason(),
        axes.remarks());
  }
}
