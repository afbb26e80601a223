package dev.mercer.method;

import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.FeatureAnalysis;

/**
 * Sparse kernel feature analysis [Smola, Mangasarian and Scholkopf 1999] (SK section 5.2): features
 * that are one kernel function each, found greedily under an l1 constraint.
 *
 * <ol>
 *   <li>points: one after the other the row whose kernel function, less its projection on those
 *       before, has the largest variance of projections ({@link FeatureAnalysis})
 *   <li>axes: the functions found span the same space as their orthonormal form; within it the axes
 *       with uncorrelated scores of largest variance are taken ({@link Subset}), so that as many
 *       points as components give the paper's features, turned, and more points better ones
 * </ol>
 *
 * A model of the points found, with a certificate. Cost: that of the selector and of subset.
 *
 * @param landmarks points to keep, or 0 for one a component
 * @param candidates rows looked at for each point
 */
public record SparseL1(int landmarks, int candidates) implements Method {

  /** Both kinds of sparse kernel PCA have this name. */
  public static final String NAME = "sparse";

  /** Tells this kind of sparse kernel PCA from the other in texts. */
  public static final String KIND = "l1";

  public SparseL1 {
    if (landmarks < 0) {
      throw new IllegalArgumentException("landmarks = " + landmarks + "; ask for at least 1");
    }
    new FeatureAnalysis(candidates); // refuses what it does not allow
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).with("kind", KIND);
    boolean usual = candidates == FeatureAnalysis.DEFAULT_CANDIDATES;
    return (usual ? spec : spec.with("candidates", candidates)).text();
  }
}
