package dev.mercer.spark;

import dev.mercer.landmark.KMeansSelector;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.RandomlyPivotedCholeskySelector;
import dev.mercer.landmark.SelectorCatalog;
import dev.mercer.landmark.ShadowSelector;
import dev.mercer.landmark.UniformSelector;

/** The selectors that choose landmarks among rows on a cluster. */
final class DistributedSelector {

  /** The selector of points that the user brings. */
  static final String GIVEN = "given";

  private DistributedSelector() {}

  /**
   * The selector a text describes; null for {@link #GIVEN}.
   *
   * @throws IllegalArgumentException if it is none, or none that works here
   */
  static LandmarkSelector parse(String text) {
    if (text.equals(GIVEN)) {
      return null;
    }
    LandmarkSelector selector = SelectorCatalog.parse(text);
    boolean works =
        selector instanceof UniformSelector
            || selector instanceof ShadowSelector
            || selector instanceof KMeansSelector
            || selector instanceof RandomlyPivotedCholeskySelector;
    if (!works) {
      throw new IllegalArgumentException(
          "the selector "
              + selector.spec()
              + " does not work on a cluster; uniform, shadow, kmeans, rpcholesky and "
              + GIVEN
              + " do");
    }
    if (selector instanceof RandomlyPivotedCholeskySelector pivoted && !pivoted.accelerated()) {
      throw new IllegalArgumentException(
          "rpcholesky(accelerated=false) would take a job for every landmark; leave it out");
    }
    return selector;
  }
}
