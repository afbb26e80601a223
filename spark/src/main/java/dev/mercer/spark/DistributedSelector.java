package dev.mercer.spark;

import dev.mercer.internal.select.RemoteChoice;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.landmark.LandmarkSelector;

/**
 * A selector that chooses landmarks among rows on a cluster.
 *
 * @param spec its text
 * @param way how it chooses on a cluster
 * @param choosesCount whether the number of landmarks follows from the data, or from given points
 */
record DistributedSelector(String spec, RemoteChoice way, boolean choosesCount) {

  /** The selector for points that the user provides. */
  static final String GIVEN = "given";

  /**
   * The selector that a text describes.
   *
   * @throws IllegalArgumentException if the text describes none, or one that does not work on a
   *     cluster
   */
  static DistributedSelector parse(String text) {
    if (text.equals(GIVEN)) {
      return new DistributedSelector(GIVEN, RemoteChoice.GIVEN, true);
    }
    LandmarkSelector selector = SelectorCatalog.parse(text);
    RemoteChoice way = SelectorCatalog.algorithm(selector).remoteChoice();
    if (way == RemoteChoice.NONE) {
      throw new IllegalArgumentException(
          "the selector "
              + selector.spec()
              + " does not work on a cluster; uniform, shadow, kmeans, rpcholesky and "
              + GIVEN
              + " do");
    }
    if (way == RemoteChoice.ONE_BY_ONE) {
      throw new IllegalArgumentException(
          selector.spec() + " would take a job for every landmark; leave it out");
    }
    return new DistributedSelector(selector.spec(), way, selector.choosesCount());
  }
}
