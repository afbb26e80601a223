package dev.mercer.internal.select;

/** What is known about landmarks from the way they were chosen, without looking at the rows. */
public enum Guarantee {
  NONE,

  /**
   * Rows drawn without replacement; if the weights are equal, each row is as likely as any other.
   */
  DRAWN_UNIFORMLY,

  /** Each landmark stands for a cluster, which consists of the rows nearest to it. */
  CLUSTERS,

  /** As {@link #CLUSTERS}, and every row lies within {@link Selector#radius} of its landmark. */
  SHADOWS;

  /** Whether each landmark stands for a cluster of rows. */
  public boolean clusters() {
    return this == CLUSTERS || this == SHADOWS;
  }
}
