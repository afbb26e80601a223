package dev.mercer.internal.problem;

/**
 * How many components to keep: a number, or as many as explain a share of the variance.
 *
 * @param rank number of components, 0 when a share of the variance is asked for
 * @param variance share of the total variance in (0, 1], 0 when a number is asked for
 */
public record Target(int rank, double variance) {

  /** As many components as this number, or as many as there are if they are fewer. */
  public static Target rank(int rank) {
    if (rank < 1) {
      throw new IllegalArgumentException("rank = " + rank + "; ask for at least 1 component");
    }
    return new Target(rank, 0);
  }

  /** As many components as explain this share of the variance together. */
  public static Target variance(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "variance = " + share + "; ask for a share above 0 and at most 1");
    }
    return new Target(0, share);
  }

  /** The number of components asked for, or one where a share of the variance is asked for. */
  public int leastRank() {
    return byVariance() ? 1 : rank;
  }

  /** Whether a share of the variance is asked for, not a number of components. */
  public boolean byVariance() {
    return rank == 0;
  }
}
