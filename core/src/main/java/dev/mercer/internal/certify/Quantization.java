package dev.mercer.internal.certify;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.GramTiles;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.linalg.Eigenpairs;
import java.util.Arrays;

/**
 * Measures how much has changed because rows were replaced by weighted centers, which are rows too
 * [RS (20), (22), Theorems 5.2 and 5.4].
 *
 * <p>With w the weights of the rows, v those of the centers on their rows, q = w - v, N = sum w:
 *
 * <ol>
 *   <li>one pass over the tiles of K: K w, K q, and q'(K o K) q with K o K the squared entries
 *   <li>MMD^2 = q'K q / N^2; |K_n - Kbar_n|^2 = q'(K o K) q / N^2, and centered, with mu and nu the
 *       mean features and d = mu - nu, also -2/N sum q_i &lt;phi_i, d&gt; &lt;phi_i, mu + nu&gt; +
 *       |mu d' + d nu'|^2. The weights are subtracted before anything is multiplied, so that rows
 *       which are their own center cause no loss of digits.
 *   <li>{@link #eigenvalueDifference}: all eigenvalues of both matrices, divided by N
 *   <li>{@link #projectionDifference}: |P - Pbar|_HS^2 = 2 |(I - P) Ubar|^2, where the coefficients
 *       of (I - P) Ubar are computed first and then its length
 * </ol>
 *
 * Cost: n^2/2 kernel values for the first two, 4/3 n^3 flops and as many kernel values for each of
 * the others. The order of all sums does not depend on the number of threads.
 */
public final class Quantization {

  /** A squared relative difference below this may be mere rounding of the kernel values. */
  private static final double NOISE = 64 * Math.ulp(1.0);

  private final GramColumns gram;
  private final double[] weights;
  private final double[] centerWeights;
  private final int[] centers;
  private final View centerGram; // K_C
  private final boolean center;
  private final double scale;
  private final double sum;
  private final Blas blas;

  /**
   * @param weights of the rows, null for ones
   * @param landmarks rows with weights
   * @param center whether the features are centered
   */
  public Quantization(GramColumns gram, double[] weights, Landmarks landmarks, boolean center) {
    this.gram = gram;
    this.blas = gram.workers().blas();
    this.weights = new double[gram.size()];
    Arrays.setAll(this.weights, i -> weights == null ? 1 : weights[i]);
    this.centers = landmarks.rows();
    this.centerWeights = landmarks.weights().clone();
    this.center = center;
    this.sum = Arrays.stream(this.weights).sum();
    this.centerGram = View.of(landmarks.columns(gram).among(), centers.length, centers.length);
    // The kernel is divided by its largest value, so that its scale cannot cause an overflow.
    double largest = 0;
    for (int c = 0; c < centers.length; c++) {
      largest = Math.max(largest, centerGram.get(c, c));
    }
    this.scale = largest;
  }

  /** Bytes held during the pass over all tiles. */
  public static long passBytes(GramColumns gram) {
    int n = gram.size();
    int tile = new TileGrid(n).tileRows();
    int threads = gram.workers().threads();
    return 8L * 10 * n
        + dev.mercer.internal.gram.KernelOperator.productBytes(n, 2, threads)
        + TiledGram.bytes(n, false, threads)
        + KernelTiles.bytes(gram.rows(), gram.kernel(), false, tile, threads);
  }

  /** Bytes of the whole matrix of the rows and of the matrices of this many centers. */
  public static long matrixBytes(int rows, int centers) {
    return 8L * rows * rows + 2L * 8 * centers * centers;
  }

  /** Passes on the tiles of another source and sums q'(K o K) q over them on the way. */
  private static final class SquaredTiles implements GramTiles {

    private final GramTiles source;
    private final double[] vector;
    private final double inverse;
    private final TileGrid grid;
    private final double[] sums;

    SquaredTiles(GramTiles source, double[] vector, double scale) {
      this.source = source;
      this.vector = vector;
      this.inverse = 1 / scale;
      this.grid = new TileGrid(source.size());
      this.sums = new double[grid.tiles()];
    }

    @Override
    public int size() {
      return source.size();
    }

