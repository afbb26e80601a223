package dev.mercer.internal.fit;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Target;
import java.util.Arrays;
import java.util.List;

/**
 * Exact kernel PCA of the landmarks alone, landmark j counted w_j times: what reduced, reduced-set
 * and both kinds of Nyström start from.
 *
 * <ol>
 *   <li>B = P W^1/2 K_y W^1/2 P, W = diag(w), P the projection off sqrt(w / sum w), or the identity
 *       where nothing is centred
 *   <li>its largest eigenpairs (lambda, psi); those below {@value LandmarkFactor#CUT_OFF} of the
 *       largest eigenvalue of K_y are left out
 *   <li>coefficients A = W^1/2 psi / sqrt(lambda), axes of length one; centre beta = w / sum w,
 *       offset A' K_y beta
 * </ol>
 *
 * With equal weights n/m the eigenvalues are n/m times those of K_y and the coefficients those of
 * its own kernel PCA. Cost: m^3 flops and, for kernels that may be indefinite, m^2 kernel values.
 * Fails with {@link NumericalException} where the landmarks have no variance.
 *
 * @param eigenvalues those above the cut-off, descending; at most as many as wanted
 * @param coefficients A over the landmarks, m x eigenvalues.length, row-major
 * @param remarks made on the way
 */
record LandmarkPca(
    SeenThroughLandmarks seen,
    double[] weights,
    boolean center,
    double[] eigenvalues,
    double[] coefficients,
    double[] offset,
    double meanSquaredNorm,
    double cutOff,
    List<String> remarks) {

  /** Solves it for as many components as the problem asks for. */
  static LandmarkPca of(SeenThroughLandmarks seen, double[] weights) {
    Problem problem = seen.problem();
    int most = problem.target().byVariance() ? weights.length : problem.target().rank();
    return of(seen, weights, problem.center(), most);
  }

  /**
   * Solves the landmarks' own problem.
   *
   * @param weights how often each landmark counts
   * @param center whether by the weighted mean of the landmarks
   * @param most components wanted at most
   */
  static LandmarkPca of(SeenThroughLandmarks seen, double[] weights, boolean center, int most) {
    double sum = Arrays.stream(weights).sum();
    int m = weights.length;
    Blas blas = Backend.instance().blas();
    double[] gram = seen.landmarkGram();
    double[] toMean = new double[m]; // K_y beta
    double squared = 0;
    for (int i = 0; i < m; i++) {
      toMean[i] = blas.dot(m, gram, i * m, weights, 0) / sum;
      squared += weights[i] / sum * toMean[i];
    }
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        double value = gram[i * m + j];
        if (center) {
          value += squared - toMean[i] - toMean[j];
        }
        gram[i * m + j] = Math.sqrt(weights[i]) * Math.sqrt(weights[j]) * value;
      }
    }
    int wanted = Math.min(m, most);
    boolean definite = seen.problem().kernel().positiveSemidefinite();
    double[] ascending = new double[m];
    List<String> remarks = List.of();
    double[] found;
    if (!definite || wanted * 3 > m) {
      blas.symmetricEigen(m, gram, ascending);
      found = Arrays.copyOfRange(gram, (m - wanted) * m, m * m);
      remarks = negative(ascending);
      System.arraycopy(ascending, m - wanted, ascending, 0, wanted);
    } else {
      found = new double[wanted * m];
      blas.symmetricEigenLargest(m, gram, wanted, ascending, found);
    }
    double largest = ascending[wanted - 1];
    // sum |beta|^2 is a Rayleigh quotient of the uncentred matrix.
    double cutOff = LandmarkFactor.CUT_OFF * Math.max(largest, center ? sum * squared : 0);
    int kept = 0;
    while (kept < wanted && ascending[wanted - 1 - kept] > cutOff) {
      kept++;
    }
    if (kept == 0) {
      throw new NumericalException(
          "the landmarks have no variance in feature space: the largest eigenvalue is "
              + largest
              + ", below the cut-off "
              + cutOff
              + "; check the rows, the scaling and the kernel's width, or take more landmarks");
    }
    double[] eigenvalues = new double[kept];
    double[] made = new double[m * kept];
    double[] offset = new double[kept];
    for (int c = 0; c < kept; c++) {
      eigenvalues[c] = ascending[wanted - 1 - c];
      double root = Math.sqrt(eigenvalues[c]);
      for (int i = 0; i < m; i++) {
        double value = Math.sqrt(weights[i]) * found[(wanted - 1 - c) * m + i] / root;
        made[i * kept + c] = value;
      }
    }
    if (center) {
      Components.sumToZero(m, kept, made, weights);
      for (int i = 0; i < m; i++) {
        for (int c = 0; c < kept; c++) {
          offset[c] += made[i * kept + c] * toMean[i];
        }
      }
    }
    double[] coefficients =
        definite && seen.factor().dropped() > 0
            ? seen.factor().coefficients(seen.factor().directions(made, kept), kept)
            : made;
    return new LandmarkPca(
        seen,
        weights,
        center,
        eigenvalues,
        coefficients,
        offset,
        center ? squared : 0,
        cutOff,
        remarks);
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
    Target target = seen.problem().target();
    int found = eigenvalues.length;
    int m = weights.length;
    int kept =
        target.byVariance()
            ? Components.reaching(
                target.variance(),
                found,
                seen.totalHigh(),
                some ->
                    seen.captured(Components.firstColumns(m, found, coefficients, some), some)
                        .low())
            : found;
    double[] mean = null;
    if (center) {
      mean = new double[m];
      double sum = Arrays.stream(weights).sum();
      for (int i = 0; i < m; i++) {
        mean[i] = weights[i] / sum;
      }
    }
    int asked = target.byVariance() ? kept : target.rank();
    return new LandmarkAxes(
        Arrays.copyOf(eigenvalues, kept),
        Components.firstColumns(m, found, coefficients, kept),
        Arrays.copyOf(offset, kept),
        mean,
        meanSquaredNorm,
        asked,
        target.byVariance() ? null : reason(asked),
        remarks);
  }
}
