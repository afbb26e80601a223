package dev.mercer.internal.fit;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.score.ModelScorer;
import java.util.Arrays;

/**
 * The axes of a model as they lie in feature space: their lengths, and an orthonormal basis of
 * their span, in which the scores y of a row become its coordinates y' T.
 *
 * <ol>
 *   <li>G = A' K_PP A, by scoring the model's points: p^2 kernel values
 *   <li>D its diagonal, the squared lengths; C = D^-1/2 G D^-1/2 = V L V', without what is below
 *       {@value #CUT_OFF} of the largest eigenvalue: axes that agree to rounding count once
 *   <li>T = D^-1/2 V L^-1/2, so that T T' = G^+ and |y' T|^2 = y' G^+ y
 * </ol>
 *
 * The axes of an exact model and of random features are orthonormal: nothing is computed. Nor can
 * it be for a precomputed kernel, whose K_PP is not in the model: axes are then taken as
 * orthogonal, of the length their method gives them, which is one, but for improved 1 /
 * sqrt(eigenvalue).
 */
public final class AxesFrame {

  private static final double CUT_OFF = 1e-10;

  private final double[] squaredLengths;
  private final double[] basis; // T, rank x width; null for the identity
  private final int width;

  private AxesFrame(double[] squaredLengths, double[] basis, int width) {
    this.squaredLengths = squaredLengths;
    this.basis = basis;
    this.width = width;
  }

  public static AxesFrame of(KernelPcaModel model, Workers workers) {
    return of(model, true, workers);
  }

  /** The same without fast sums, so that its memory is known before it is made. */
  public static AxesFrame planned(KernelPcaModel model, Workers workers) {
    return of(model, false, workers);
  }

  private static AxesFrame of(KernelPcaModel model, boolean fastSums, Workers workers) {
    int rank = model.rank();
    String method = model.report().method();
    double[] ones = new double[rank];
    Arrays.fill(ones, 1);
    if (model.features() != null || method.equals("exact")) {
      return new AxesFrame(ones, null, rank);
    }
    if (model.points() == null) {
      double[] lengths = method.equals("improved") ? reciprocals(model.eigenvalues()) : ones;
      return new AxesFrame(lengths, null, rank);
    }
    return ofGram(rank, gram(model, fastSums, workers));
  }

  private static double[] reciprocals(double[] values) {
    return Arrays.stream(values).map(value -> 1 / value).toArray();
  }

  /** A' K_PP A, the inner products of the axes of a model of points. */
  public static double[] gram(KernelPcaModel model, Workers workers) {
    return gram(model, true, workers);
  }

  private static double[] gram(KernelPcaModel model, boolean fastSums, Workers workers) {
    int rank = model.rank();
    int p = model.points().count();
    Matrix a = model.coefficients();
    KernelPcaModel uncentered =
        KernelPcaModel.ofAxes(
            model.kernel(),
            model.points(),
            a,
            new double[rank],
            model.eigenvalues(),
            null,
            null,
            model.report());
    ModelScorer scorer =
        fastSums
            ? ModelScorer.of(uncentered, Precision.DOUBLE, p, workers)
            : ModelScorer.planned(uncentered, p, workers);
    Matrix scores = scorer.scoreScaled(model.points());
    double[] gram = new double[rank * rank];
    Backend.instance()
        .blas()
        .gemm(
            true,
            false,
            rank,
            rank,
            p,
            1,
            a.values(),
            0,
            rank,
            scores.values(),
            0,
            rank,
            0,
            gram,
            0,
            rank);
    return gram;
  }

  private static AxesFrame ofGram(int rank, double[] gram) {
    double[] lengths = new double[rank];
    for (int c = 0; c < rank; c++) {
      lengths[c] = gram[c * rank + c];
      if (!(lengths[c] > 0)) {
        throw new NumericalException(
            "axis "
                + (c + 1)
                + " has the squared length "
                + lengths[c]
                + " in feature space, where it should be positive: the kernel is indefinite; take"
                + " an exact model or another kernel");
      }
    }
    double[] vectors = new double[rank * rank]; // C, then its eigenvectors as rows
    for (int c = 0; c < rank; c++) {
      for (int e = 0; e < rank; e++) {
        vectors[c * rank + e] = gram[c * rank + e] / Math.sqrt(lengths[c] * lengths[e]);
      }
    }
    double[] values = new double[rank];
    Backend.instance().blas().symmetricEigen(rank, vectors, values);
    if (!(values[rank - 1] > 0)) {
      throw new NumericalException(
          "the inner products of the axes in feature space are beyond the range of double: the"
              + " largest eigenvalue of them, scaled to length one, is "
              + values[rank - 1]
              + "; scale the data");
    }
    int first = 0;
    while (values[first] <= CUT_OFF * values[rank - 1]) {
      first++;
    }
    int width = rank - first;
    double[] basis = new double[rank * width];
    for (int c = 0; c < rank; c++) {
      for (int k = 0; k < width; k++) {
        basis[c * width + k] =
            vectors[(first + k) * rank + c] / Math.sqrt(lengths[c] * values[first + k]);
      }
    }
    return new AxesFrame(lengths, basis, width);
  }

  /** |u_i|^2. */
  public double[] squaredLengths() {
    return squaredLengths;
  }

  /**
   * The squared length of the projection of some rows on the axes.
   *
   * @param scores of all rows; columns beyond the axes are not looked at
   */
  public double[] squaredProjections(Matrix scores, int from, int count, Blas blas) {
    int rank = squaredLengths.length;
    int step = scores.columns();
    double[] y = scores.values();
    double[] result = new double[count];
    if (basis == null) {
      for (int i = 0; i < count; i++) {
        result[i] = blas.dot(rank, y, (from + i) * step, y, (from + i) * step);
      }
      return result;
    }
    double[] coordinates = new double[count * width];
    int at = from * step;
    blas.gemm(
        false,
        false,
        count,
        width,
        rank,
        1,
        y,
        at,
        step,
        basis,
        0,
        width,
        0,
        coordinates,
        0,
        width);
    for (int i = 0; i < count; i++) {
      result[i] = blas.dot(width, coordinates, i * width, coordinates, i * width);
    }
    return result;
  }
}
