package dev.mercer.internal.fastsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.Pairing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The shape of trees, and distances of boxes against those of their points. */
class KdTreeTest {

  private static final int LEAF = 8;

  private static KdTree tree(Matrix points, int leafSize) {
    try (Workers workers = Workers.of(1)) {
      return KdTree.of(points, leafSize, workers);
    }
  }

  @ParameterizedTest
  @EnumSource(Cloud.class)
  void everyNodeIsARangeInItsBox(Cloud cloud) {
    for (int n : new int[] {1, 2, 7, 8, 9, 16, 17, 24, 500}) {
      for (int d : new int[] {1, 2, 3, 20}) {
        check(cloud.points(n, d, n + d), LEAF);
        check(cloud.points(n, d, n + d), 1);
      }
    }
  }

  private static void check(Matrix points, int leafSize) {
    KdTree tree = tree(points, leafSize);
    int n = points.rows();
    boolean[] seen = new boolean[n];
    for (int place = 0; place < n; place++) {
      assertThat(seen[tree.row(place)]).isFalse();
      seen[tree.row(place)] = true;
      for (int c = 0; c < points.columns(); c++) {
        assertThat(tree.coordinates()[c * n + place]).isEqualTo(points.get(tree.row(place), c));
      }
    }
    assertThat(tree.first(0)).isZero();
    assertThat(tree.end(0)).isEqualTo(n);
    assertThat(tree.leaves()).isEqualTo((n + leafSize - 1) / leafSize);
    assertThat(tree.nodes()).isEqualTo(2 * tree.leaves() - 1);
    assertThat(levels(tree, 0)).isEqualTo(tree.levels());
    for (int leaf = 0; leaf < tree.leaves(); leaf++) {
      int node = tree.leaf(leaf);
      assertThat(tree.isLeaf(node)).isTrue();
      assertThat(tree.first(node)).isEqualTo(leaf * leafSize);
      assertThat(tree.end(node)).isEqualTo(Math.min(n, (leaf + 1) * leafSize));
    }
    for (int node = 0; node < tree.nodes(); node++) {
      checkBox(tree, node);
      if (!tree.isLeaf(node)) {
        checkChildren(tree, node);
      }
    }
  }

  private static int levels(KdTree tree, int node) {
    return tree.isLeaf(node)
        ? 1
        : 1 + Math.max(levels(tree, tree.left(node)), levels(tree, tree.right(node)));
  }

  /** The box is the smallest around the points. */
  private static void checkBox(KdTree tree, int node) {
    for (int c = 0; c < tree.columns(); c++) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int i = tree.first(node); i < tree.end(node); i++) {
        low = Math.min(low, tree.coordinates()[c * tree.size() + i]);
        high = Math.max(high, tree.coordinates()[c * tree.size() + i]);
      }
      assertThat(tree.low(node, c)).isEqualTo(low);
      assertThat(tree.high(node, c)).isEqualTo(high);
    }
  }

  /** Two halves, one behind the other on the widest side. */
  private static void checkChildren(KdTree tree, int node) {
    int left = tree.left(node);
    int right = tree.right(node);
    assertThat(tree.first(left)).isEqualTo(tree.first(node));
    assertThat(tree.end(left)).isEqualTo(tree.first(right));
    assertThat(tree.end(right)).isEqualTo(tree.end(node));
    int widest = 0;
    for (int c = 0; c < tree.columns(); c++) {
      if (side(tree, node, c) > side(tree, node, widest)) {
        widest = c;
      }
    }
    assertThat(tree.high(left, widest)).isLessThanOrEqualTo(tree.low(right, widest));
  }

  private static double side(KdTree tree, int node, int c) {
    return tree.high(node, c) - tree.low(node, c);
  }

  @ParameterizedTest
  @CsvSource({"UNIFORM,2", "DUPLICATES,3", "WITH_FAR_ONES,5"})
  void threadsDoNotChangeTheTree(Cloud cloud, int d) {
    Matrix points = cloud.points(3000, d, 1);
    try (Workers workers = Workers.of(3)) {
      KdTree tree = KdTree.of(points, LEAF, workers);
      assertThat(tree.coordinates()).isEqualTo(tree(points, LEAF).coordinates());
    }
  }

  @ParameterizedTest
  @EnumSource(Cloud.class)
  void distancesOfBoxesBoundThoseOfTheirPoints(Cloud cloud) {
    for (int d : new int[] {1, 3, 7}) {
      KdTree a = tree(cloud.points(40, d, 1), LEAF);
      KdTree b = tree(cloud.points(50, d, 2), LEAF);
      for (Pairing pairing : new Pairing[] {Pairing.SQUARED_DISTANCE, Pairing.L1_DISTANCE}) {
        for (int i = 0; i < a.nodes(); i++) {
          for (int j = 0; j < b.nodes(); j++) {
            checkDistances(pairing, a, i, b, j);
          }
        }
      }
    }
  }

  private static void checkDistances(Pairing pairing, KdTree a, int i, KdTree b, int j) {
    double nearest = a.nearest(pairing, i, b, j);
    double farthest = a.farthest(pairing, i, b, j);
    assertThat(b.nearest(pairing, j, a, i)).isEqualTo(nearest);
    assertThat(b.farthest(pairing, j, a, i)).isEqualTo(farthest);
    double margin = KdTree.margin(a.columns());
    for (int x = a.first(i); x < a.end(i); x++) {
      for (int y = b.first(j); y < b.end(j); y++) {
        double distance = pairing.of(point(a, x), point(b, y));
        assertThat(distance).isBetween(nearest * (1 - margin), farthest * (1 + margin));
      }
    }
    if (!b.isLeaf(j)) {
      for (int child : new int[] {b.left(j), b.right(j)}) {
        assertThat(a.nearest(pairing, i, b, child)).isGreaterThanOrEqualTo(nearest);
        assertThat(a.farthest(pairing, i, b, child)).isLessThanOrEqualTo(farthest);
      }
    }
  }

  private static double[] point(KdTree tree, int place) {
    double[] point = new double[tree.columns()];
    for (int c = 0; c < point.length; c++) {
      point[c] = tree.coordinates()[c * tree.size() + place];
    }
    return point;
  }

  @Test
  void valuesFollowTheirPoints() {
    Matrix points = Cloud.UNIFORM.points(100, 2, 3);
    KdTree tree = tree(points, LEAF);
    double[] ordered = tree.inOrder(2, points.values());
    for (int place = 0; place < 100; place++) {
      assertThat(ordered[2 * place + 1]).isEqualTo(points.get(tree.row(place), 1));
    }
  }

  @Test
  void noPointsMakeAnEmptyTree() {
    KdTree tree = tree(Matrix.wrap(0, 3, new double[0]), LEAF);
    assertThat(tree.nodes()).isZero();
    assertThat(tree.leaves()).isZero();
    assertThat(tree.levels()).isZero();
  }

  @Test
  void whatHasNoDistanceIsRefused() {
    for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      Matrix points = Matrix.of(new double[][] {{0, 1}, {2, 3}, {4, bad}});
      assertThatThrownBy(() -> tree(points, LEAF))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("row 2, column 1");
    }
    assertThatThrownBy(() -> tree(Matrix.wrap(2, 0, new double[0]), LEAF))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
