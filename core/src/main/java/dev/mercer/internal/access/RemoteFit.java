package dev.mercer.internal.access;

import dev.mercer.Certificate;
import dev.mercer.KernelPcaModel;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartTask;
import dev.mercer.kernel.Kernel;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A subset fit of rows that lie elsewhere, on the machines of a cluster for instance, led by
 * whoever can reach them: what {@link FitAccess#remoteFit} returns.
 *
 * <pre>{@code
 * try (RemoteFit fit = FitAccess.remoteFit(settings, sample, weights, rows, false)) {
 *   fit.landmarks(chosen);
 *   do {
 *     PartTask task = fit.task();      // sent to every part, where PartSums does what it says
 *     sums = ...;                      // PartSums.merge of what comes back
 *   } while (!fit.gathered(sums));
 *   KernelPcaModel model = fit.model(..., measured); // for novelty, rows are measured by it
 * }
 * }</pre>
 *
 * Not thread-safe; close it to end its threads.
 */
public interface RemoteFit extends AutoCloseable {

  /** The kernel, with a width left to the data settled by the sample. */
  Kernel kernel();

  /** The threads of this side. */
  Workers workers();

  /** Times work that belongs to the fit under a name of its own; a name may come again. */
  <T> T stage(String name, long bytes, Supplier<T> work);

  /** Begins with these landmarks, or begins again with others. */
  void landmarks(Landmarks chosen);

  /** What every part of the rows is to sum now. */
  PartTask task();

  /**
   * Takes the sums of all parts.
   *
   * @return false if the parts have to sum once more, by another {@link #task}
   */
  boolean gathered(double[] sums);

  /** The residual's share of the trace, after {@link #gathered}. */
  double residualTraceShare();

  /**
   * The model, after {@link #gathered}.
   *
   * @param selector how the landmarks were chosen, for the report
   * @param selection what is known of them by that; may be empty
   * @param notes remarks made on the way
   * @param measured what all parts give when rows drawn from them are measured with the model:
   *     their merged results; null if nobody can
   */
  KernelPcaModel model(
      String selector,
      Certificate selection,
      List<String> notes,
      Function<KernelPcaModel, double[]> measured);

  @Override
  void close();
}
