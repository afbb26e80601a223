package dev.mercer.internal.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DistinctKeysTest {

  /** Against a sorted set, for one part and for several, with keys that repeat. */
  @Property(tries = 200)
  void theSmallestAreLeftEachOnce(
      @ForAll @IntRange(min = 0, max = 6000) int offered,
      @ForAll @IntRange(min = 1, max = 3000) int most,
      @ForAll @IntRange(min = 1, max = 5) int parts,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] keys = random.ints(offered, 0, 4000).mapToDouble(k -> k / 4096.0).toArray();
    TreeSet<Double> sorted = new TreeSet<>();
    DistinctKeys merged = new DistinctKeys(most);
    for (int part = 0; part < parts; part++) {
      DistinctKeys some = new DistinctKeys(most);
      for (int i = part; i < offered; i += parts) {
        sorted.add(keys[i]);
        some.offer(keys[i]);
      }
      merged.offer(some.toArray());
    }
    double[] expected = sorted.stream().limit(most).mapToDouble(key -> key).toArray();
    assertThat(merged.toArray()).containsExactly(expected);
    assertThat(new DistinctKeys(most).offer(keys).toArray()).containsExactly(expected);
    assertThat(Arrays.stream(expected).distinct().count()).isEqualTo(expected.length);
  }
}
