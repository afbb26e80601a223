package dev.mercer.use.manifold;

import dev.mercer.internal.spec.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A map of points by the eigenvectors of their graph. The weight of an edge is k(x, y) g(x, y), as
 * in RS (14) and (15); P is the random walk on the edges, which is the matrix of weights with each
 * row divided by its sum. Maps differ in g and in what they make of the eigenpairs (lambda, psi) of
 * P, of which lambda = 1 with psi = 1 is trivial.
 *
 * <p>{@link DiffusionMap}, {@link LaplacianMap} and {@link NormalizedCut} can be named by a text. A
 * map of your own is a class that implements this interface, given to {@link Manifold#map}. Its g
 * must be a product of two factors, one for each point, that depend on the density of the points
 * there ({@link #densityFactor}). Anything else that depends on two points is a kernel, and the
 * given kernel can be multiplied by it ({@link dev.mercer.kernel.Kernel#times}).
 */
public interface ManifoldMap {

  /** The text that describes the map in options and reports, including its parameters. */
  String spec();

  /**
   * The factor f of a point in g(x, y) = f(q(x)) f(q(y)); by default 1.
   *
   * @param degree q, the sum of the point's kernel values with all points including itself, which
   *     estimates the density of the points there
   * @return a finite number above 0
   */
  default double densityFactor(double degree) {
    return 1;
  }

  /** Whether the trivial eigenpair is used. */
  default boolean usesTrivial() {
    return false;
  }

  /** What is reported for an eigenvalue of P; by default the eigenvalue itself. */
  default double reported(double eigenvalue) {
    return eigenvalue;
  }

  /**
   * The factor by which an eigenvector is multiplied to become a coordinate.
   *
   * @param eigenvalue of P, of an eigenvector psi with sum_i pi_i psi_i^2 = 1, pi the stationary
   *     distribution of P
   * @param totalDegree the sum of all degrees
   */
  double scale(double eigenvalue, double totalDegree);

  /**
   * The number of clusters that the rows are divided into. If present, there is one coordinate per
   * cluster, the coordinates of each row are scaled to length one, and k-means divides the rows.
   * Empty for maps that only compute coordinates.
   */
  default OptionalInt clusterCount() {
    return OptionalInt.empty();
  }

  /** The names of the maps that a text can describe. */
  static List<String> names() {
    return List.copyOf(makers().keySet());
  }

  /**
   * The map that a text describes: {@code diffusion(alpha=1,time=1)}, {@code laplacian}, {@code
   * ncut(clusters=2)}.
   *
   * @throws IllegalArgumentException if its name, a key or a value is not allowed; the message
   *     lists what is
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
