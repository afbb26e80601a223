package dev.mercer.internal.fastsum;

import dev.mercer.internal.kernel.Pairing;
import java.util.Arrays;

/**
 * The sources a leaf of targets has to do with, found by a walk down the tree of sources.
 *
 * <ol>
 *   <li>a node whose box is not nearer than {@code outside} is skipped
 *   <li>a node whose box is wholly nearer than {@code inside} is taken as a whole: as its range of
 *       places, or as a node if those are wanted apart
 *   <li>any other leaf is taken as its range, any other node is opened
 * </ol>
 *
 * Ranges come in ascending order and adjacent ones are joined. A leaf that is taken with its node
 * or skipped with it would also have been taken or skipped alone, see {@link KdTree#nearest}: with
 * ranges only, whether two leaves meet depends on their two boxes and on nothing else. Each worker
 * has its own; cost a few box distances a range.
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
   * @param apart whether nodes wholly inside are listed by {@link #node}, not as ranges
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

  /** Finds what lies near a leaf; what was found before is forgotten. */
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

  /** Sources in all ranges. */
  long points() {
    long points = 0;
    for (int range = 0; range < count; range++) {
      points += end(range) - first(range);
    }
    return points;
  }

  /** Number of nodes wholly inside that were kept apart. */
  int nodeCount() {
    return nodeCount;
  }

  int node(int index) {
    return nodes[index];
  }

  /** The least distance of any box skipped since this was made; infinite if none was. */
  double nearestSkipped() {
    return nearestSkipped;
  }
}
