package dev.mercer.use.classify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How often each class was predicted for each true class, on rows that took no part in learning.
 *
 * <p>A row with several labels is correct if the predicted class is one of them, and then counts
 * for that label; otherwise it counts for its first label. Labels that were never learned have rows
 * of their own in the matrix: predictions for them are always errors.
 */
public final class ConfusionMatrix {

  private final List<String> names;
  private final int[][] counts;

  private ConfusionMatrix(List<String> names, int[][] counts) {
    this.names = names;
    this.counts = counts;
  }

  /** Counts predictions against the true labels of the same rows. */
  public static ConfusionMatrix of(LabelSets truth, Predictions predictions) {
    predictions.requireRows(truth);
    Set<String> all = new HashSet<>(truth.names());
    all.addAll(predictions.names());
    List<String> names = LabelSets.sorted(all);
    Map<String, Integer> places = places(names);
    int[][] counts = new int[names.size()][names.size()];
    for (int i = 0; i < truth.rows(); i++) {
      String predicted = predictions.name(i);
      String actual = truth.has(i, predicted) ? predicted : truth.names().get(truth.first(i));
      counts[places.get(actual)][places.get(predicted)]++;
    }
    return new ConfusionMatrix(names, counts);
  }

  /** The sum of both matrices, to combine the parts of a cross-validation. */
  public ConfusionMatrix plus(ConfusionMatrix other) {
    Set<String> all = new HashSet<>(names);
    all.addAll(other.names);
    List<String> union = LabelSets.sorted(all);
    Map<String, Integer> places = places(union);
    int[][] sum = new int[union.size()][union.size()];
    addTo(sum, places);
    other.addTo(sum, places);
    return new ConfusionMatrix(union, sum);
  }

  private void addTo(int[][] sum, Map<String, Integer> places) {
    for (int i = 0; i < names.size(); i++) {
      for (int j = 0; j < names.size(); j++) {
        sum[places.get(names.get(i))][places.get(names.get(j))] += counts[i][j];
      }
    }
  }

  private static Map<String, Integer> places(List<String> names) {
    Map<String, Integer> places = new HashMap<>();
    for (int k = 0; k < names.size(); k++) {
      places.put(names.get(k), k);
    }
    return places;
  }

  /** All classes that occur, as true or predicted ones, in order. */
  public List<String> names() {
    return names;
  }

  /** A copy of the counts, one row per true class and one column per predicted class. */
  public int[][] counts() {
    int[][] copy = new int[counts.length][];
    for (int i = 0; i < counts.length; i++) {
      copy[i] = counts[i].clone();
    }
    return copy;
  }

  /** The number of rows that were predicted. */
  public int total() {
    int sum = 0;
    for (int[] row : counts) {
      for (int count : row) {
        sum += count;
      }
    }
    return sum;
  }

  /** The number of rows that were predicted correctly. */
  public int correct() {
    int sum = 0;
    for (int k = 0; k < counts.length; k++) {
      sum += counts[k][k];
    }
    return sum;
  }

  /** The share of rows that were predicted correctly. */
  public double accuracy() {
    return (double) correct() / total();
  }

  /**
   * The binomial standard error of the accuracy, sqrt(a (1 - a) / n): how much the accuracy of the
   * same classifier would vary between test sets of this size.
   */
  public double standardError() {
    double a = accuracy();
    return Math.sqrt(a * (1 - a) / total());
  }
}
