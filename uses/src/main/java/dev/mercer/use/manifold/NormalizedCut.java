package dev.mercer.use.manifold;

import dev.mercer.internal.spec.Spec;
import java.util.OptionalInt;

/**
 * The normalized cut, spectral clustering [Shi and Malik, 2000; Ng, Jordan and Weiss, 2002]: parts
 * of the graph with few edges between them.
 *
 * <ol>
 *   <li>the eigenvectors of the largest eigenvalues of D^-1/2 K D^-1/2, one per cluster, including
 *       the trivial one
 *   <li>the entries of each row in them, divided by their length
 *   <li>k-means of these rows ({@link SpectralClusters})
 * </ol>
 *
 * Eigenvalues are reported as they are, descending; the first is 1. The entries of a row in the
 * eigenvectors of D^-1/2 K D^-1/2 are those in the eigenvectors of P times the square root of the
 * degree of the row. This factor cancels when the row is scaled to length one, so new rows can be
 * extended with the eigenvectors of P.
 *
 * @param clusters at least 2
 */
public record NormalizedCut(int clusters) implements ManifoldMap {

  /** The name of this map on the command line and in reports. */
  public static final String NAME = "ncut";

  private static final int USUAL = 2;
  private static final int MOST = 10_000;

  public NormalizedCut {
    if (clusters < 2 || clusters > MOST) {
      throw new IllegalArgumentException(
          NAME + ": clusters = " + clusters + " is outside 2 to " + MOST);
    }
  }

  static NormalizedCut of(Spec spec) {
    spec.requireKeys("clusters");
    return new NormalizedCut(spec.integer("clusters", USUAL, 2, MOST));
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("clusters", clusters).text();
  }

  @Override
  public boolean usesTrivial() {
    return true;
  }

  @Override
  public OptionalInt clusterCount() {
    return OptionalInt.of(clusters);
  }

  @Override
  public double scale(double eigenvalue, double totalDegree) {
    return 1;
  }
}
