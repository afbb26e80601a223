package dev.mercer.evidence.reproduce.fk;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.linalg.SymmetricOperator;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The Lanczos iteration as FK prints it (23): k steps, no reorthogonalization, no restart.
 *
 * <ol>
 *   <li>w = A v_j - beta_j v_(j-1); alpha_j = w.v_j; w = w - alpha_j v_j
 *   <li>beta_(j+1) = |w|; v_(j+1) = w / beta_(j+1)
 *   <li>eigenvalues of the tridiagonal matrix of alpha and beta
 * </ol>
 *
 * Rounding costs the vectors their orthogonality as soon as an eigenvalue has converged, and copies
 * of it appear; what the library runs instead is {@link dev.mercer.internal.eigen.LanczosSolver}.
 */
final class PlainLanczos {

  private PlainLanczos() {}

  /** The eigenvalues of the tridiagonal matrix after the given number of steps, descending. */
  static double[] values(SymmetricOperator operator, int steps, long seed) {
    int n = operator.size();
    RandomGenerator random = new SplittableRandom(seed);
    double[] v = random.doubles(n, -1, 1).toArray();
    scale(v, 1 / norm(v));
    double[] before = new double[n];
    double[] w = new double[n];
    double[] tridiagonal = new double[steps * steps];
    double beta = 0;
    int done = 0;
    while (done < steps) {
      operator.apply(1, v, w);
      double alpha = 0;
      for (int i = 0; i < n; i++) {
        w[i] -= beta * before[i];
        alpha += w[i] * v[i];
      }
      for (int i = 0; i < n; i++) {
        w[i] -= alpha * v[i];
      }
      tridiagonal[done * steps + done] = alpha;
      beta = norm(w);
      done++;
      if (beta == 0) {
        break; // The vectors span an invariant subspace, whose eigenvalues are exact.
      }
      if (done < steps) {
        tridiagonal[done * steps + done - 1] = beta;
      }
      double[] freed = before;
      before = v;
      v = w;
      scale(v, 1 / beta);
      w = freed;
    }
    return descending(tridiagonal, steps, done);
  }

  private static double[] descending(double[] tridiagonal, int stride, int order) {
    double[] square = new double[order * order];
    for (int i = 0; i < order; i++) {
      System.arraycopy(tridiagonal, i * stride, square, i * order, order);
    }
    double[] ascending = new double[order];
    Backend.instance().blas().symmetricEigen(order, square, ascending);
    double[] result = new double[order];
    Arrays.setAll(result, i -> ascending[order - 1 - i]);
    return result;
  }

  private static double norm(double[] vector) {
    double sum = 0;
    for (double value : vector) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }

  private static void scale(double[] vector, double factor) {
    for (int i = 0; i < vector.length; i++) {
      vector[i] *= factor;
    }
  }
}
