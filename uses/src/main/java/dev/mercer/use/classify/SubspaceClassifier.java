package dev.mercer.use.classify;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.kernel.Kernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One kernel PCA per class; a row belongs to the class whose subspace is nearest (SK section 6.4,
 * (48) with argmin where the paper prints argmax).
 *
 * <ol>
 *   <li>a scaling, and a kernel width that was left open, are learned once from all rows, because
 *       distances to subspaces of different feature spaces could not be compared
 *   <li>each class is fitted to its rows alone; a row with several labels takes part in each of
 *       these fits
 *   <li>the distance of phi(x) to c_i + span U_i, see {@link Subspace}; the smallest wins, and ties
 *       go to the first class. Without centering, and with the same k(x,x) for all x, the winner is
 *       the class with the largest |P_i phi(x)|^2
 * </ol>
 *
 * With the linear kernel this is CLAFIC (whose classical form is not centered). The center c_i is
 * the one of the model: for landmark methods the best approximation of the class mean in their
 * span.
 *
 * <p>Classes can be added and removed without touching the others: {@link #with}, {@link #without}.
 * Cost of a prediction: one kernel value per point of each class and 2 r flops more for it. Fails
 * if a class has fewer rows than the rank.
 */
public final class SubspaceClassifier implements FittedClassifier {

  static final String MEASURE = "distance";

  private static final int BLOCK = 4032;

  private final PcaSettings settings; // with the kernel width already chosen
  private final Scaling scaling;
  private final List<String> names;
  private final List<Subspace> subspaces;

  private SubspaceClassifier(
      PcaSettings settings, Scaling scaling, List<String> names, List<Subspace> subspaces) {
    this.settings = settings;
    this.scaling = scaling;
    this.names = List.copyOf(names);
    this.subspaces = List.copyOf(subspaces);
  }

  /**
   * Fits a model for every class.
   *
   * @param rows before any scaling
   * @param threads how many to use; results do not depend on it
   * @throws IllegalArgumentException if there are fewer than two classes, or one has fewer rows
   *     than the rank
   */
  public static SubspaceClassifier fit(
      PcaSettings settings, Rows rows, LabelSets labels, int threads) {
    try (Workers workers = Workers.of(threads)) {
      return fit(settings, rows, labels, workers);
    }
  }

  private static SubspaceClassifier fit(
      PcaSettings settings, Rows rows, LabelSets labels, Workers workers) {
    requireClasses(rows, labels);
    String kind = settings.base().scaling();
    Scaling scaling = kind.equals("none") ? null : Scaling.learn(kind, rows, null);
    Rows seen = scaling == null ? rows : DenseRows.copyOf(new ScaledRows(rows, scaling));
    PcaSettings settled = settings.settled(seen);
    requireRank(settled, labels);
    List<Subspace> subspaces = new ArrayList<>();
    for (int k = 0; k < labels.names().size(); k++) {
      // A copy, because a fit reads its rows many times.
      Rows own = DenseRows.copyOf(seen.select(labels.rowsOf(k)));
      subspaces.add(subspace(settled, labels.names().get(k), own, scaling, workers));
    }
    return new SubspaceClassifier(settled, scaling, labels.names(), subspaces);
  }

  static void requireClasses(Rows rows, LabelSets labels) {
    if (labels.rows() != rows.count()) {
      throw new IllegalArgumentException(
          labels.rows() + " labels for " + rows.count() + " rows; give one a row");
    }
    if (labels.names().size() < 2) {
      throw new IllegalArgumentException(
          "all rows have the label '"
              + labels.names().get(0)
              + "'; classification needs at least two classes");
    }
  }

  private static void requireRank(PcaSettings settings, LabelSets labels) {
    int[] sizes = labels.sizes();
    int smallest = 0;
    for (int k = 1; k < sizes.length; k++) {
      smallest = sizes[k] < sizes[smallest] ? k : smallest;
    }
    int rank = settings.base().rank();
    if (sizes[smallest] < rank) {
      throw tooSmall(labels.names().get(smallest), sizes[smallest], rank);
    }
  }

  private static IllegalArgumentException tooSmall(String name, int rows, int rank) {
    return new IllegalArgumentException(
        "class '"
            + name
            + "' has "
            + rows
            + (rows == 1 ? " row" : " rows")
            + ", fewer than the rank "
            + rank
            + "; ask for at most rank "
            + rows
            + ", or leave the class out");
  }

  private static Subspace subspace(
      PcaSettings settings, String name, Rows rows, Scaling scaling, Workers workers) {
    String who = "class '" + name + "' (" + rows.count() + " rows): ";
    try {
      return Subspace.of(settings.forRows(rows.count()).fitScaled(rows, null, scaling), workers);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(who + e.getMessage(), e);
    } catch (NumericalException e) {
      throw new NumericalException(who + e.getMessage(), e);
    }
  }

  /**
   * A classifier with one more class, or with new rows for an existing class; the others are not
   * fitted again. Scaling and kernel width stay as they were learned at first.
   */
  public SubspaceClassifier with(String name, Rows rows, int threads) {
    int rank = settings.base().rank();
    if (rows.count() < rank) {
      throw tooSmall(name, rows.count(), rank);
    }
    Rows seen = scaling == null ? rows : DenseRows.copyOf(new ScaledRows(rows, scaling));
    Subspace added;
    try (Workers workers = Workers.of(threads)) {
      added = subspace(settings, name, seen, scaling, workers);
    }
    Set<String> all = new HashSet<>(names);
    all.add(name);
    List<String> ordered = LabelSets.sorted(all);
    List<Subspace> changed = new ArrayList<>();
    for (String each : ordered) {
      changed.add(each.equals(name) ? added : subspaces.get(names.indexOf(each)));
    }
    return new SubspaceClassifier(settings, scaling, ordered, changed);
  }

  /** A classifier without one of the classes. */
  public SubspaceClassifier without(String name) {
    int place = place(name);
    if (names.size() == 2) {
      throw new IllegalArgumentException(
          "without class '" + name + "' only one is left; a classifier needs two");
    }
    List<String> fewer = new ArrayList<>(names);
    List<Subspace> others = new ArrayList<>(subspaces);
    fewer.remove(place);
    others.remove(place);
    return new SubspaceClassifier(settings, scaling, fewer, others);
  }

  private int place(String name) {
    int place = names.indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException(
          "there is no class '" + name + "'; the classes are " + String.join(", ", names));
    }
    return place;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public List<KernelPcaModel> models() {
    return subspaces.stream().map(Subspace::model).toList();
  }

  /** The model of one class. */
  public KernelPcaModel model(String name) {
    return subspaces.get(place(name)).model();
  }

  /** The squared distances of rows to the subspaces, one column per class. */
  public Matrix distances(Rows rows, int threads) {
    return distances(rows, new int[] {Integer.MAX_VALUE}, threads).get(0);
  }

  /** The squared distances for several ranks, from one pass over the points. */
  public List<Matrix> distances(Rows rows, int[] ranks, int threads) {
    try (Workers workers = Workers.of(threads)) {
      return distances(rows, ranks, workers);
    }
  }

  private List<Matrix> distances(Rows rows, int[] ranks, Workers workers) {
    Rows seen = scaling == null ? rows : new ScaledRows(rows, scaling);
    int n = rows.count();
    int classes = names.size();
    Integer[] ascending = ascending(ranks);
    double[][] all = new double[ranks.length][Math.multiplyExact(n, classes)];
    double[] own = diagonal(seen);
    for (int k = 0; k < classes; k++) {
      Subspace subspace = subspaces.get(k);
      ModelScorer scorer = ModelScorer.of(subspace.frame(), Precision.DOUBLE, n, workers);
      int[] axes = new int[ranks.length];
      Arrays.setAll(axes, i -> subspace.axes(ranks[ascending[i]]));
      int width = subspace.frame().rank();
      double[] row = new double[ranks.length];
      for (int first = 0; first < n; first += BLOCK) {
        int count = Math.min(BLOCK, n - first);
        double[] scores = scorer.scoreScaled(new RowSlice(seen, first, count)).values();
        for (int i = 0; i < count; i++) {
          subspace.distances(scores, i * width, own[first + i], axes, row);
          for (int r = 0; r < ranks.length; r++) {
            all[ascending[r]][(first + i) * classes + k] = usable(first + i, row[r]);
          }
        }
      }
    }
    return Arrays.stream(all).map(values -> Matrix.wrap(n, classes, values)).toList();
  }

  /** A value below zero by rounding becomes zero; indefinite kernels do have negative squares. */
  private double usable(int row, double distance) {
    if (!Double.isFinite(distance)) {
      throw new IllegalArgumentException(
          "row "
              + row
              + " has no distance to a subspace ("
              + distance
              + "): every value must be finite, and its square within the range of doubles");
    }
    return kernel().positiveSemidefinite() ? Math.max(0, distance) : distance;
  }

  private Kernel kernel() {
    return subspaces.get(0).model().kernel();
  }

  private static Integer[] ascending(int[] ranks) {
    Integer[] order = new Integer[ranks.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Integer.compare(ranks[i], ranks[j]));
    return order;
  }

  /** k(x, x) of every row. */
  private double[] diagonal(Rows rows) {
    Kernel kernel = kernel();
    double[] result = new double[rows.count()];
    double[] x = new double[rows.columns()];
    for (int i = 0; i < result.length; i++) {
      rows.copy(i, 1, x, 0);
      result[i] = kernel.diagonal(x);
    }
    return result;
  }

  @Override
  public List<Predictions> predict(Rows rows, int[] ranks, int threads) {
    return distances(rows, ranks, threads).stream()
        .map(values -> new Predictions(names, nearest(values), MEASURE, values))
        .toList();
  }

  /** The column of the smallest value in each row; ties go to the first column. */
  private static int[] nearest(Matrix distances) {
    int classes = distances.columns();
    double[] values = distances.values();
    int[] result = new int[distances.rows()];
    for (int i = 0; i < result.length; i++) {
      for (int k = 1; k < classes; k++) {
        if (values[i * classes + k] < values[i * classes + result[i]]) {
          result[i] = k;
        }
      }
    }
    return result;
  }
}
