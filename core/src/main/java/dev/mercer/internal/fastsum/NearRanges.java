package dev.mercer.internal.fastsum;

import dev.mercer.internal.kernel.Pairing;
import java.util.Arrays;

/**
 * Finds the sources that a leaf of targets must be summed with, by walking down the tree of
 * sources.
 *
 * <ol>
 *   <li>a node is skipped if the distance to its box is at least {@code outside}
 *   <li>a node whose whole box is nearer than {@code inside} is taken as a whole: as its range of
 *       places, or as a node if nodes are to be listed separately
 *   <li>any other leaf is taken as its range; any other node is opened, which means that its
 *       children are visited
 * </ol>
 *
 * Ranges come in ascending order, and adjacent ones are joined. A leaf that is taken or skipped
 * together with an ancestor would also have been taken or skipped by itself, see {@link
 * KdTree#nearest}: if only ranges are listed, whether two leaves meet depends on their two boxes
 * alone. Each thread has its own instance; the cost is a few box distances per range.
 */
final class NearRanges {

  private final Pairing pairing;
  private final KdTree targets;
  private final KdTree sources;
  private final double outside;
  private final double inside;
  private final boolean apart;
  private int[] bounds = new int[64];
  private int count;
  private int[] nodes = new int[64];
  private int nodeCount;
  private double nearestSkipped = Double.POSITIVE_INFINITY;

  /**
   * @param inside at most {@code outside}
   * @param apart whether nodes wholly inside are listed by {@link #node} and not as ranges
   */
  NearRanges(
      Pairing pairing,
      KdTree targets,
      KdTree sources,
      double outside,
      double inside,
      boolean apart) {
    this.pairing = pairing;
    this.targets = targets;
    this.sources = sources;
    this.outside = outside;
    this.inside = inside;
    this.apart = apart;
  }

  /** Finds what lies near a leaf of targets; results of the previous call are discarded. */
  void find(int leaf) {
    count = 0;
    nodeCount = 0;
    if (sources.nodes() > 0) {
      visit(targets.leaf(leaf), 0);
    }
  }

  private void visit(int target, int node) {
    double nearest = targets.nearest(pairing, target, sources, node);
    if (nearest >= outside) {
      nearestSkipped = Math.min(nearestSkipped, nearest);
    } else if (targets.farthest(pairing, target, sources, node) < inside) {
      if (apart) {
        addNode(node);
      } else {
        addRange(sources.first(node), sources.end(node));
      }
    } else if (sources.isLeaf(node)) {
      addRange(sources.first(node), sources.end(node));
    } else {
      visit(target, sources.left(node));
      visit(target, sources.right(node));
    }
  }

  private void addRange(int first, int end) {
    if (count > 0 && bounds[2 * count - 1] == first) {
      bounds[2 * count - 1] = end;
      return;
    }
    if (2 * count == bounds.length) {
      bounds = Arrays.copyOf(bounds, 4 * count);
    }
    bounds[2 * count] = first;
    bounds[2 * count + 1] = end;
    count++;
  }

  private void addNode(int node) {
    if (nodeCount == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * nodeCount);
    }
    nodes[nodeCount++] = node;
  }

  /** Number of ranges. */
  int count() {
    return count;
  }

  int first(int range) {
    return bounds[2 * range];
  }

  int end(int range) {
    return bounds[2 * range + 1];
  }

  /** Number of sources in all ranges. */
  long points() {
    long points = 0;
    for (int range = 0; range < count; range++) {
      points += end(range) - first(range);
    }
    return points;
  }

  /** Number of nodes wholly inside that are listed separately. */
  int nodeCount() {
    return nodeCount;
  }

  int node(int index) {
    return nodes[index];
  }

  /** The least distance of any box skipped since this object was created; infinite if none was. */
  double nearestSkipped() {
    return nearestSkipped;
  }
}
