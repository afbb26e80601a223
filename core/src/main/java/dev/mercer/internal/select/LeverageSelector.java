package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.GramColumns.Columns;
import dev.mercer.landmark.Leverage;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * {@link Leverage}: draws by ridge leverage scores, which are estimated by recursive sampling; if
 * rows have weights, K below stands for W^1/2 K W^1/2.
 *
 * <ol>
 *   <li>put the candidates in random order and form nested levels, each holding the first half of
 *       the level before it, down to about as many rows as landmarks are wanted; the smallest level
 *       is the first sample, with a factor of 1 for each row
 *   <li>from a sample S with factors D (which make S stand for its whole level): B = D K_SS D = V
 *       theta V', lambda = (tr B - sum of its k largest eigenvalues) / k, with k = m / (4 log m)
 *   <li>the scores of the rows of the next larger level, l_i = (k_ii - k_iS D (B + lambda I)^-1 D
 *       k_Si) / lambda
 *   <li>sample row i of that level with probability p_i = min(1, l_i log m) and give it the factor
 *       1 / sqrt(p_i); repeat with the next larger level
 *   <li>from all candidates draw m distinct ones, each next one with probability proportional to
 *       its score
 * </ol>
 *
 * Negative eigenvalues of B (from rounding, or from an indefinite kernel) count as zero. Cost:
 * about 2 n m kernel values, 4 n m^2 flops, and one eigendecomposition of order about m per level;
 * m^2 doubles and blocks of rows. The bits are the same for any number of threads.
 */
final class LeverageSelector implements Selector {

