package dev.mercer.internal.select;

/** What is known of landmarks because of how they were chosen, before the rows are looked at. */
public enum Guarantee {
  NONE,

  /** Rows drawn without replacement, each as likely as any other, where weights are equal. */
  DRAWN_UNIFORMLY,

  /** Each landmark stands for a cluster, the rows that are nearest to it. */
  CLUSTERS,

  /** Clusters, each within {@link Selector#radius} of its landmark. */
  SHADOWS;

  /** Whether each landmark stands for a cluster of rows. */
  public boolean clusters() {
    return this == CLUSTERS || this == SHADOWS;
  }
}
