package dev.mercer.use.manifold;

import dev.mercer.internal.spec.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A map of points by the eigenvectors of their graph: the kernel values are the weights of its
 * edges, P = the random walk on them, made of K_ij / (d_i d_j)^alpha by dividing rows by their sums
 * (methods.md sec. 8, RS (14) and (15)). The maps differ in alpha and in what they make of the
 * eigenpairs (lambda, psi) of P, of which lambda = 1 with psi = 1 is trivial.
 */
public sealed interface ManifoldMap permits DiffusionMap, LaplacianMap, NormalizedCut {

  /** The text that names the map on the command line, parameters included. */
  String spec();

  /** The exponent with which the density of the points is divided out. */
  double alpha();

  /** Whether the trivial eigenpair is one of those used. */
  boolean usesTrivial();

  /** What is reported for an eigenvalue of P. */
  double reported(double eigenvalue);

  /**
   * The factor of a coordinate.
   *
   * @param eigenvalue of P, of an eigenvector psi with sum_i pi_i psi_i^2 = 1, pi the stationary
   *     distribution of P
   * @param totalDegree the sum of all degrees
   */
  double scale(double eigenvalue, double totalDegree);

  /** All names. */
  static List<String> names() {
    return List.copyOf(makers().keySet());
  }

  /**
   * The map a spec describes: {@code diffusion(alpha=1,time=1)}, {@code laplacian}, {@code
   * ncut(clusters=2)}.
   *
   * @throws IllegalArgumentException if its name, a key or a value is not known, with those that
   *     are
   */
  static ManifoldMap parse(String text) {
    Spec spec = Spec.parse("map", text);
    spec.requireName("map", makers().keySet());
    return makers().get(spec.name()).apply(spec);
  }

  private static Map<String, Function<Spec, ManifoldMap>> makers() {
    Map<String, Function<Spec, ManifoldMap>> makers = new LinkedHashMap<>();
    makers.put(DiffusionMap.NAME, DiffusionMap::of);
    makers.put(LaplacianMap.NAME, LaplacianMap::of);
    makers.put(NormalizedCut.NAME, NormalizedCut::of);
    return makers;
  }
}
