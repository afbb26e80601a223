package dev.mercer.evidence.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimedTurnsTest {

  private final List<String> order = new ArrayList<>();

  private TimedTurns.Side side(String name, double seconds) {
    return new TimedTurns.Side() {
      @Override
      public double run() {
        order.add(name);
        return seconds;
      }

      @Override
      public void prepare() {
        order.add("prepare " + name);
      }
    };
  }

  @Test
  void shortWorkFillsATurnAndWarmRunsDoNotCount() {
    double[][] seconds = TimedTurns.take(List.of(side("a", 0.3), side("b", 0.6)), true);
    assertThat(seconds).isDeepEqualTo(new double[][] {{0.3, 0.3}, {0.6}});
    assertThat(order.subList(order.size() - 5, order.size()))
        .containsExactly("prepare a", "a", "a", "prepare b", "b");
  }

  @Test
  void longWorkRunsOnce() {
    double[][] seconds = TimedTurns.take(List.of(side("long", 21), side("short", 1)), true);
    assertThat(seconds).isDeepEqualTo(new double[][] {{21}, {1}});
    assertThat(order).filteredOn("long"::equals).hasSize(1);
  }

  @Test
  void theLastResultIsKept() {
    int[] runs = new int[1];
    TimedTurns.Own<Integer> own = new TimedTurns.Own<>(() -> ++runs[0]);
    assertThat(own.run()).isNotNegative();
    own.run();
    assertThat(own.result()).isEqualTo(2);
    own.prepare();
    assertThat(own.result()).isNull();
  }
}
