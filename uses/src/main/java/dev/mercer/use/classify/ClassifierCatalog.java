package dev.mercer.use.classify;

import dev.mercer.internal.spec.Spec;
import java.util.List;

/** The classifiers by name: clafic, subspace, knn(k=3), logistic(ridge=0.001). */
final class ClassifierCatalog {

  static final String SUBSPACE = "subspace";
  static final String KNN = "knn";
  static final String LOGISTIC = "logistic";

  private ClassifierCatalog() {}

  static List<String> names() {
    return List.of(Classifier.CLAFIC, SUBSPACE, KNN, LOGISTIC);
  }

  /**
   * @throws IllegalArgumentException if a name or key is unknown, or a value is not allowed
   */
  static Classifier parse(String text) {
    Spec spec = Spec.parse("classifier", text).requireName("classifier", names());
    return switch (spec.name()) {
      case KNN -> EmbeddingLearner.neighbors(spec);
      case LOGISTIC -> EmbeddingLearner.logistic(spec);
      default -> new SubspaceLearner(spec.requireKeys().text());
    };
  }
}
