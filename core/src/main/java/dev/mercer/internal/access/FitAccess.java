package dev.mercer.internal.access;

import dev.mercer.KernelPca;
import dev.mercer.Plan;
import dev.mercer.data.Rows;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import java.util.function.Function;

/**
 * Work under the settings of a {@link KernelPca} that is no plain fit, and what stands behind a
 * {@link Plan}.
 *
 * <p>{@link KernelPca} answers, and says so while its class is loaded: whoever asks has one of its
 * objects in hand, or a plan that it made.
 */
public final class FitAccess {

  /** Who answers. */
  public interface Library {

    /** See {@link FitAccess#details}. */
    FitPlan details(Plan plan);

    /** See {@link FitAccess#study}. */
    <T> Studied<T> study(
        KernelPca settings, Rows rows, double[] weights, Function<Problem, T> work);

    /** See {@link FitAccess#remoteFit}. */
    RemoteFit remoteFit(
        KernelPca settings, Rows sample, double[] weights, long rows, boolean allRows);
  }

  private static volatile Library library;

  private FitAccess() {}

  /** Says who answers. */
  public static void answeredBy(Library answering) {
    library = answering;
  }

  /** A plan with its route, and with the flops and the memory traffic of its stages. */
  public static FitPlan details(Plan plan) {
    return library.details(plan);
  }

  /**
   * Does other work than a fit, for uses that need the Gram matrix and no model: rows are checked
   * and a kernel width left to the data is settled before; threads, memory, seed and progress are
   * those of a fit.
   *
   * @param weights one per row, not negative, not all zero; or null for ones
   */
  public static <T> Studied<T> study(
      KernelPca settings, Rows rows, double[] weights, Function<Problem, T> work) {
    return library.study(settings, rows, weights, work);
  }

  /**
   * Starts a fit of rows that lie elsewhere: subset, whatever the method is, with landmarks that
   * are chosen elsewhere too. A kernel width left to the data is settled by the sample.
   *
   * @param sample rows drawn uniformly among all, equal rows once
   * @param weights the weight of all rows equal to each
   * @param rows how many rows there are
   * @param allRows whether the sample has all of them
   */
  public static RemoteFit remoteFit(
      KernelPca settings, Rows sample, double[] weights, long rows, boolean allRows) {
    return library.remoteFit(settings, sample, weights, rows, allRows);
  }
}
