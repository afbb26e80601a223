package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;

/**
 * Chooses how many clusters the sources of a clustered Gaussian sum should have, by estimated cost.
 *
 * <ol>
 *   <li>a sample of the sources is clustered, adding one center after the other
 *   <li>at 1, 2, 3, 4, 6, 9, ... centers, the proven bound gives the truncation number of every
 *       cluster from its radius; cost = sources x terms + pairs of targets and clusters within
 *       reach x terms, where the pairs are counted for a sample of groups of targets
 *   <li>the cheapest number of centers wins; the search ends when several numbers in a row were
 *       worse
 * </ol>
 *
 * <p>The unit of cost is one term of one point. Many clusters have few terms each, but a target
 * then meets many clusters within the cut-off radius; in d dimensions the best radius is around
 * sigma.
 */
final class ClusterPlan {

  /** Most members of a group of targets: enough for long loops, few enough for compact groups. */
  static final int GROUP = 128;

  private static final int MOST_CLUSTERS = 1 << 13;

  /**
   * If no number of clusters up to this one is possible, the search gives up: a scheme that pays at
   * all has few enough terms by then.
   */
  private static final int HOPELESS = 1 << 10;

  /** Most moments for one vector: 32 megabytes. */
  private static final long MOST_MOMENTS = 1L << 22;

  private static final int SAMPLED_GROUPS = 64;

  /** The cost of the coordinates and the exponential of a point, in terms. */
  private static final double POINT_COST = 16;

  /** The cost of a visit of one group to one cluster beside the group's points, in terms. */
  private static final double VISIT_COST = 300;

  private static final int PATIENCE = 4;

  private final int d;
  private final double sigma;
  private final double error;
  private final double cutoff;
  private final PointGroups targets;
  private final EnclosingBall targetBall;

  /** How many targets each target of the sample stands for. */
  private final double targetWeight;

  /** The largest radius of a group of targets; by construction at most half the cut-off radius. */
  private final double widestGroup;

  /**
   * @param targets all targets, or a sample of them
   * @param targetsMeant how many targets there are in all: the groups of a sample get fewer
   *     members, so that they are as compact as the groups of all targets would be
   */
  ClusterPlan(Matrix targets, int targetsMeant, double sigma, double error) {
    this.d = targets.columns();
    this.targetWeight = targets.rows() == 0 ? 1 : (double) targetsMeant / targets.rows();
    this.sigma = sigma;
    this.error = error;
    // The slack is larger than any rounding error of the distances that are compared with the
    // cut-off.
    this.cutoff = sigma * Math.sqrt(-2 * Math.log(error)) * (1 + 1e-9);
    this.targets = new PointGroups(targets, (int) Math.max(1, GROUP / targetWeight), 0.5 * cutoff);
    this.targetBall = EnclosingBall.around(targets, targets);
    this.widestGroup = this.targets.largestRadius();
  }

  PointGroups targets() {
    return targets;
  }

  /** Beyond this distance every kernel value is below the error. */
  double cutoff() {
    return cutoff;
  }

  /**
   * The cheapest number of clusters for these sources; 0 if no number is possible.
   *
   * @param sourcesMeant how many sources there are in all, if {@code sources} is a sample
   */
  int number(Matrix sources, int sourcesMeant) {
    FarthestPoints grown = new FarthestPoints(sources);
    int best = 0;
    double lowest = Double.POSITIVE_INFINITY;
    int worse = 0;
    for (int wanted = 1; wanted <= MOST_CLUSTERS; wanted = Math.max(wanted + 1, wanted * 3 / 2)) {
      boolean growing = grow(grown, wanted);
      Clusters clusters = new Clusters(sources, grown);
      int[] truncations = truncations(clusters);
      double cost =
          truncations == null
              ? Double.POSITIVE_INFINITY
              : cost(clusters, truncations, sourcesMeant);
      if (cost < lowest) {
        lowest = cost;
        best = grown.count();
        worse = 0;
      } else if (best > 0) {
        worse++;
      }
      boolean hopeless = best == 0 && wanted >= HOPELESS && wanted < sources.rows() / 2;
      if (!growing || worse == PATIENCE || hopeless) {
        break;
      }
    }
    return best;
  }

