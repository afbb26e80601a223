package dev.mercer.use.classify;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import java.util.List;

/** What a {@link Classifier} has learned. */
public interface FittedClassifier {

  /** The classes that it can predict, in order. */
  List<String> names();

  /** Its kernel PCA models: one per class, one for all classes, or none. */
  List<KernelPcaModel> models();

  /**
   * Predictions for several ranks from one fit. The leading components of a kernel PCA are the
   * components of a smaller rank, so a search over ranks fits only once, at the largest rank.
   * (Methods that choose landmarks for a given rank, namely greedy, backward, ransac or an
   * optimality gap, keep the landmarks of the largest rank.)
   *
   * @param ranks above 0; a rank above that of the fit means all components
   * @param threads how many to use; results do not depend on it
   */
  List<Predictions> predict(Rows rows, int[] ranks, int threads);

  /** Predictions with all components. */
  default Predictions predict(Rows rows, int threads) {
    return predict(rows, new int[] {Integer.MAX_VALUE}, threads).get(0);
  }
}
