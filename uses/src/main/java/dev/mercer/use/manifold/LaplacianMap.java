package dev.mercer.use.manifold;

import dev.mercer.internal.spec.Spec;

/**
 * Laplacian eigenmaps [Belkin and Niyogi, 2003]: the coordinates that change least along the edges
 * of the graph.
 *
 * <ol>
 *   <li>D = diag(d), d_i the sum of row i of K, L = D - K
 *   <li>L f = lambda D f with f'Df = 1; the smallest lambda except the trivial 0, ascending
 * </ol>
 *
 * Since D^-1 K f = (1 - lambda) f, these are the eigenvectors of the walk. No lambda is negative:
 * values that rounding makes negative are reported as 0.
 */
public record LaplacianMap() implements ManifoldMap {

  /** The name of this map on the command line and in reports. */
  public static final String NAME = "laplacian";

  static LaplacianMap of(Spec spec) {
    spec.requireKeys();
    return new LaplacianMap();
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public double reported(double eigenvalue) {
    return Math.max(0, 1 - eigenvalue);
  }

  @Override
  public double scale(double eigenvalue, double totalDegree) {
    return 1 / Math.sqrt(totalDegree);
  }
}