  /**
   * The least lambda, relative to the mean of the diagonal, in case the sample has no remainder.
   */
  private static final double LEAST_RIDGE = 1e-12;

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 1.4 * rows * landmarks;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int count = request.requireCandidates();
    SplittableRandom random = request.random();
    int[] order = shuffled(request, random);
    double oversampling = Math.max(1, Math.log(count));
    int effective = Math.max(1, (int) Math.ceil(count / (4 * oversampling)));
    int levels = 0;
    while (size(order.length, levels) > count) {
      levels++;
    }
    int[] sample = Arrays.copyOf(order, size(order.length, levels));
    double[] factors = new double[sample.length];
    Arrays.fill(factors, 1);
    for (int level = levels - 1; level > 0; level--) {
      int[] rows = Arrays.copyOf(order, size(order.length, level));
      double[] scores = scores(request, rows, sample, factors, effective);
      int[] places = new int[rows.length];
      int taken = 0;
      for (int i = 0; i < rows.length; i++) {
        scores[i] = Math.min(1, oversampling * scores[i]);
        if (random.nextDouble() < scores[i]) {
          places[taken++] = i;
        }
      }
      if (taken == 0) {
        // All scores are so small that nothing was drawn: any of these rows will do.
        taken = Math.min(count, rows.length);
        Arrays.setAll(places, i -> i);
        Arrays.fill(scores, (double) taken / rows.length);
      }
      sample = new int[taken];
      factors = new double[taken];
      for (int j = 0; j < taken; j++) {
        sample[j] = rows[places[j]];
        factors[j] = 1 / Math.sqrt(scores[places[j]]);
      }
    }
    double[] masses = new double[request.size()];
    double[] scores = scores(request, order, sample, factors, effective);
    for (int i = 0; i < order.length; i++) {
      masses[order[i]] = scores[i];
    }
    return drawn(request, masses, random);
  }

  /** Number of candidates in a level, which is halved as many times as the level's number. */
  private static int size(int candidates, int level) {
    return (int) (((long) candidates + (1L << level) - 1) >> level);
  }

  /** Rows of positive weight in random order (Fisher and Yates). */
  private static int[] shuffled(SelectionRequest request, SplittableRandom random) {
    int[] rows = new int[request.candidates()];
    int filled = 0;
    for (int i = 0; i < request.size(); i++) {
      if (request.weight(i) > 0) {
        rows[filled++] = i;
      }
    }
    for (int i = rows.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int row = rows[i];
      rows[i] = rows[j];
      rows[j] = row;
    }
    return rows;
  }

  /**
   * Exactly as many landmarks as wanted: rows whose score is zero are added at the end, in order.
   */
  private static Landmarks drawn(
      SelectionRequest request, double[] masses, SplittableRandom random) {
    int[] rows = WeightedDraws.distinct(masses, request.count(), random);
    int taken = rows.length;
    rows = Arrays.copyOf(rows, request.count());
    for (int i = 0; i < masses.length && taken < rows.length; i++) {
      if (!(masses[i] > 0) && request.weight(i) > 0) {
        rows[taken++] = i;
      }
    }
    return Landmarks.ofRows(request.gram(), rows, null);
  }

  /**
   * Ridge leverage scores of some rows, estimated from a sample.
   *
   * @param factors one per row of the sample
   * @param effective k, the number of largest eigenvalues that the ridge leaves out
   * @return one score per row, never negative
   */
  static double[] scores(
      SelectionRequest request, int[] rows, int[] sample, double[] factors, int effective) {
    GramColumns gram = request.gram();
    Blas blas = gram.workers().blas();
    int s = sample.length;
    double[] scale = new double[s];
    Arrays.setAll(scale, j -> factors[j] * Math.sqrt(request.weight(sample[j])));
    Columns columns = gram.of(sample);
    double[] vectors = columns.among();
    for (int i = 0; i < s; i++) {
      for (int j = 0; j < s; j++) {
        vectors[i * s + j] *= scale[i] * scale[j];
      }
    }
    double[] eigenvalues = new double[s];
    blas.symmetricEigen(s, vectors, eigenvalues);
    double lambda = ridge(eigenvalues, effective);
    // Row j becomes D v_j / sqrt(theta_j + lambda): then l_i = (k_ii - |row products|^2) / lambda.
    for (int j = 0; j < s; j++) {
      double root = Math.sqrt(Math.max(0, eigenvalues[j]) + lambda);
      for (int c = 0; c < s; c++) {
        vectors[j * s + c] *= scale[c] / root;
      }
    }
    return quadraticForms(request, rows, columns, vectors, lambda);
  }

  /**
   * (trace - sum of the {@code effective} largest) / effective; eigenvalues are in ascending order.
   */
  private static double ridge(double[] eigenvalues, int effective) {
    double rest = 0;
    double trace = 0;
    for (int i = 0; i < eigenvalues.length; i++) {
      double value = Math.max(0, eigenvalues[i]);
      trace += value;
      rest += i < eigenvalues.length - effective ? value : 0;
    }
    double least = LEAST_RIDGE * trace / eigenvalues.length;
    return Math.max(Math.max(rest / effective, least), Double.MIN_NORMAL);
  }

  private static double[] quadraticForms(
      SelectionRequest request, int[] rows, Columns columns, double[] vectors, double lambda) {
    GramColumns gram = request.gram();
    Blas blas = gram.workers().blas();
    double[] diagonal = gram.diagonal();
    int s = columns.count();
    double[] result = new double[rows.length];
    double[][] values = new double[gram.workers().threads()][];
    double[][] products = new double[gram.workers().threads()][];
    int step = GramColumns.BLOCK_ROWS;
    gram.workers()
        .run(
            (rows.length + step - 1) / step,
            (index, worker) -> {
              int first = index * step;
              int height = Math.min(step, rows.length - first);
              if (values[worker] == null) {
                values[worker] = new double[step * s];
                products[worker] = new double[step * s];
              }
              columns.fill(rows, first, height, values[worker], 0, worker);
              View product = View.of(products[worker], height, s);
              blas.product(View.of(values[worker], height, s), View.of(vectors, s, s).t(), product);
              for (int i = 0; i < height; i++) {
                double left = diagonal[rows[first + i]];
                for (int j = i * s; j < (i + 1) * s; j++) {
                  left -= products[worker][j] * products[worker][j];
                }
                double score = request.weight(rows[first + i]) * left / lambda;
                result[first + i] = Math.max(0, score);
              }
            });
    return result;
  }
}
