package dev.mercer.use.discriminant;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.fit.LandmarkChoice;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.method.Landmarking;
import dev.mercer.use.classify.ClassLabels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What both discriminants do before and after their own computation: check the labels, choose
 * landmarks and express the rows by them; then make a model from the axes.
 */
final class DiscriminantRun {

  static final String NO_CERTIFICATE =
      "a discriminant estimates no principal components: its eigenvalues are ratios of scatters,"
          + " which no bound of this program is about";

  private final Problem problem;
  private final ClassLabels labels;
  private final Ridge ridge;
  private final Landmarking landmarking;
  private final LandmarkChoice chosen;
  private final LabeledFeatures features;
  private final int[][] rowsOfClass;
  private final double[] weightOfClass;

  /**
   * @param landmarking null to use all rows
   */
  DiscriminantRun(Problem problem, ClassLabels labels, Ridge ridge, Landmarking landmarking) {
    check(problem, labels);
    this.problem = problem;
    this.labels = labels;
    this.ridge = ridge;
    this.landmarking = landmarking;
    this.chosen = LandmarkChoice.of(problem, landmarking);
    this.features =
        stage(
            "features",
            () ->
                new LabeledFeatures(problem, chosen, ridge.ofCoefficients(), landmarking == null));
    this.rowsOfClass = new int[labels.classes()][];
    this.weightOfClass = new double[labels.classes()];
    for (int c = 0; c < labels.classes(); c++) {
      rowsOfClass[c] = features.weighted(labels.rowsOf(c));
      weightOfClass[c] = features.weightOf(rowsOfClass[c]);
    }
  }

  /** Checks everything that needs no computation; plans call it too. */
  static void check(Problem problem, ClassLabels labels) {
    if (labels.rows() != problem.rows().count()) {
      throw new IllegalArgumentException(
          labels.rows() + " labels for " + problem.rows().count() + " rows; give one a row");
    }
    if (problem.target().byVariance()) {
      throw new IllegalArgumentException(
          "discriminants explain no share of the variance; ask for a number of components");
    }
    List<String> present = present(problem, labels);
    if (present.size() < 2) {
      throw new IllegalArgumentException(
          "every row is of class '"
              + present.get(0)
              + "'; a discriminant needs rows of at least two classes: check the label column and"
              + " which classes are kept");
    }
  }

  /** The classes that have at least one row of positive weight. */
  static List<String> present(Problem problem, ClassLabels labels) {
    boolean[] seen = new boolean[labels.classes()];
    for (int i = 0; i < labels.rows(); i++) {
      seen[labels.code(i)] |= problem.weights() == null || problem.weights()[i] > 0;
    }
    List<String> result = new ArrayList<>();
    for (int c = 0; c < seen.length; c++) {
      if (seen[c]) {
        result.add(labels.names().get(c));
      }
    }
    return result;
  }

  LabeledFeatures features() {
    return features;
  }

  int classes() {
    return rowsOfClass.length;
  }

  /** The sum of all weights. */
  double weight() {
    return problem.weightSum();
  }

  /** The rows of a class that have a positive weight. */
  int[] rows(int code) {
    return rowsOfClass[code];
  }

  /** The rows with a positive weight that meet a condition, in ascending order. */
  int[] rows(java.util.function.IntPredicate which) {
    int[] some = java.util.stream.IntStream.range(0, labels.rows()).filter(which).toArray();
    return features.weighted(some);
  }

  /** The sum of the weights of a class. */
  double weight(int code) {
    return weightOfClass[code];
  }

  /** Runs a stage of the fit and counts the kernel values between the rows and the landmarks. */
  <T> T stage(String name, java.util.function.Supplier<T> work) {
    return problem
        .stages()
        .run(
            name,
            LandmarkChoice.bytes(problem, chosen.landmarks().count()),
            () -> {
              long before = chosen.gram().evaluations();
              T result = work.get();
              problem.stages().evaluated(chosen.gram().evaluations() - before);
              return result;
            });
  }