  /** Adds centers up to the number wanted; returns false if the points ran out before. */
  static boolean grow(FarthestPoints grown, int wanted) {
    while (grown.count() < wanted) {
      if (!grown.grow()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Clusters all sources, with the smallest number of clusters from {@code least} on that the error
   * allows. It may be larger than {@code least} because a sample can suggest smaller radii than all
   * sources have.
   *
   * @return null if every number of clusters needs too many terms
   */
  Clusters cluster(Matrix sources, int least) {
    FarthestPoints grown = new FarthestPoints(sources);
    for (int wanted = least; ; wanted = Math.max(wanted + 1, wanted * 3 / 2)) {
      boolean growing = grow(grown, Math.min(wanted, MOST_CLUSTERS));
      Clusters clusters = new Clusters(sources, grown);
      if (truncations(clusters) != null) {
        return clusters;
      }
      if (!growing || wanted >= MOST_CLUSTERS) {
        return null;
      }
    }
  }

  /**
   * The truncation number per cluster; null if one cluster cannot reach the error, or if all
   * clusters together have too many terms.
   */
  int[] truncations(Clusters clusters) {
    int[] truncations = new int[clusters.count];
    long moments = 0;
    for (int k = 0; k < clusters.count; k++) {
      double a = clusters.radii[k] / sigma;
      int truncation = TaylorBound.truncation(d, a, reach(clusters, k), error);
      if (truncation == 0) {
        return null;
      }
      truncations[k] = truncation;
      moments += TaylorBound.terms(d, truncation);
      if (moments > MOST_MOMENTS) {
        return null;
      }
    }
    return truncations;
  }

  /**
   * The largest distance, in units of sigma, from a cluster's center to a target that uses the
   * cluster.
   */
  private double reach(Clusters clusters, int cluster) {
    double ofGroups = clusters.radii[cluster] + cutoff + 2 * widestGroup;
    double squared = squaredDistance(clusters.centers, cluster, targetBall.center(), 0);
    double ofAll = EnclosingBall.distanceBound(squared, d) + targetBall.radius();
    return Math.min(ofGroups, ofAll) * (1 + 1e-9) / sigma;
  }

  /**
   * Whether some target of the group may have a source of the cluster within the cut-off radius.
   */
  boolean near(int group, Clusters clusters, int cluster) {
    double limit = cutoff + targets.radius(group) + clusters.radii[cluster];
    return squaredDistance(targets.centers(), group, clusters.centers, cluster) <= limit * limit;
  }

  /**
   * The work of a product: the terms of every source once, and those of every target once for each
   * cluster within reach.
   */
  double cost(Clusters clusters, int[] truncations, int sourcesMeant) {
    double ofSources = 0;
    for (int k = 0; k < clusters.count; k++) {
      ofSources += clusters.size(k) * (TaylorBound.terms(d, truncations[k]) + POINT_COST);
    }
    return ofSources * sourcesMeant / clusters.order.length + targetCost(clusters, truncations);
  }

  private double targetCost(Clusters clusters, int[] truncations) {
    int step = Math.max(1, targets.count() / SAMPLED_GROUPS);
    long points = 0;
    double cost = 0;
    for (int g = step / 2; g < targets.count(); g += step) {
      int size = targets.start(g + 1) - targets.start(g);
      points += size;
      for (int k = 0; k < clusters.count; k++) {
        if (near(g, clusters, k)) {
          cost += VISIT_COST / targetWeight;
          cost += size * (TaylorBound.terms(d, truncations[k]) + POINT_COST);
        }
      }
    }
    return points == 0 ? 0 : cost * targetWeight * targets.order().length / points;
  }

  private double squaredDistance(double[] x, int i, double[] y, int j) {
    double sum = 0;
    for (int c = 0; c < d; c++) {
      double difference = x[i * d + c] - y[j * d + c];
      sum += difference * difference;
    }
    return sum;
  }
}