    @Override
    public void tile(
        int firstRow,
        int rows,
        int firstColumn,
        int columns,
        double[] out,
        boolean zeros,
        int worker) {
      source.tile(firstRow, rows, firstColumn, columns, out, zeros, worker);
      double total = 0;
      for (int i = 0; i < rows; i++) {
        double factor = vector[firstRow + i];
        if (factor != 0) {
          double line = 0;
          for (int j = 0; j < columns; j++) {
            double value = out[i * columns + j] * inverse;
            line += vector[firstColumn + j] * value * value;
          }
          total += factor * line;
        }
      }
      int one = firstRow / grid.tileRows();
      int other = firstColumn / grid.tileRows();
      int index = grid.index(Math.max(one, other), Math.min(one, other));
      sums[index] = one == other ? total : 2 * total;
    }

    @Override
    public void tile(
        int firstRow,
        int rows,
        int firstColumn,
        int columns,
        float[] out,
        boolean zeros,
        int worker) {
      throw new UnsupportedOperationException("measured in double only");
    }

    @Override
    public void columns(int[] chosen, double[] into, Workers workers) {
      source.columns(chosen, into, workers);
    }

    @Override
    public double[] diagonal() {
      return source.diagonal();
    }

    @Override
    public long evaluations() {
      return source.evaluations();
    }

    /** vector'(K o K) vector, of the scaled kernel. */
    double quadratic() {
      return Arrays.stream(sums).sum();
    }
  }

  private GramTiles tiles() {
    int tile = new TileGrid(gram.size()).tileRows();
    return new KernelTiles(gram.rows(), gram.kernel(), false, tile, gram.workers());
  }

  /**
   * The distances between the means and between the operators, 0 where they are no larger than
   * rounding.
   *
   * @param operatorHigh upper bound of the distance between the operators, rounding included
   */
  public record Differences(double mmd, double operator, double operatorHigh) {}

  /** Measures both differences in one pass over all tiles. */
  public Differences differences() {
    int n = gram.size();
    double[] x = new double[2 * n]; // w/N and q/N
    double[] moved = new double[n];
    for (int i = 0; i < n; i++) {
      moved[i] = weights[i] / sum;
      x[2 * i] = weights[i] / sum;
    }
    for (int c = 0; c < centers.length; c++) {
      moved[centers[c]] -= centerWeights[c] / sum;
    }
    for (int i = 0; i < n; i++) {
      x[2 * i + 1] = moved[i];
    }
    SquaredTiles squared = new SquaredTiles(tiles(), moved, scale);
    double[] y = new double[2 * n]; // <phi_i, mu>, <phi_i, mu - nu>
    new TiledGram(squared, false, gram.workers()).apply(2, x, y);
    gram.count(squared.evaluations());
    double meanSquared = 0;
    double meanWithDifference = 0;
    double differenceSquared = 0;
    double cross = 0;
    for (int i = 0; i < n; i++) {
      double withMean = y[2 * i] / scale;
      double withDifference = y[2 * i + 1] / scale;
      meanSquared += x[2 * i] * withMean;
      meanWithDifference += x[2 * i] * withDifference;
      differenceSquared += moved[i] * withDifference;
      cross += moved[i] * withDifference * (2 * withMean - withDifference);
    }
    differenceSquared = Math.max(0, differenceSquared);
    double operator = squared.quadratic();
    if (center) {
      double otherSquared = meanSquared - 2 * meanWithDifference + differenceSquared;
      double otherWithDifference = meanWithDifference - differenceSquared;
      operator +=
          -2 * cross
              + differenceSquared * (meanSquared + otherSquared)
              + 2 * meanWithDifference * otherWithDifference;
    }
    return new Differences(
        Math.sqrt(scale) * length(differenceSquared),
        scale * length(operator),
        scale * Math.sqrt(Math.max(0, operator) + NOISE));
  }

  private static double length(double squared) {
    return squared <= NOISE ? 0 : Math.sqrt(squared);
  }

  /** The eigenvalues number D and D + 1 of Kbar_n, each 0 if there are not so many centers. */
  public double[] quantizedPair(int rank) {
    int m = centers.length;
    double[] values =
        Eigenpairs.leadingAlone(matrixOfCenters(), Math.min(m, rank + 1), blas).values();
    return new double[] {
      rank <= m ? scale * values[rank - 1] : 0, rank < m ? scale * Math.max(0, values[rank]) : 0
    };
  }

