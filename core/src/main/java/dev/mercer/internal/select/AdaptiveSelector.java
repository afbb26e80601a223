package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartialCholesky;
import dev.mercer.internal.features.RowFeatures;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Adaptive;
import java.util.List;
import java.util.SplittableRandom;

/**
 * {@link Adaptive}: draws landmarks in batches, by what the landmarks so far do not span.
 *
 * <ol>
 *   <li>compute the residual R = K - K^ of the landmarks so far (K itself at first), and from it
 *       one mass per row
 *   <li>draw a batch without replacement, with probabilities proportional to these masses; a row
 *       that is a combination of rows already drawn, up to 1e-10 of the largest diagonal entry, is
 *       not taken and does not count (for example, a row given twice)
 *   <li>repeat until there are as many landmarks as wanted, or w'r is at most tolerance times tr K
 * </ol>
 *
 * RK leaves the masses open ("a function of previously chosen columns"). Following Deshpande et al.
 * they are squared column norms of the residual; the option chooses of which matrix:
 *
 * <ul>
 *   <li>{@code norm=feature}, the default: of the features, |phi_i - P phi_i|^2 = r_i, the diagonal
 *       of R. The cost is that of {@link PivotedCholeskySelector}: n m kernel values, n m^2 flops
 *   <li>{@code norm=column}: of the Gram matrix, |R_:i|^2, as in Kumar et al. It costs n^2 / 2
 *       kernel values per batch, and the features of all rows are kept in memory
 * </ul>
 *
 * The masses are multiplied by the weights of the rows, and so are the squared entries that
 * |R_:i|^2 sums.
 */
final class AdaptiveSelector implements Selector {

  private static final int BATCHES = 10;

  private final int batch;
  private final boolean columns;

  AdaptiveSelector(Adaptive asked) {
    this.batch = asked.batch();
    this.columns = asked.columns();
  }

  static Adaptive read(Spec spec) {
    spec.requireKeys("batch", "norm");
    int batch = spec.integer("batch", 0, 0, Integer.MAX_VALUE);
    boolean byColumn =
        spec.choice("norm", "feature", List.of("feature", "column")).equals("column");
    return new Adaptive(batch, byColumn);
  }

  @Override
  public boolean stopsAtTolerance() {
    return true;
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return (double) rows * landmarks;
  }

  /** Norms of columns need the features of all rows. */
  @Override
  public long leastMemory(Rows rows, Kernel kernel, int landmarks, int threads) {
    return !columns
        ? 0
        : PartialCholesky.storedBytes(rows, kernel, landmarks, atOnce(landmarks), threads)
            + ColumnNorms.bytes(rows, kernel, threads);
  }

  private int atOnce(int count) {
    return Math.min(count, batch > 0 ? batch : (count + BATCHES - 1) / BATCHES);
  }

  @Override
  public Landmarks select(SelectionRequest asked) {
    SelectionRequest request = asked.withUnitTrace();
    int count = request.requireCandidates();
    int atOnce = atOnce(count);
    SplittableRandom random = request.random();
    PartialCholesky cholesky = new PartialCholesky(request, count, atOnce);
    ResidualStop stop = new ResidualStop(request, cholesky);
    double[] masses = null; // the masses at the beginning of the batch
    int open = 0; // how many rows the batch still needs
    while (stop.wantsMore()) {
      if (open == 0) {
        masses = columns ? columnMasses(request, cholesky) : stop.masses();
        open = Math.min(atOnce, count - cholesky.count());
      } else {
        leaveOut(masses, stop.masses());
      }
      int[] rows = WeightedDraws.distinct(masses, open, random);
      double[] features = cholesky.featuresOf(rows);
      CandidateElimination elimination =
          new CandidateElimination(
              rows.length,
              cholesky.residualAmong(rows, features),
              rows.length,
              request.gram().workers());
      for (int i = 0; i < rows.length; i++) {
        if (elimination.residual(i) > cholesky.cutOff()) {
          elimination.take(i);
        }
      }
      stop.append(
          elimination.rows(rows),
          elimination.features(features, cholesky.count()),
          elimination.factor());
      open -= elimination.taken();
    }
    return stop.landmarks();
  }

  /** Sets the mass of rows that must no longer be taken to 0. */
  private static void leaveOut(double[] masses, double[] now) {
    for (int i = 0; i < masses.length; i++) {
      masses[i] = now[i] > 0 ? masses[i] : 0;
    }
  }

  /** The masses w_i |R_:i|^2; 0 for rows that must not be taken. */
  private static double[] columnMasses(SelectionRequest request, PartialCholesky cholesky) {
    RowFeatures features = cholesky.features();
    if (features == null) {
      throw new IllegalArgumentException(
          Adaptive.NAME
              + "(norm=column) needs the features of all rows, "
              + RowFeatures.bytes(request.size(), request.count())
              + " bytes, and may hold "
              + request.memory()
              + "; allow more memory, ask for fewer landmarks, or use norm=feature");
    }
    request.requireSquares(Adaptive.NAME);
    double[] masses = ColumnNorms.squared(request, features);
    for (int i = 0; i < masses.length; i++) {
      boolean left = cholesky.residual()[i] > cholesky.cutOff();
      masses[i] = left ? request.weight(i) * masses[i] : 0;
    }
    return masses;
  }
}
