package dev.mercer.use.manifold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ClusterAgreementTest {

  /** The best of all ways to give clusters different classes. */
  private static int bestByTrying(int[] clusters, int[] classes, int k) {
    List<int[]> ways = new ArrayList<>();
    permute(new int[k], 0, new boolean[k], ways);
    int best = 0;
    for (int[] way : ways) {
      int right = 0;
      for (int i = 0; i < clusters.length; i++) {
        right += way[clusters[i]] == classes[i] ? 1 : 0;
      }
      best = Math.max(best, right);
    }
    return best;
  }

  private static void permute(int[] way, int at, boolean[] used, List<int[]> ways) {
    if (at == way.length) {
      ways.add(way.clone());
      return;
    }
    for (int k = 0; k < way.length; k++) {
      if (!used[k]) {
        used[k] = true;
        way[at] = k;
        permute(way, at + 1, used, ways);
        used[k] = false;
      }
    }
  }

  /** Pairs counted one by one. */
  private static double randByCounting(int[] clusters, int[] classes) {
    double both = 0;
    double inClusters = 0;
    double inClasses = 0;
    double all = 0;
    for (int i = 0; i < clusters.length; i++) {
      for (int j = 0; j < i; j++) {
        boolean a = clusters[i] == clusters[j];
        boolean b = classes[i] == classes[j];
        both += a && b ? 1 : 0;
        inClusters += a ? 1 : 0;
        inClasses += b ? 1 : 0;
        all++;
      }
    }
    double expected = inClusters * inClasses / all;
    double most = (inClusters + inClasses) / 2;
    return most == expected ? 1 : (both - expected) / (most - expected);
  }

  @Property(tries = 200)
  void isItsDefinition(@ForAll @Size(min = 2, max = 40) List<@IntRange(max = 24) Integer> cells) {
    int[] clusters = cells.stream().mapToInt(cell -> cell / 5).toArray();
    int[] classes = cells.stream().mapToInt(cell -> cell % 5).toArray();
    ClusterAgreement agreement = ClusterAgreement.of(clusters, classes);
    assertThat(agreement.accuracy())
        .isEqualTo((double) bestByTrying(clusters, classes, 5) / cells.size());
    assertThat(agreement.adjustedRand())
        .isCloseTo(randByCounting(clusters, classes), within(1e-12));
  }

  @Test
  void namesOfClustersDoNotMatter() {
    ClusterAgreement agreement =
        ClusterAgreement.of(new int[] {2, 2, 0, 0, 1}, new int[] {0, 0, 1, 1, 2});
    assertThat(agreement).isEqualTo(new ClusterAgreement(1, 1));
    int[] same = new int[7];
    Arrays.fill(same, 3);
    assertThat(ClusterAgreement.of(same, new int[7]).accuracy()).isEqualTo(1);
    assertThat(ClusterAgreement.of(new int[1], new int[1])).isEqualTo(new ClusterAgreement(1, 1));
  }

  @Test
  void moreClustersThanClassesLoseTheOthers() {
    ClusterAgreement agreement =
        ClusterAgreement.of(new int[] {0, 1, 2, 3}, new int[] {0, 0, 1, 1});
    assertThat(agreement.accuracy()).isEqualTo(0.5);
  }

  @Test
  void countsMustAgree() {
    assertThatThrownBy(() -> ClusterAgreement.of(new int[2], new int[3]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
