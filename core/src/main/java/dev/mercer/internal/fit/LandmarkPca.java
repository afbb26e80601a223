package dev.mercer.internal.fit;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.linalg.Eigenpairs;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Target;
import java.util.Arrays;
import java.util.List;

/**
 * Exact kernel PCA of the landmarks alone, landmark j counted w_j times. The methods reduced,
 * reduced-set and both kinds of Nyström start from it.
 *
 * <ol>
 *   <li>B = P W^1/2 K_y W^1/2 P, W = diag(w), where P projects orthogonally to sqrt(w / sum w), or
 *       is the identity where nothing is centered
 *   <li>its largest eigenpairs (lambda, psi); those below {@value LandmarkFactor#CUT_OFF} of the
 *       largest eigenvalue of K_y are left out
 *   <li>coefficients A = W^1/2 psi / sqrt(lambda), axes of length one; center beta = w / sum w,
 *       offset A' K_y beta
 * </ol>
 *
 * With equal weights n/m the eigenvalues are n/m times those of K_y and the coefficients those of
 * its own kernel PCA. Cost: m^3 flops and, for kernels that may be indefinite, m^2 kernel values.
 * Fails with {@link NumericalException} where the landmarks have no variance.
 *
 * @param eigenvalues those above the cut-off, descending; at most as many as wanted
 * @param coefficients A over the landmarks, m x eigenvalues.length
 * @param remarks made meanwhile
 */
record LandmarkPca(
    ProjectedRows projected,
    double[] weights,
    boolean center,
    double[] eigenvalues,
    View coefficients,
    double[] offset,
    double meanSquaredNorm,
    double cutOff,
    List<String> remarks) {

  /** Solves it for as many components as the problem asks for. */
  static LandmarkPca of(ProjectedRows projected, double[] weights) {
    Problem problem = projected.problem();
    int most = problem.target().byVariance() ? weights.length : problem.target().rank();
    return of(projected, weights, problem.center(), most);
  }

  /**
   * Solves the landmarks' own problem.
   *
   * @param weights how often each landmark counts
   * @param center whether to center the features by the weighted mean of the landmarks
   * @param most the largest number of components wanted
   */
  static LandmarkPca of(ProjectedRows projected, double[] weights, boolean center, int most) {
    int m = weights.length;
    Blas blas = projected.factor().blas();
    View gram = projected.landmarkGram(); // K_y, then B
    double sum = Arrays.stream(weights).sum();
    double[] toMean = new double[m]; // K_y beta
    double squared = 0; // beta'K_y beta
    for (int i = 0; i < m; i++) {
      toMean[i] = blas.dot(gram.row(i), View.of(weights, 1, m)) / sum;
      squared += weights[i] / sum * toMean[i];
    }
    weigh(gram, weights, center ? toMean : null, squared);
    int wanted = Math.min(m, most);
    boolean definite = projected.problem().kernel().positiveSemidefinite();
    Eigenpairs all = definite ? null : Eigenpairs.ascending(gram, blas);
    Eigenpairs leading = definite ? Eigenpairs.leading(gram, wanted, blas) : all.largest(wanted);
    double largest = leading.values()[0];
    // sum |beta|^2 is a Rayleigh quotient of the uncentered matrix.
    double cutOff = LandmarkFactor.CUT_OFF * Math.max(largest, center ? sum * squared : 0);
    int kept = Components.kept(leading.values(), cutOff);
    if (kept == 0) {
      throw new NumericalException(
          "the landmarks have no variance in feature space: the largest eigenvalue is "
              + largest
              + ", below the cut-off "
              + cutOff
              + "; check the rows, the scaling and the kernel's width, or take more landmarks");
    }
    View axes = axes(leading.first(kept), weights);
    if (center) {
      Components.sumToZero(m, kept, axes.values(), weights);
    }
    double[] offset = center ? axes.transposeTimes(toMean) : new double[kept];
    boolean outside = definite && projected.factor().dropped() > 0;
    return new LandmarkPca(
        projected,
        weights,
        center,
        Arrays.copyOf(leading.values(), kept),
        outside ? projected.factor().coefficients(projected.factor().directions(axes)) : axes,
        offset,
        center ? squared : 0,
        cutOff,
        definite ? List.of() : negative(all.values()));
  }

  /**
   * Overwrites K_y by the lower triangle of B.
   *
   * @param toMean K_y beta; null where nothing is centered
   * @param squared beta'K_y beta
   */
  private static void weigh(View gram, double[] weights, double[] toMean, double squared) {
    for (int i = 0; i < weights.length; i++) {
      for (int j = 0; j <= i; j++) {
        double value = gram.get(i, j);
        if (toMean != null) {
          value += squared - toMean[i] - toMean[j];
        }
        gram.set(i, j, Math.sqrt(weights[i]) * Math.sqrt(weights[j]) * value);
      }
    }
  }

  /** A = W^1/2 psi / sqrt(lambda). */
  private static View axes(Eigenpairs pairs, double[] weights) {
    View axes = View.zeros(weights.length, pairs.values().length);
    for (int c = 0; c < axes.width(); c++) {
      double root = Math.sqrt(pairs.values()[c]);
      for (int i = 0; i < weights.length; i++) {
        axes.set(i, c, Math.sqrt(weights[i]) * pairs.vectors().get(i, c) / root);
      }
    }
    return axes;
  }

  private static List<String> negative(double[] ascending) {
    double level = LandmarkFactor.CUT_OFF * Math.abs(ascending[ascending.length - 1]);
    int negative = 0;
    while (negative < ascending.length && ascending[negative] < -level) {
      negative++;
    }
    return negative == 0
        ? List.of()
        : List.of(
            negative
                + " of the "
                + ascending.length
                + " eigenvalues of the landmarks' matrix are negative, the smallest is "
                + ascending[0]);
  }

  /** Why fewer components than asked for were kept; null if none is missing. */
  String reason(int asked) {
    return eigenvalues.length < asked
        ? "only " + eigenvalues.length + " eigenvalues are above the cut-off " + cutOff
        : null;
  }

  /** As many components as the problem asks for. */
  LandmarkAxes axes() {
    Target target = projected.problem().target();
    int found = eigenvalues.length;
    int kept =
        target.byVariance()
            ? Components.reaching(
                target.variance(),
                found,
                projected.totalHigh(),
                some -> projected.captured(coefficients.columns(0, some)).low())
            : found;
    double[] mean = null;
    if (center) {
      double sum = Arrays.stream(weights).sum();
      mean = Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }
    int asked = target.byVariance() ? kept : target.rank();
    return new LandmarkAxes(
        Arrays.copyOf(eigenvalues, kept),
        coefficients.columns(0, kept),
        Arrays.copyOf(offset, kept),
        mean,
        meanSquaredNorm,
        asked,
        target.byVariance() ? null : reason(asked),
        remarks);
  }
}
