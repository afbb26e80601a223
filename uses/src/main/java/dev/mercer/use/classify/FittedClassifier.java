package dev.mercer.use.classify;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import java.util.List;

/** What a {@link Classifier} has learned. */
public interface FittedClassifier {

  /** The classes it can predict, in order. */
  List<String> names();

  /** Its kernel PCA models: one for each class, one for all, or none. */
  List<KernelPcaModel> models();

  /**
   * Predictions for several ranks from one fit: the leading components of a kernel PCA are those of
   * a smaller rank, so a search over ranks fits once, at the largest. (Where landmarks are chosen
   * for a rank, by greedy, backward, ransac or an optimality gap, they stay those of the largest.)
   *
   * @param ranks above 0; more than the fit has means all it has
   * @param threads to work with; results do not depend on it
   */
  List<Predictions> predict(Rows rows, int[] ranks, int threads);

  /** Predictions with all components. */
  default Predictions predict(Rows rows, int threads) {
    return predict(rows, new int[] {Integer.MAX_VALUE}, threads).get(0);
  }
}
