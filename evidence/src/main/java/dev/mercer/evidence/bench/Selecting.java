package dev.mercer.evidence.bench;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkFeatures;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.GivenRows;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.function.BiFunction;

/**
 * Chooses landmarks separately from the fit, with all processors and half of the heap.
 *
 * @param center whether features are centered; some selectors take that into account
 * @param rank how many components are wanted
 */
public record Selecting(Rows rows, Kernel kernel, boolean center, int rank) {

  /**
   * Chooses landmarks, and does everything that has to be done before the fit; the norms of the
   * rows and the start of the threads are included.
   *
   * @param count how many landmarks are wanted; 1 for selectors that determine the number
   *     themselves
   */
  public Landmarks select(LandmarkSelector selector, int count, long seed) {
    return select(selector, count, seed, (gram, landmarks) -> landmarks);
  }

  /**
   * Chooses landmarks and also returns the features F of all rows through them, K^ = F F', in
   * blocks of rows. Other programs for partial Cholesky return the same.
   */
  public double[][] selectWithFeatures(LandmarkSelector selector, int count, long seed) {
    return select(selector, count, seed, Selecting::features);
  }

  private <T> T select(
      LandmarkSelector selector,
      int count,
      long seed,
      BiFunction<GramColumns, Landmarks, T> afterwards) {
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      GramColumns gram = new GramColumns(rows, kernel, (long) rows.count() * count, workers);
      long memory = Runtime.getRuntime().maxMemory() / 2;
      return afterwards.apply(
          gram,
          SelectorCatalog.algorithm(selector)
              .select(new SelectionRequest(gram, null, center, rank, count, 0, seed, memory)));
    }
  }

  private static double[][] features(GramColumns gram, Landmarks landmarks) {
    LandmarkFactor factor =
        LandmarkFactor.of(
            landmarks.count(), landmarks.columns(gram).among(), true, Backend.instance().blas());
    LandmarkFeatures features = new LandmarkFeatures(gram, landmarks, factor);
    double[][] blocks = new double[gram.blocks()][];
    gram.forBlocks(
        (block, first, height, worker) -> {
          blocks[block] = new double[height * factor.rank()];
          features.fill(first, height, blocks[block], 0, worker);
        });
    return blocks;
  }

  /** A subset fit with landmarks that were chosen before. */
  public KernelPcaModel fit(int[] landmarks, boolean verify) {
    return KernelPca.with(kernel)
        .center(center)
        .rank(rank)
        .verify(verify)
        .method(Subset.of(Landmarking.by(new GivenRows(landmarks))))
        .fit(rows);
  }

  /** The share of the variance captured by the exact fit that a model misses. */
  public static double trueGap(KernelPcaModel model, double[] exactEigenvalues) {
    double best = 0;
    for (int i = 0; i < model.rank(); i++) {
      best += exactEigenvalues[i];
    }
    return 1 - model.report().certificate().value("capturedVariance") / best;
  }
}
