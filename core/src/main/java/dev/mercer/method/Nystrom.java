package dev.mercer.method;

import dev.mercer.internal.spec.Spec;

/**
 * Nyström kernel PCA (SK (43), RK section 7, RS): eigenvectors of the landmarks' matrix extended to
 * all rows.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks, for the certificate
 *   <li>K_y v = lambda v; centered: H_m K_y H_m v = lambda v
 *   <li>v~ = sqrt(m/n)/lambda K_xy v, rows centered by their mean: an estimate of the eigenvector
 *       of K with eigenvalue (n/m) lambda; scores v~' k_x / sqrt(eigenvalue) over all rows, which
 *       all stay in the model
 * </ol>
 *
 * These v~ are neither orthogonal nor of length one unless every row is a landmark, which then is
 * exact. With {@code rank=k} the matrix C W_k^+ C' of RK section 7 is taken as it stands in the
 * place of K (C = K_xy, W = K_y, W_k its best approximation of rank k) and its own eigenpairs are
 * the components:
 *
 * <ol>
 *   <li>K_y q = mu q, the k largest; C W_k^+ C' = Y Y' with Y = K_xy q mu^-1/2
 *   <li>(theta, u) of Y' H Y; v~ = H Y u / sqrt(theta), which are orthonormal, eigenvalue theta
 * </ol>
 *
 * For k = m these are subset's eigenvalues, on a model of all rows; without this option RK's rank
 * only says how many of the v~ are used, for the first k of them give C W_k^+ C' too. Sample
 * weights count in n, in the mean and in the coefficients; landmarks count alike.
 *
 * <p>Cost: n m and n^2/2 kernel values, centered or not.
 *
 * @param rank k of W_k, or 0 for SK (43)
 */
public record Nystrom(Landmarking landmarks, int rank) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "nystrom";

  public Nystrom {
    if (rank < 0) {
      throw new IllegalArgumentException("nystrom: rank = " + rank + "; give 1 or more");
    }
    if (landmarks.count() > 0 && rank > landmarks.count()) {
      throw new IllegalArgumentException(
          "nystrom: rank = "
              + rank
              + " exceeds the "
              + landmarks.count()
              + " landmarks; give at most that");
    }
  }

  /** The usual form, SK (43), in which the landmark matrix keeps its full rank. */
  public static Nystrom of(Landmarking landmarks) {
    return new Nystrom(landmarks, 0);
  }

  @Override
  public String spec() {
    return rank == 0 ? NAME : Spec.of(NAME).with("rank", Integer.toString(rank)).text();
  }
}