  /** V^1/2 K_C V^1/2 / N, centered. */
  private View matrixOfCenters() {
    int m = centers.length;
    View matrix = View.zeros(m, m);
    double[] unit = new double[m];
    Arrays.setAll(unit, c -> Math.sqrt(centerWeights[c] / sum));
    double[] product = new double[m];
    double quadratic = 0;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double value = unit[i] * unit[j] * (centerGram.get(i, j) / scale);
        matrix.set(i, j, value);
        product[i] += value * unit[j];
      }
      quadratic += unit[i] * product[i];
    }
    for (int i = 0; center && i < m; i++) {
      for (int j = 0; j < m; j++) {
        double value = matrix.get(i, j) + unit[i] * unit[j] * quadratic;
        matrix.set(i, j, value - (unit[i] * product[j] + product[i] * unit[j]));
      }
    }
    return matrix;
  }

  /** W^1/2 K W^1/2, centered, lower triangle. */
  private View matrixOfRows() {
    int n = gram.size();
    View matrix = View.zeros(n, n);
    GramTiles tiles = tiles();
    new CenteredOperator(
            new TiledGram(tiles, false, gram.workers()), weights, center, gram.workers())
        .copyLower(matrix.values());
    gram.count(tiles.evaluations());
    double factor = 1 / (scale * sum);
    for (int i = 0; i < n * n; i++) {
      matrix.values()[i] *= factor;
    }
    return matrix;
  }

  /** sum (lambda_i - lambdabar_i)^2 over all eigenvalues of the two matrices over N. */
  public double eigenvalueDifference() {
    double[] values = allValues(matrixOfRows());
    double[] quantized = allValues(matrixOfCenters());
    double squared = 0;
    for (int i = 0; i < values.length; i++) {
      double other = i < quantized.length ? quantized[quantized.length - 1 - i] : 0;
      double difference = values[values.length - 1 - i] - other;
      squared += difference * difference;
    }
    return scale * scale * squared;
  }

  private double[] allValues(View matrix) {
    double[] values = new double[matrix.rows()];
    blas.symmetricEigenvalues(values.length, matrix.values(), values);
    Arrays.sort(values);
    return values;
  }

  /**
   * |P - Pbar|_HS of the leading eigenspaces.
   *
   * @return NaN if there are fewer eigenvalues above rounding than the rank
   */
  public double projectionDifference(int rank) {
    int n = gram.size();
    int m = centers.length;
    if (rank > m) {
      return Double.NaN;
    }
    Eigenpairs exact = Eigenpairs.leadingAlone(matrixOfRows(), rank, blas);
    Eigenpairs quantized = Eigenpairs.leadingAlone(matrixOfCenters(), rank, blas);
    double cutOff = n * Math.ulp(1.0);
    if (!(exact.values()[rank - 1] > cutOff) || !(quantized.values()[rank - 1] > cutOff)) {
      return Double.NaN;
    }
    View u = View.zeros(n, rank); // coefficients of the axes, the last one first
    View ubar = View.zeros(n, rank);
    for (int c = 0; c < rank; c++) {
      int from = rank - 1 - c;
      double root = 1 / Math.sqrt(exact.values()[from] * sum);
      for (int i = 0; i < n; i++) {
        u.set(i, c, Math.sqrt(weights[i]) * exact.vectors().get(i, from) * root);
      }
      double otherRoot = 1 / Math.sqrt(quantized.values()[from] * sum);
      for (int i = 0; i < m; i++) {
        double share = Math.sqrt(centerWeights[i]);
        ubar.set(centers[i], c, share * quantized.vectors().get(i, from) * otherRoot);
      }
    }
    View inner = blas.product(u.t(), product(ubar)); // U'Ubar
    blas.add(-1, u, inner, ubar); // what lies outside of U
    double squared = blas.dot(ubar, product(ubar));
    return Math.sqrt(2 * Math.max(0, squared));
  }

  /** K V of the scaled kernel. */
  private View product(View vectors) {
    View result = View.zeros(vectors.height(), vectors.width());
    GramTiles tiles = tiles();
    new TiledGram(tiles, false, gram.workers())
        .apply(vectors.width(), vectors.values(), result.values());
    gram.count(tiles.evaluations());
    for (int i = 0; i < result.values().length; i++) {
      result.values()[i] /= scale;
    }
    return result;
  }
}
