package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.Pairing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Points sorted into boxes: a kd-tree over the rows of a matrix.
 *
 * <ol>
 *   <li>a node of more than one leaf is cut across the widest side of its bounding box, at the
 *       point that leaves a whole number of full leaves on the left side, as many as on the right
 *       or one more
 *   <li>points on the wrong side are swapped (selection by random pivots), so that every node is a
 *       range of positions, called places, and leaf k begins at place k times the leaf size
 *   <li>the points, in the order of their places, are kept coordinate-major, so that loops run as
 *       well over a range of several leaves as over a single leaf
 * </ol>
 *
 * The cut is by position, so equal points may fall on both sides and nothing degenerates:
 * duplicates, points on a line and far-away points give a tree of the same shape as any others.
 * Cost: O(n (d + log n)) moves of points and O(n d log n) comparisons for the boxes; memory 2 n d
 * doubles while building, then n d. The pivots are seeded with the numbers of the nodes, so equal
 * points give an equal tree.
 *
 * <p>Nodes are numbered in preorder: the left child of a node has the next number, so children have
 * greater numbers than their parents.
 */
final class KdTree {

  /** About how many subtrees are built in parallel: enough for an even load on a few threads. */
  private static final int SUBTREES = 16;

  private final int size;
  private final int columns;
  private final int leafSize;
  private final int leaves;
  private final double[] coordinates;
  private final int[] rows;

  /** The first leaf of each node; leafCounts holds the number of its leaves. */
  private final int[] firstLeaves;

  private final int[] leafCounts;
  private final int[] nodesOfLeaves;

  /** Per node, the lower corner of its box, then the upper corner. */
  private final double[] boxes;

  private KdTree(Matrix points, int leafSize) {
    this.size = points.rows();
    this.columns = points.columns();
    this.leafSize = leafSize;
    this.leaves = (size + leafSize - 1) / leafSize;
    int nodes = Math.max(0, 2 * leaves - 1);
    this.coordinates = new double[size * columns];
    this.rows = new int[size];
    this.firstLeaves = new int[nodes];
    this.leafCounts = new int[nodes];
    this.nodesOfLeaves = new int[leaves];
    this.boxes = new double[Math.multiplyExact(nodes, 2 * columns)];
  }

  /**
   * @param leafSize points per leaf; the last leaf may have fewer
   * @throws IllegalArgumentException if a coordinate is not a finite number
   */
  static KdTree of(Matrix points, int leafSize, Workers workers) {
    requireFinite(points);
    KdTree tree = new KdTree(points, leafSize);
    tree.build(points, workers);
    return tree;
  }

  private static void requireFinite(Matrix points) {
    if (points.columns() == 0) {
      throw new IllegalArgumentException("points without coordinates have no distances");
    }
    double[] values = points.values();
    for (int k = 0; k < values.length; k++) {
      if (!(Math.abs(values[k]) <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "row "
                + k / points.columns()
                + ", column "
                + k % points.columns()
                + " is "
                + values[k]
                + "; distances need finite numbers, clean it");
      }
    }
  }

  private void build(Matrix points, Workers workers) {
    if (size == 0) {
      return;
    }
    Arrays.setAll(rows, i -> i);
    double[] moved = points.toArray();
    List<int[]> subtrees = new ArrayList<>();
    build(moved, 0, 0, leaves, Math.max(1, leaves / SUBTREES), subtrees);
    workers.run(
        subtrees.size(),
        (index, worker) -> {
          int[] subtree = subtrees.get(index);
          build(moved, subtree[0], subtree[1], subtree[2], 0, null);
        });
    for (int c = 0; c < columns; c++) {
      for (int i = 0; i < size; i++) {
        coordinates[c * size + i] = moved[i * columns + c];
      }
    }
  }

  /**
   * Builds the subtree of a node down to parts of at most {@code most} leaves, which are put on the
   * list {@code later} instead.
   */
  private void build(
      double[] moved, int node, int firstLeaf, int count, int most, List<int[]> later) {
    if (count <= most) {
      later.add(new int[] {node, firstLeaf, count});
      return;
    }
    firstLeaves[node] = firstLeaf;
    leafCounts[node] = count;
    int first = first(node);
    int end = end(node);
    int widest = bound(moved, node, first, end);
    if (count == 1) {
      nodesOfLeaves[firstLeaf] = node;
      return;
    }
    int leftCount = leavesOfLeft(count);
    int middle = first + leftCount * leafSize;
    select(moved, widest, first, end, middle, new SplittableRandom(node));
    build(moved, left(node), firstLeaf, leftCount, most, later);
    build(moved, right(node), firstLeaf + leftCount, count - leftCount, most, later);
  }

