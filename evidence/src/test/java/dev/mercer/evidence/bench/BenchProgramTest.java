package dev.mercer.evidence.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.evidence.bench.landmarks.LandmarkComparison;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchProgramTest {

  private static final List<BenchPage> PAGES =
      List.of(LandmarkComparison.SPEED, LandmarkComparison.CERTIFICATES);

  private static List<String> chosen(String... arguments) {
    return BenchProgram.Wish.of(arguments, PAGES).cases().values().stream()
        .flatMap(List::stream)
        .map(BenchCase::name)
        .toList();
  }

  @Test
  void aPageStandsForAllItsCases() {
    assertThat(chosen("certificates", "shadow"))
        .containsExactly("shadow", "german", "pendigits", "usps", "mnist-wide", "mnist-narrow");
    assertThat(chosen("--quick")).hasSize(11).doesNotHaveDuplicates();
  }

  @Test
  void anUnknownCaseIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> chosen("shadows"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'shadows'")
        .hasMessageContaining("shadow, greedy");
  }

  @Test
  void optionsAreNotCases() {
    String[] arguments = {"--no-sklearn", "--sklearn-jobs=2", "greedy"};
    BenchProgram.Wish wish = BenchProgram.Wish.of(arguments, PAGES);
    assertThat(wish.peer()).isFalse();
    assertThat(wish.jobs()).isEqualTo(2);
    assertThat(wish.quick()).isFalse();
    assertThat(chosen(arguments)).containsExactly("greedy");
  }
}
