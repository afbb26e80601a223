package dev.mercer.internal.novelty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class NoveltyDrawTest {

  private static final Workers WORKERS = Workers.of(2);

  @AfterAll
  static void close() {
    WORKERS.close();
  }

  /** What is drawn: the values of each row, and its weight. */
  private static TreeMap<List<Double>, Double> content(NoveltyDraw draw, double[][] x) {
    TreeMap<List<Double>, Double> result =
        new TreeMap<>((a, b) -> Arrays.compare(array(a), array(b)));
    for (int i = 0; i < draw.rows().length; i++) {
      List<Double> row = Arrays.stream(x[draw.rows()[i]]).boxed().toList();
      result.merge(row, draw.weights() == null ? 1 : draw.weights()[i], Double::sum);
    }
    return result;
  }

  private static double[] array(List<Double> row) {
    return row.stream().mapToDouble(value -> value).toArray();
  }

  private static NoveltyDraw draw(double[][] x, double[] weights, int most, long seed) {
    return NoveltyDraw.of(Definition.rows(x), weights, most, seed, WORKERS);
  }

  @Test
  void fewRowsAreAllTakenInTheirOrder() {
    double[][] x = Definition.points(30, 2, 1);
    Rows rows = Definition.rows(x);
    NoveltyDraw all = NoveltyDraw.of(rows, null, 30, 5, WORKERS);
    assertThat(all.rows()).hasSize(30).isSorted();
    assertThat(all.weights()).isNull();
    assertThat(all.count()).isEqualTo(30);
    assertThat(all.of(rows)).isSameAs(rows);
    double[] weights = new double[30];
    Arrays.setAll(weights, i -> i % 3);
    NoveltyDraw weighted = NoveltyDraw.of(rows, weights, 20, 5, WORKERS);
    assertThat(weighted.rows()).hasSize(20).isSorted();
    assertThat(weighted.weights()).hasSize(20).contains(1, 2).doesNotContain(0);
    assertThat(weighted.count()).isEqualTo(20);
    assertThat(weighted.of(rows).count()).isEqualTo(20);
  }

  /** The order of the rows, or who else is among those of no weight, changes nothing. */
  @Test
  void manyRowsAreDrawnByWhatIsInThem() {
    double[][] x = Definition.points(700, 3, 2);
    NoveltyDraw one = draw(x, null, 100, 7);
    assertThat(one.rows()).hasSize(100).isSorted();
    assertThat(one.weights()).containsOnly(1);
    assertThat(one.count()).isEqualTo(100);
    List<double[]> shuffled = new ArrayList<>(List.of(x));
    Collections.shuffle(shuffled, new Random(4));
    double[][] other = shuffled.toArray(double[][]::new);
    assertThat(content(draw(other, null, 100, 7), other)).isEqualTo(content(one, x));
    assertThat(content(draw(x, null, 100, 8), x)).isNotEqualTo(content(one, x));
    double[] weights = new double[700];
    Arrays.setAll(weights, i -> i % 7 == 0 ? 0 : 2);
    NoveltyDraw weighted = draw(x, weights, 100, 7);
    Set<Integer> used = new TreeSet<>();
    Arrays.stream(weighted.rows()).forEach(used::add);
    assertThat(used).hasSize(100).noneMatch(row -> row % 7 == 0);
    // Those drawn before are drawn again, as far as they have a weight.
    Arrays.stream(one.rows()).filter(row -> row % 7 != 0).forEach(used::remove);
    assertThat(used).hasSize((int) Arrays.stream(one.rows()).filter(row -> row % 7 == 0).count());
  }

  /** A row that is there three times counts three times, and is measured once. */
  @Test
  void equalRowsAreDrawnTogether() {
    double[][] different = Definition.points(200, 2, 3);
    different[5][0] = 0.0;
    double[][] x = new double[600][];
    Arrays.setAll(x, i -> different[i % 200].clone());
    x[205][0] = -0.0; // equals 0.0
    NoveltyDraw draw = draw(x, null, 50, 9);
    assertThat(draw.rows()).hasSize(50);
    assertThat(Arrays.stream(draw.rows()).max().orElseThrow()).isLessThan(200);
    assertThat(draw.weights()).containsOnly(3);
    assertThat(draw.count()).isEqualTo(150);
    // Fewer different ones than may be drawn: all rows.
    NoveltyDraw all = draw(x, null, 200, 9);
    assertThat(all.rows()).hasSize(200);
    assertThat(all.count()).isEqualTo(600);
    double[] weights = new double[600];
    Arrays.setAll(weights, i -> i < 200 ? 0.5 : 0.25);
    assertThat(draw(x, weights, 50, 9).weights()).containsOnly(1);
  }

  /** Every row is as likely as any other. */
  @Test
  void drawsAreUniform() {
    double[][] x = Definition.points(400, 1, 6);
    int[] drawn = new int[400];
    int seeds = 500;
    for (int seed = 0; seed < seeds; seed++) {
      for (int row : draw(x, null, 100, seed).rows()) {
        drawn[row]++;
      }
    }
    double deviation = Math.sqrt(seeds * 0.25 * 0.75);
    double squares = 0;
    for (int count : drawn) {
      assertThat((double) count).isCloseTo(seeds * 0.25, within(5 * deviation));
      squares += Math.pow((count - seeds * 0.25) / deviation, 2);
    }
    // Squares of 400 standard normal numbers, nearly: 400 with a deviation of sqrt(800).
    assertThat(squares).isCloseTo(400, within(5 * Math.sqrt(800)));
  }
}