  /** Sets the box of a node; returns its widest side. */
  private int bound(double[] moved, int node, int first, int end) {
    int low = node * 2 * columns;
    int high = low + columns;
    System.arraycopy(moved, first * columns, boxes, low, columns);
    System.arraycopy(moved, first * columns, boxes, high, columns);
    for (int i = first + 1; i < end; i++) {
      for (int c = 0; c < columns; c++) {
        double x = moved[i * columns + c];
        if (x < boxes[low + c]) {
          boxes[low + c] = x;
        } else if (x > boxes[high + c]) {
          boxes[high + c] = x;
        }
      }
    }
    int widest = 0;
    for (int c = 1; c < columns; c++) {
      if (boxes[high + c] - boxes[low + c] > boxes[high + widest] - boxes[low + widest]) {
        widest = c;
      }
    }
    return widest;
  }

  /**
   * Moves points so that, in one column, no point before {@code middle} is greater than one after
   * it.
   */
  private void select(
      double[] moved, int column, int from, int to, int middle, SplittableRandom random) {
    int first = from;
    int last = to - 1;
    while (first < last) {
      double pivot =
          median(
              moved[random.nextInt(first, last + 1) * columns + column],
              moved[random.nextInt(first, last + 1) * columns + column],
              moved[random.nextInt(first, last + 1) * columns + column]);
      int i = first;
      int j = last;
      while (i <= j) {
        while (moved[i * columns + column] < pivot) {
          i++;
        }
        while (moved[j * columns + column] > pivot) {
          j--;
        }
        // Points equal to the pivot are swapped too, so that equal points are divided between both
        // sides.
        if (i <= j) {
          swap(moved, i, j);
          i++;
          j--;
        }
      }
      if (middle <= j) {
        last = j;
      } else if (middle >= i) {
        first = i;
      } else {
        return;
      }
    }
  }

  private static double median(double a, double b, double c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  private void swap(double[] moved, int i, int j) {
    int row = rows[i];
    rows[i] = rows[j];
    rows[j] = row;
    for (int c = 0; c < columns; c++) {
      double x = moved[i * columns + c];
      moved[i * columns + c] = moved[j * columns + c];
      moved[j * columns + c] = x;
    }
  }

  private static int leavesOfLeft(int count) {
    return (count + 1) / 2;
  }

  /** Number of points. */
  int size() {
    return size;
  }

  int columns() {
    return columns;
  }

  int leafSize() {
    return leafSize;
  }

  int leaves() {
    return leaves;
  }

  int nodes() {
    return firstLeaves.length;
  }

  /** Number of levels of nodes; 1 for a single leaf. */
  int levels() {
    return leaves == 0 ? 0 : 33 - Integer.numberOfLeadingZeros(leaves - 1);
  }

  /**
   * Coordinate c of the point at place i is entry {@code c * size() + i}; callers must not write to
   * it.
   */
  double[] coordinates() {
    return coordinates;
  }

  /** The row of the original matrix that is stored at a place. */
  int row(int place) {
    return rows[place];
  }

  /** The node of a leaf. */
  int leaf(int number) {
    return nodesOfLeaves[number];
  }

  boolean isLeaf(int node) {
    return leafCounts[node] == 1;
  }

  int left(int node) {
    return node + 1;
  }

  int right(int node) {
    return node + 2 * leavesOfLeft(leafCounts[node]);
  }

  /** First place of a node. */
  int first(int node) {
    return firstLeaves[node] * leafSize;
  }

  /** The place after the last one of a node. */
  int end(int node) {
    return (int) Math.min(size, (long) (firstLeaves[node] + leafCounts[node]) * leafSize);
  }

  double low(int node, int column) {
    return boxes[node * 2 * columns + column];
  }

  double high(int node, int column) {
    return boxes[(node * 2 + 1) * columns + column];
  }

  /**
   * Sorts the rows of a row-major array, {@code width} values each, into the order of the places.
   */
  double[] inOrder(int width, double[] values) {
    double[] ordered = new double[size * width];
    for (int i = 0; i < size; i++) {
      System.arraycopy(values, rows[i] * width, ordered, i * width, width);
    }
    return ordered;
  }

  /**
   * How far the nearest points of two boxes are from each other: the squared distance or the sum of
   * absolute differences, depending on the pairing, with a relative error below {@link #margin}.
   * Exchanging the boxes changes no bit, and a box inside one of them is never nearer, because
   * rounding is monotone.
   */
  double nearest(Pairing pairing, int node, KdTree other, int otherNode) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      double gap =
          Math.max(
              low(node, c) - other.high(otherNode, c), other.low(otherNode, c) - high(node, c));
      if (gap > 0) {
        sum += pairing == Pairing.L1_DISTANCE ? gap : gap * gap;
      }
    }
    return sum;
  }

  /** The same for the farthest points of two boxes; a box inside one of them is never farther. */
  double farthest(Pairing pairing, int node, KdTree other, int otherNode) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      double span =
          Math.max(
              high(node, c) - other.low(otherNode, c), other.high(otherNode, c) - low(node, c));
      sum += pairing == Pairing.L1_DISTANCE ? span : span * span;
    }
    return sum;
  }

  /**
   * The relative error of distances between boxes and of the numbers they are compared with: two
   * roundings per difference, one per square and one per addition, and as much again to be safe.
   */
  static double margin(int columns) {
    return (2 * columns + 16) * FallingKernel.ROUNDING;
  }
}
