package dev.mercer.use.classify;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.internal.spec.Spec;
import java.util.ArrayList;
import java.util.List;

/**
 * The classifiers {@code knn} and {@code logistic}: kernel PCA of the training rows, then a learner
 * on the scores. With {@code on=rows} the learner works on the scaled rows themselves, for
 * comparison.
 */
final class EmbeddingLearner implements Classifier {

  private static final String ON = "on";
  private static final String SCORES = "scores";
  private static final String ROWS = "rows";
  private static final String PROBABILITY = "probability";
  private static final int MOST_NEIGHBORS = 1_000_000;
  private static final double DEFAULT_RIDGE = 1e-3;

  /** Learns from some vectors and predicts the classes of others. */
  private interface Learner {
    Predictions predict(Matrix train, ClassLabels labels, Matrix unseen, int threads);
  }

  private final String spec;
  private final boolean onScores;
  private final String measure;
  private final Learner learner;

  private EmbeddingLearner(Spec spec, String measure, Learner learner) {
    this.measure = measure;
    this.spec = spec.text();
    this.onScores = spec.choice(ON, SCORES, List.of(SCORES, ROWS)).equals(SCORES);
    this.learner = learner;
  }

  /** knn(k=3): a vote of the k nearest neighbors. */
  static Classifier neighbors(Spec spec) {
    int neighbors = spec.requireKeys("k", ON).integer("k", 3, 1, MOST_NEIGHBORS);
    return new EmbeddingLearner(
        spec,
        null,
        (train, labels, unseen, threads) ->
            new Predictions(
                labels.names(),
                NearestNeighbors.fit(train, labels, neighbors, threads).predict(unseen),
                null,
                null));
  }

  /** logistic(ridge=0.001): multinomial logistic regression. */
  static Classifier logistic(Spec spec) {
    double ridge =
        spec.requireKeys("ridge", ON).number("ridge", DEFAULT_RIDGE, 0, Double.MAX_VALUE);
    return new EmbeddingLearner(
        spec,
        PROBABILITY,
        (train, labels, unseen, threads) -> {
          LogisticRegression fitted = LogisticRegression.fit(train, labels, ridge, threads);
          return new Predictions(
              labels.names(), fitted.predict(unseen), PROBABILITY, fitted.probabilities(unseen));
        });
  }

  @Override
  public String spec() {
    return spec;
  }

  @Override
  public boolean usesPca() {
    return onScores;
  }

  @Override
  public boolean perClass() {
    return false;
  }

  @Override
  public String measure() {
    return measure;
  }

  @Override
  public FittedClassifier fit(PcaSettings settings, Rows rows, LabelSets labels, int threads) {
    SubspaceClassifier.requireClasses(rows, labels);
    ClassLabels single = labels.single();
    return onScores
        ? new OnScores(settings, rows, single, threads)
        : new OnRows(settings, rows, single);
  }

  /** The learner on the scores of a kernel PCA; smaller ranks use only the leading scores. */
  private final class OnScores implements FittedClassifier {
    private final KernelPcaModel model;
    private final Matrix train;
    private final ClassLabels labels;

    OnScores(PcaSettings settings, Rows rows, ClassLabels labels, int threads) {
      this.model = settings.forRows(rows.count()).fit(rows);
      this.labels = labels;
      this.train = scores(rows, threads);
    }

    private Matrix scores(Rows rows, int threads) {
      try (Workers workers = Workers.of(threads)) {
        return ModelScorer.of(model, Precision.DOUBLE, rows.count(), workers).score(rows);
      }
    }

    @Override
    public List<String> names() {
      return labels.names();
    }

    @Override
    public List<KernelPcaModel> models() {
      return List.of(model);
    }

    @Override
    public List<Predictions> predict(Rows rows, int[] ranks, int threads) {
      Matrix unseen = scores(rows, threads);
      List<Predictions> result = new ArrayList<>();
      for (int rank : ranks) {
        result.add(learner.predict(leading(train, rank), labels, leading(unseen, rank), threads));
      }
      return result;
    }
  }

  /** The learner on the rows themselves, after scaling. */
  private final class OnRows implements FittedClassifier {
    private final Scaling scaling;
    private final Matrix train;
    private final ClassLabels labels;

    OnRows(PcaSettings settings, Rows rows, ClassLabels labels) {
      String kind = settings.base().scaling();
      this.scaling = kind.equals("none") ? null : Scaling.learn(kind, rows, null);
      this.labels = labels;
      this.train = scaled(rows);
    }

    private Matrix scaled(Rows rows) {
      double[] values = new double[Math.multiplyExact(rows.count(), rows.columns())];
      Rows seen = scaling == null ? rows : new ScaledRows(rows, scaling);
      seen.copy(0, rows.count(), values, 0);
      return Matrix.wrap(rows.count(), rows.columns(), values);
    }

    @Override
    public List<String> names() {
      return labels.names();
    }

    @Override
    public List<KernelPcaModel> models() {
      return List.of();
    }

    @Override
    public List<Predictions> predict(Rows rows, int[] ranks, int threads) {
      Predictions all = learner.predict(train, labels, scaled(rows), threads);
      List<Predictions> result = new ArrayList<>();
      for (int i = 0; i < ranks.length; i++) {
        result.add(all);
      }
      return result;
    }
  }

  /** The first columns of a matrix. */
  private static Matrix leading(Matrix matrix, int columns) {
    if (columns >= matrix.columns()) {
      return matrix;
    }
    double[] values = new double[matrix.rows() * columns];
    for (int i = 0; i < matrix.rows(); i++) {
      System.arraycopy(matrix.values(), i * matrix.columns(), values, i * columns, columns);
    }
    return Matrix.wrap(matrix.rows(), columns, values);
  }
}
