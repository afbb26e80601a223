package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NearestNeighborsTest {

  private static final Workers ONE = Workers.of(1);

  /** All distances, sorted; votes counted one by one. */
  private static int definition(double[][] rows, ClassLabels labels, int k, double[] x) {
    double[] distances = Arrays.stream(rows).mapToDouble(row -> distance(row, x)).toArray();
    int[] nearest =
        IntStream.range(0, rows.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> distances[i]).thenComparing(i -> i))
            .limit(k)
            .mapToInt(i -> i)
            .toArray();
    int[] votes = new int[labels.classes()];
    double[] sums = new double[labels.classes()];
    for (int i : nearest) {
      votes[labels.code(i)]++;
      sums[labels.code(i)] += distances[i];
    }
    return IntStream.range(0, labels.classes())
        .boxed()
        .min(
            Comparator.comparingInt((Integer c) -> -votes[c])
                .thenComparingDouble(c -> sums[c])
                .thenComparing(c -> c))
        .orElseThrow();
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return Math.sqrt(sum);
  }

  private static ClassLabels labels(int n, int classes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return ClassLabels.of(
        IntStream.range(0, n).mapToObj(i -> "" + random.nextInt(classes)).toArray(String[]::new));
  }

  @Property(tries = 60)
  void votesAreThoseOfTheDoubleLoop(
      @ForAll @IntRange(min = 1, max = 60) int n,
      @ForAll @IntRange(min = 1, max = 5) int d,
      @ForAll @IntRange(min = 1, max = 60) int k,
      @ForAll @IntRange(min = 1, max = 4) int classes,
      @ForAll long seed) {
    double[][] rows = Definition.points(n, d, seed);
    double[][] unseen = Definition.points(20, d, seed + 1);
    compare(rows, unseen, labels(n, classes, seed), Math.min(n, k));
  }

  /** Whole numbers: most distances are equal to others, and rows occur twice. */
  @Property(tries = 60)
  void tiesAreThoseOfTheDoubleLoop(
      @ForAll @IntRange(min = 1, max = 9) int k,
      @ForAll @IntRange(min = 0, max = 12) int power,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double far = Math.pow(10, power); // far from the origin products alone would lose all digits
    double[][] rows = new double[40][2];
    double[][] unseen = new double[20][2];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> far + random.nextInt(4));
    }
    for (double[] row : unseen) {
      Arrays.setAll(row, j -> far + random.nextInt(4));
    }
    compare(rows, unseen, labels(40, 3, seed), k);
  }

  private static void compare(double[][] rows, double[][] unseen, ClassLabels labels, int k) {
    int[] predicted =
        NearestNeighbors.fit(Matrix.of(rows), labels, k, ONE.threads()).predict(Matrix.of(unseen));
    for (int i = 0; i < unseen.length; i++) {
      assertThat(predicted[i]).isEqualTo(definition(rows, labels, k, unseen[i]));
    }
  }

  @Test
  void oneNeighborOfATrainingRowIsItself() {
    Matrix rows = Matrix.of(Definition.points(50, 3, 1));
    ClassLabels labels = labels(50, 4, 2);
    assertThat(NearestNeighbors.fit(rows, labels, 1, ONE.threads()).predict(rows))
        .containsExactly(labels.codes());
  }

  @Test
  void tiesOfVotesGoToTheNearerClassThenToTheLower() {
    Matrix rows = Matrix.of(new double[][] {{0}, {4}});
    ClassLabels labels = ClassLabels.of(new String[] {"b", "a"});
    NearestNeighbors two = NearestNeighbors.fit(rows, labels, 2, ONE.threads());
    assertThat(two.predict(Matrix.of(new double[][] {{1}, {3}, {2}}))).containsExactly(1, 0, 0);
  }

  @Test
  void threadsChangeNothing() {
    Matrix rows = Matrix.of(Definition.points(300, 2, 1));
    Matrix unseen = Matrix.of(Definition.points(3000, 2, 2)); // more than one panel
    ClassLabels labels = labels(300, 5, 3);
    int[] alone = NearestNeighbors.fit(rows, labels, 5, ONE.threads()).predict(unseen);
    try (Workers three = Workers.of(3)) {
      assertThat(NearestNeighbors.fit(rows, labels, 5, three.threads()).predict(unseen))
          .containsExactly(alone);
    }
  }

  @Test
  void numbersAtTheEndsOfTheRangeAreVotedOn() {
    double[][] rows = {{1e200}, {-1e200}, {1e-200}, {0}};
    compare(rows, new double[][] {{2e200}, {-1e-200}, {0}}, labels(4, 2, 3), 2);
  }

  @Test
  void badInputIsRefused() {
    Matrix rows = Matrix.of(Definition.points(4, 2, 1));
    ClassLabels labels = labels(4, 2, 1);
    for (int k : new int[] {0, -1, 5}) {
      assertThatThrownBy(() -> NearestNeighbors.fit(rows, labels, k, ONE.threads()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("k = " + k + " neighbors of 4 rows");
    }
    assertThatThrownBy(() -> NearestNeighbors.fit(rows, labels(3, 2, 1), 1, ONE.threads()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 labels for 4 rows");
    NearestNeighbors fitted = NearestNeighbors.fit(rows, labels, 1, ONE.threads());
    assertThatThrownBy(() -> fitted.predict(Matrix.of(new double[][] {{1}})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 columns");
    assertThatThrownBy(() -> fitted.predict(Matrix.of(new double[][] {{1, Double.NaN}})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 0, column 1 is NaN");
  }
}