  /**
   * The model with these axes.
   *
   * @param center the point of feature space from which scores are measured
   * @param amount the ridge that was added
   * @param facts further entries of the report
   */
  Solution solution(
      ScatterPencil.Axes axes, double[] center, double amount, Map<String, Object> facts) {
    int rank = axes.values().length;
    if (rank == 0) {
      throw new NumericalException(
          "the classes do not differ in feature space: no axis has a ratio above rounding; check"
              + " the labels, the scaling and the kernel's width");
    }
    Landmarks landmarks = chosen.landmarks();
    int k = features.size();
    double[] coefficients = features.coefficients(axes.directions(), rank);
    boolean[] turned = Components.fixSigns(landmarks.count(), rank, coefficients);
    double[] offset = new double[rank];
    LabeledFeatures.Center middle = null;
    if (problem.center()) {
      middle = features.center(center);
      for (int c = 0; c < rank; c++) {
        double sum = 0;
        for (int i = 0; i < k; i++) {
          sum += axes.directions()[i * rank + c] * center[i];
        }
        offset[c] = turned[c] ? -sum : sum;
      }
    }
    boolean given = !problem.kernel().hasPoints();
    int n = problem.rows().count();
    int asked = problem.target().rank();
    Rows points = given ? null : landmarks.points();
    Solution.Center from =
        middle == null
            ? Solution.Center.ORIGIN
            : new Solution.Center(
                given ? spread(middle.coefficients(), 1) : middle.coefficients(),
                middle.squaredNorm());
    return new Solution(
        new Solution.Axes(
            axes.values(),
            given
                ? Matrix.wrap(n, rank, spread(coefficients, rank))
                : Matrix.wrap(landmarks.count(), rank, coefficients),
            offset,
            from,
            Solution.Support.pointsOrRows(points)),
        new Solution.Quality(
            new Solution.RankAsked(
                asked,
                rank < asked ? "only " + rank + " ratios of scatters are above rounding" : null),
            Double.NaN,
            Double.NaN,
            Solution.Assurance.none(NO_CERTIFICATE)),
        new Solution.Provenance(
            new Solution.OperatorUse("landmarks", "double", 0.0),
            Solution.SolverUse.dense(),
            landmarking == null
                ? null
                : new Solution.LandmarkUse(
                    landmarking.selector().spec(), landmarks.count(), landmarks.rows(), null, null),
            notes(),
            facts(amount, facts)));
  }

  private Map<String, Object> facts(double amount, Map<String, Object> more) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("classes", labels.names());
    facts.put("classWeights", weightOfClass);
    facts.putAll(more);
    facts.put("ridge", amount);
    facts.put("penalty", ridge.ofCoefficients() ? "coefficients" : "norm");
    return facts;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(chosen.notes());
    if (features.dropped() > 0) {
      notes.add(
          features.dropped()
              + " of "
              + chosen.landmarks().count()
              + " points add nothing to the others (cut-off "
              + LandmarkFactor.CUT_OFF
              + " of the largest) and have no part in the axes");
    }
    for (int c = 0; c < weightOfClass.length; c++) {
      if (weightOfClass[c] == 0) {
        notes.add("class '" + labels.names().get(c) + "' has no row of positive weight");
      }
    }
    return notes;
  }

  /** With a precomputed matrix the points are all rows: those without a landmark get zeros. */
  private double[] spread(double[] values, int columns) {
    double[] result = new double[Math.multiplyExact(problem.rows().count(), columns)];
    int[] rows = chosen.landmarks().rows();
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(values, i * columns, result, rows[i] * columns, columns);
    }
    return result;
  }

  /** The trace of a matrix. */
  static double trace(int size, double[] matrix) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += matrix[i * size + i];
    }
    return sum;
  }

  /** Divides all entries by a number, in place. */
  static double[] divided(double[] matrix, double by) {
    Arrays.setAll(matrix, i -> matrix[i] / by);
    return matrix;
  }
}
