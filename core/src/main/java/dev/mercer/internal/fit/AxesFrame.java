package dev.mercer.internal.fit;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.Eigenpairs;
import dev.mercer.internal.score.ModelScorer;
import java.util.Arrays;

/**
 * The axes of a model as they lie in feature space: their lengths, and an orthonormal basis of
 * their span, in which the scores y of a row become its coordinates y' T.
 *
 * <ol>
 *   <li>G = A' K_PP A, by scoring the model's points: p^2 kernel values
 *   <li>D its diagonal, the squared lengths; C = D^-1/2 G D^-1/2 = V L V', without eigenvalues
 *       below {@value #CUT_OFF} of the largest, so that axes that agree to rounding count once
 *   <li>T = D^-1/2 V L^-1/2, so that T T' = G^+ and |y' T|^2 = y' G^+ y
 * </ol>
 *
 * The axes of an exact model and of random features are orthonormal, so nothing is computed for
 * them. For a precomputed kernel nothing can be computed, because K_PP is not in the model: the
 * axes are then taken to be orthogonal, with the length that their method gives them. This is 1 /
 * sqrt(eigenvalue) for improved and one for all other methods.
 */
public final class AxesFrame {

  private static final double CUT_OFF = 1e-10;

  private final double[] squaredLengths;
  private final View basis; // T, rank x width; null for the identity

  private AxesFrame(double[] squaredLengths, View basis) {
    this.squaredLengths = squaredLengths;
    this.basis = basis;
  }

  public static AxesFrame of(KernelPcaModel model, Workers workers) {
    return of(model, true, workers);
  }

  /** The same without fast sums, so that the memory it takes is known in advance. */
  public static AxesFrame planned(KernelPcaModel model, Workers workers) {
    return of(model, false, workers);
  }

  private static AxesFrame of(KernelPcaModel model, boolean fastSums, Workers workers) {
    int rank = model.rank();
    String method = model.report().method();
    double[] ones = new double[rank];
    Arrays.fill(ones, 1);
    if (model.frequencies() != null || method.equals("exact")) {
      return new AxesFrame(ones, null);
    }
    if (model.points() == null) {
      double[] lengths = method.equals("improved") ? reciprocals(model.eigenvalues()) : ones;
      return new AxesFrame(lengths, null);
    }
    return ofGram(gram(model, fastSums, workers), workers.blas());
  }

  private static double[] reciprocals(double[] values) {
    return Arrays.stream(values).map(value -> 1 / value).toArray();
  }

  /** A' K_PP A, the inner products of the axes of a model of points. */
  public static View gram(KernelPcaModel model, Workers workers) {
    return gram(model, true, workers);
  }

  private static View gram(KernelPcaModel model, boolean fastSums, Workers workers) {
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
    return workers.blas().product(View.of(a).t(), View.of(scores));
  }

  private static AxesFrame ofGram(View gram, Blas blas) {
    int rank = gram.height();
    double[] lengths = new double[rank]; // D
    for (int c = 0; c < rank; c++) {
      lengths[c] = gram.get(c, c);
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
    View cosines = View.zeros(rank, rank); // C
    for (int c = 0; c < rank; c++) {
      for (int e = 0; e < rank; e++) {
        cosines.set(c, e, gram.get(c, e) / (Math.sqrt(lengths[c]) * Math.sqrt(lengths[e])));
      }
    }
    Eigenpairs pairs = Eigenpairs.ascending(cosines, blas); // L, V
    double[] values = pairs.values();
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
    View basis = View.zeros(rank, rank - first);
    for (int c = 0; c < rank; c++) {
      for (int e = first; e < rank; e++) {
        basis.set(
            c,
            e - first,
            pairs.vectors().get(c, e) / (Math.sqrt(lengths[c]) * Math.sqrt(values[e])));
      }
    }
    return new AxesFrame(lengths, basis);
  }

  /** |u_i|^2. */
  public double[] squaredLengths() {
    return squaredLengths;
  }

  /**
   * The squared length of the projection of some rows on the span of the axes.
   *
   * @param scores of all rows; columns beyond the axes are ignored
   */
  public double[] squaredProjections(Matrix scores, int from, int count, Blas blas) {
    View rows = View.of(scores).rows(from, count).columns(0, squaredLengths.length);
    View coordinates = basis == null ? rows : blas.product(rows, basis); // Y T
    double[] result = new double[count];
    for (int i = 0; i < count; i++) {
      result[i] = blas.dot(coordinates.row(i), coordinates.row(i));
    }
    return result;
  }
}
