package dev.mercer.use.manifold;

import dev.mercer.internal.spec.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A map of points by the eigenvectors of their graph. The weight of an edge is k(x, y) g(x, y), as
 * in RS (14) and (15); P is the random walk on the edges, made by dividing rows by their sums. Maps
 * differ in g and in what they make of the eigenpairs (lambda, psi) of P, of which lambda = 1 with
 * psi = 1 is trivial.
 *
 * <p>{@link DiffusionMap}, {@link LaplacianMap} and {@link NormalizedCut} are the ones that a text
 * can name; one of your own is a class of yours given to {@link Manifold#map}. Its g is a product
 * of two factors, one for each point, by how dense the points lie there ({@link #densityFactor});
 * what else depends on two points is a kernel, by which the one given is multiplied ({@link
 * dev.mercer.kernel.Kernel#times}).
 */
public interface ManifoldMap {

  /** The text that names the map in options and reports, parameters included. */
  String spec();

  /**
   * The factor f of a point in g(x, y) = f(q(x)) f(q(y)); 1 unless said otherwise.
   *
   * @param degree q, the sum of the point's kernel values with all points, itself included: an
   *     estimate of their density there
   * @return a finite number above 0
   */
  default double densityFactor(double degree) {
    return 1;
  }

  /** Whether the trivial eigenpair is one of those used. */
  default boolean usesTrivial() {
    return false;
  }

  /** What is reported for an eigenvalue of P: itself unless said otherwise. */
  default double reported(double eigenvalue) {
    return eigenvalue;
  }

  /**
   * The factor of a coordinate.
   *
   * @param eigenvalue of P, of an eigenvector psi with sum_i pi_i psi_i^2 = 1, pi the stationary
   *     distribution of P
   * @param totalDegree the sum of all degrees
   */
  double scale(double eigenvalue, double totalDegree);

  /**
   * How many clusters the rows are parted into: then there is one coordinate for each, rows of
   * coordinates are brought to length one, and k-means parts them. Empty for maps that only place
   * rows.
   */
  default OptionalInt clusterCount() {
    return OptionalInt.empty();
  }

  /** The names of the maps that a text can describe. */
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
