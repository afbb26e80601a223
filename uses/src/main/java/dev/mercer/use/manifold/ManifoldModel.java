package dev.mercer.use.manifold;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * A fitted manifold map, which gives coordinates to any row by the Nyström formula: f(x) =
 * (1/lambda) sum_j p(x, j) f_j.
 *
 * <p>p(x, j) is the probability of the step of the walk from x to point j. The density factor of x
 * cancels in the division by the sum over all j, so p(x, j) = u_j k(x, j) / sum_l u_l k(x, l) with
 * u_j = w_j f(q_j). For the points themselves the formula gives their own coordinates.
 *
 * <p>Cost: m kernel values and 2 m (r + 1) flops per row. Fails for rows with a negative kernel
 * value to a point (IllegalArgumentException), and for rows whose kernel values are all zero
 * ({@link NumericalException}).
 */
public final class ManifoldModel {

  private final ManifoldMap map;
  private final Kernel kernel;
  private final Rows points;
  private final int columns;
  private final double[] functions; // points x columns, coordinates before any normalization
  private final double[] pulled; // points x (columns + 1): u f / lambda, u
  private final double[] eigenvalues;
  private final SpectralClusters clusters;

  /**
   * @param points the points of the graph
   * @param clusters null for maps without clusters
   */
  private ManifoldModel(
      ManifoldMap map,
      Kernel kernel,
      Rows points,
      double[] functions,
      double[] pulled,
      double[] eigenvalues,
      SpectralClusters clusters) {
    this.map = map;
    this.kernel = kernel;
    this.points = points;
    this.columns = eigenvalues.length;
    this.functions = functions;
    this.pulled = pulled;
    this.eigenvalues = eigenvalues;
    this.clusters = clusters;
  }

  /** A model without clusters. */
  static ManifoldModel of(ManifoldMap map, Kernel kernel, Rows points, GraphSpectrum spectrum) {
    int m = points.count();
    int extra = map.usesTrivial() ? 1 : 0;
    int found = spectrum.values().length;
    int columns = found + extra;
    double[] functions = new double[m * columns];
    double[] pulled = new double[m * (columns + 1)];
    double[] eigenvalues = new double[columns];
    for (int c = 0; c < columns; c++) {
      boolean trivial = c < extra;
      double value = trivial ? 1 : spectrum.values()[c - extra];
      double scale = map.scale(value, spectrum.totalDegree());
      eigenvalues[c] = map.reported(value);
      for (int j = 0; j < m; j++) {
        double psi = trivial ? 1 : spectrum.vectors()[j * found + c - extra];
        functions[j * columns + c] = scale * psi;
        pulled[j * (columns + 1) + c] = spectrum.pull()[j] * (scale / value) * psi;
      }
    }
    for (int j = 0; j < m; j++) {
      pulled[j * (columns + 1) + columns] = spectrum.pull()[j];
    }
    return new ManifoldModel(map, kernel, points, functions, pulled, eigenvalues, null);
  }

  ManifoldModel with(SpectralClusters found) {
    return new ManifoldModel(map, kernel, points, functions, pulled, eigenvalues, found);
  }

  /** The map, which says what was made of the eigenvectors of the graph. */
  public ManifoldMap map() {
    return map;
  }

  /** The kernel that weighs the edges of the graph. */
  public Kernel kernel() {
    return kernel;
  }

  /** The points of the graph: rows of positive weight, or landmarks. */
  public Rows points() {
    return points;
  }

  /** The number of coordinates of a row. */
  public int columns() {
    return columns;
  }

  /** What the map reports of the eigenvalues of the walk, one per coordinate. */
  public double[] eigenvalues() {
    return eigenvalues.clone();
  }

  /** The coordinates of the points themselves. */
  public Matrix pointCoordinates() {
    return Matrix.wrap(points.count(), columns, normalized(functions.clone()));
  }

  /**
   * The coordinates of any rows.
   *
   * @param threads how many to use; results do not depend on it
   */
  public Matrix extend(Rows rows, int threads) {
    try (Workers workers = Workers.of(threads)) {
      return extend(rows, workers);
    }
  }

  Matrix extend(Rows rows, Workers workers) {
    int n = rows.count();
    int m = points.count();
    int width = columns + 1;
    GramColumns gram = new GramColumns(rows, kernel, (long) n * m, workers);
    GramColumns.Columns values = gram.of(points);
    double[] result = new double[Math.multiplyExact(n, columns)];
    double[][] kernelValues = new double[workers.threads()][];
    double[][] sums = new double[workers.threads()][];
    Blas blas = workers.blas();
    gram.forBlocks(
        (index, first, count, worker) -> {
          if (kernelValues[worker] == null) {
            kernelValues[worker] = new double[Math.multiplyExact(GramColumns.BLOCK_ROWS, m)];
            sums[worker] = new double[GramColumns.BLOCK_ROWS * width];
          }
          double[] block = kernelValues[worker];
          values.fill(first, count, block, 0, worker);
          requireNonnegative(block, first, count);
          double[] sum = sums[worker];
          View g = View.of(block, count, m);
          blas.product(g, View.of(pulled, m, width), View.of(sum, count, width));
          for (int i = 0; i < count; i++) {
            double degree = requireDegree(sum[i * width + columns], first + i);
            for (int c = 0; c < columns; c++) {
              result[(first + i) * columns + c] = sum[i * width + c] / degree;
            }
          }
        });
    return Matrix.wrap(n, columns, normalized(result));
  }

  /** The bytes that {@link #extend} needs in addition to the rows, for this number of points. */
  static long extensionBytes(Rows rows, Kernel kernel, int points, int columns, int threads) {
    return GramColumns.bytes(rows, kernel, points, threads)
        + 8L * threads * GramColumns.BLOCK_ROWS * (points + columns + 1L)
        + 8L * rows.count() * columns;
  }

  private void requireNonnegative(double[] block, int first, int count) {
    int m = points.count();
    for (int k = 0; k < count * m; k++) {
      if (block[k] < 0) {
        throw GraphTiles.negative(
            kernel.spec(), "row " + (first + k / m), "point " + k % m + " of the graph", block[k]);
      }
    }
  }

  private double requireDegree(double degree, int row) {
    if (!(degree > 0 && degree <= Double.MAX_VALUE)) {
      throw new NumericalException(
          "the kernel values of row "
              + row
              + " with the "
              + points.count()
              + " points of the graph sum to "
              + degree
              + ", so it has no place there; take a wider kernel or more landmarks");
    }
    return degree;
  }

  /** Scales rows to length one if they are to be clustered. */
  private double[] normalized(double[] rows) {
    if (map.clusterCount().isEmpty()) {
      return rows;
    }
    for (int at = 0; at < rows.length; at += columns) {
      double squares = 0;
      for (int c = 0; c < columns; c++) {
        squares += rows[at + c] * rows[at + c];
      }
      double length = squares == 0 ? 1 : Math.sqrt(squares);
      for (int c = 0; c < columns; c++) {
        rows[at + c] /= length;
      }
    }
    return rows;
  }

  /**
   * The clusters of rows by their coordinates: each row belongs to the nearest center.
   *
   * @throws IllegalStateException if the map makes no clusters
   */
  public int[] clusters(Matrix coordinates) {
    if (clusters == null) {
      throw new IllegalStateException(
          map.spec() + " makes no clusters; take " + NormalizedCut.NAME);
    }
    return clusters.nearest(coordinates.values());
  }

  @Override
  public String toString() {
    return map.spec() + " of " + points.count() + " points, " + Arrays.toString(eigenvalues);
  }
}
