package dev.mercer.app.cli.uses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.kernel.KernelSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterGridTest {

  @Test
  void gridsAsTheyAreWritten() {
    KernelSpec kernel = KernelSpec.parse("gaussian(gamma=3)");
    for (String text :
        new String[] {
          "sigma=1,2,4,rank=10,5",
          "sigma=1:2:4,rank=5:10",
          "rank=5|10|5;sigma=1|2|4",
          " sigma = 1 , 2,4 , rank = 5,10"
        }) {
      ParameterGrid grid = ParameterGrid.parse(text);
      assertThat(grid.ranks()).containsExactly(5, 10);
      assertThat(grid.landmarks()).isEmpty();
      assertThat(grid.kernels(kernel).values().stream().map(KernelSpec::text))
          .containsExactly("gaussian(sigma=1)", "gaussian(sigma=2)", "gaussian(sigma=4)");
    }
    ParameterGrid two = ParameterGrid.parse("degree=2,3,offset=0,1,landmarks=30");
    assertThat(two.landmarks()).containsExactly(30);
    assertThat(two.kernels(KernelSpec.parse("polynomial+linear")).keySet())
        .containsExactly(
            Map.of("degree", "2", "offset", "0"),
            Map.of("degree", "2", "offset", "1"),
            Map.of("degree", "3", "offset", "0"),
            Map.of("degree", "3", "offset", "1"));
    assertThat(ParameterGrid.parse("rank=3").kernels(kernel)).containsOnlyKeys(Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sigma",
        "sigma=",
        "sigma=1,",
        "=1",
        "sigma=1,,2",
        "sigma=1,rank=",
        "sigma=1,sigma=2",
        "1,sigma=2",
        "rank=0",
        "rank=-3",
        "rank=2.5",
        "rank=x",
        "landmarks=0"
      })
  void gridsThatAreNone(String text) {
    assertThatThrownBy(() -> ParameterGrid.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("grid");
  }

  @Test
  void kernelsWithoutTheParameter() {
    assertThatThrownBy(() -> ParameterGrid.parse("sigma=1").kernels(KernelSpec.parse("polynomial")))
        .hasMessageContaining("has no sigma; its parameters are degree, offset, scale");
    assertThatThrownBy(() -> ParameterGrid.parse("sigma=1").kernels(KernelSpec.parse("linear")))
        .hasMessageContaining("it has no parameters");
    assertThatThrownBy(
            () -> ParameterGrid.parse("sigma=-1").kernels(KernelSpec.parse("laplacian(sigma=1)")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(KernelSpec.parse("0.5*gaussian(sigma=auto)+laplacian(sigma=2)").with("sigma", "3"))
        .isEqualTo(KernelSpec.parse("0.5*gaussian(sigma=3)+laplacian(sigma=3)"));
  }
}
