package dev.mercer.evidence.reproduce;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.use.classify.ClassLabels;
import dev.mercer.use.classify.LogisticRegression;
import dev.mercer.use.classify.NearestNeighbors;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Labeled rows that are split repeatedly into a training and a test part, each split with its own
 * seed, and the accuracies that classifiers reach on the test parts.
 */
public final class LabeledSplits {

  private final String[] labels;
  private final int testRows;
  private final int splits;
  private final long seed;
  private final Workers workers;

  /**
   * @param share of the rows that is used for testing, rounded up
   */
  public LabeledSplits(String[] labels, double share, int splits, Workers workers) {
    this(labels, share, splits, 0, workers);
  }

  /**
   * @param seed of the first split; each further split uses the next number
   */
  public LabeledSplits(String[] labels, double share, int splits, long seed, Workers workers) {
    this.labels = labels;
    this.seed = seed;
    this.testRows = (int) Math.ceil(share * labels.length);
    this.splits = splits;
    this.workers = workers;
  }

  public int testRows() {
    return testRows;
  }

  public int trainRows() {
    return labels.length - testRows;
  }

  /** Learns from some rows and predicts others. */
  public interface Classifier {
    int[] predict(Matrix rows, ClassLabels labels, Matrix unseen, Workers workers);
  }

  /** Logistic regression with the parameter C of scikit-learn. */
  public static Classifier logistic(double c) {
    return (rows, labels, unseen, workers) ->
        LogisticRegression.fit(rows, labels, 1 / (c * rows.rows()), workers.threads())
            .predict(unseen);
  }

  public static Classifier neighbors(int k) {
    return (rows, labels, unseen, workers) ->
        NearestNeighbors.fit(rows, labels, k, workers.threads()).predict(unseen);
  }

  /** The accuracy in each split, where all splits use the same rows. */
  public double[] accuracies(Matrix rows, Classifier classifier) {
    return accuracies(split -> rows, classifier);
  }

  /**
   * @param rows gives the rows for each split: always all of them, in the same order
   */
  public double[] accuracies(IntFunction<Matrix> rows, Classifier classifier) {
    double[] result = new double[splits];
    for (int split = 0; split < splits; split++) {
      int[] order = order(split);
      int[] test = Arrays.copyOf(order, testRows);
      int[] train = Arrays.copyOfRange(order, testRows, order.length);
      Matrix all = rows.apply(split);
      ClassLabels learned = ClassLabels.of(chosen(train));
      int[] predicted = classifier.predict(chosen(all, train), learned, chosen(all, test), workers);
      int right = 0;
      for (int i = 0; i < testRows; i++) {
        right += learned.names().get(predicted[i]).equals(labels[test[i]]) ? 1 : 0;
      }
      result[split] = (double) right / testRows;
    }
    return result;
  }

  /** The indices of the training rows of a split. */
  public int[] train(int split) {
    return Arrays.copyOfRange(order(split), testRows, labels.length);
  }

  private int[] order(int split) {
    SplittableRandom random = new SplittableRandom(seed + split);
    int[] order = new int[labels.length];
    for (int i = 0; i < order.length; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }

  private String[] chosen(int[] rows) {
    return Arrays.stream(rows).mapToObj(i -> labels[i]).toArray(String[]::new);
  }

  private static Matrix chosen(Matrix all, int[] rows) {
    return Matrix.of(Arrays.stream(rows).mapToObj(all::row).toArray(double[][]::new));
  }
}
