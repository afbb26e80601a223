package dev.mercer.app.data;

import static dev.mercer.app.data.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltinAndSyntheticTest {

  private static final List<String> KINDS =
      List.of("annulus", "circles", "moons", "swiss-roll", "blobs", "gaussian-mixture", "sphere");

  private static Loaded synthetic(String spec) {
    return Loaded.of(DataRequest.of("synthetic:" + spec));
  }

  @Test
  void digits() {
    Loaded data = Loaded.of(DataRequest.of("builtin:digits"), 100);
    assertThat(data.rows()).hasDimensions(1797, 64);
    assertThat(data.names()).startsWith("p0").endsWith("p63");
    assertThat(Arrays.stream(data.rows()).flatMapToDouble(Arrays::stream).min()).hasValue(0);
    assertThat(Arrays.stream(data.rows()).flatMapToDouble(Arrays::stream).max()).hasValue(16);
    // as scikit-learn gives them: 178 zeros, 182 ones, …
    int[] counts = {178, 182, 177, 183, 181, 182, 181, 179, 174, 180};
    for (int k = 0; k < 10; k++) {
      String label = Integer.toString(k);
      assertThat(data.labels().stream().filter(label::equals)).hasSize(counts[k]);
      assertThat(
              DataSources.shape(DataRequest.of("builtin:digits").withClasses(List.of(label)))
                  .rows())
          .isEqualTo(counts[k]);
    }
    assertRefused(DataRequest.of("builtin:digit")).hasMessageContaining("did you mean 'digits'?");
    assertRefused(DataRequest.of("builtin:../x")).hasMessageContaining("built in are 'digits'");
  }

  @ParameterizedTest
  @CsvSource({
    "annulus,2,false",
    "circles,2,true",
    "moons,2,true",
    "swiss-roll,3,true",
    "blobs,2,true",
    "gaussian-mixture,2,true",
    "sphere,3,false"
  })
  void shapesAndLabels(String kind, int columns, boolean labeled) {
    assertThat(synthetic(kind).rows()).hasDimensions(1000, columns);
    Loaded data = synthetic(kind + "(n=50, seed=3)");
    assertThat(data.rows()).hasDimensions(50, columns);
    assertThat(data.labels().stream().allMatch(label -> (label != null) == labeled)).isTrue();
    assertThat(data.rows()).isDeepEqualTo(synthetic(kind + "(seed=3,n=50)").rows());
    assertThat(data.rows()[0]).isNotEqualTo(synthetic(kind + "(n=50,seed=4)").rows()[0]);
    assertThat(Arrays.stream(data.rows()).map(Arrays::toString).distinct()).hasSize(50);
  }

  @Property(tries = 40)
  void anyRangeInAnyBlocksIsTheSameRows(
      @ForAll @IntRange(min = 0, max = 6) int kind,
      @ForAll @IntRange(min = 0, max = 90) int from,
      @ForAll @IntRange(min = 1, max = 10) int length,
      @ForAll @IntRange(min = 1, max = 40) int block) {
    DataRequest request = DataRequest.of("synthetic:" + KINDS.get(kind) + "(n=100,noise=0.3)");
    Loaded all = Loaded.of(request);
    Loaded part = Loaded.of(request.withRows(new RowRange(from, from + length)), block);
    assertThat(part.rows()).isDeepEqualTo(Arrays.copyOfRange(all.rows(), from, from + length));
    assertThat(part.labels()).isEqualTo(all.labels().subList(from, from + length));
  }

  @Test
  void geometry() {
    for (double[] p : synthetic("annulus(n=500,inner=2,outer=3)").rows()) {
      assertThat(Math.hypot(p[0], p[1])).isBetween(2 - 1e-12, 3 + 1e-12);
    }
    Loaded circles = synthetic("circles(n=500,noise=0,factor=0.3)");
    Loaded moons = synthetic("moons(n=500,noise=0)");
    for (int i = 0; i < 500; i++) {
      boolean second = circles.labels().get(i).equals("1");
      assertThat(Math.hypot(circles.rows()[i][0], circles.rows()[i][1]))
          .isCloseTo(second ? 0.3 : 1, within(1e-12));
      double[] p = moons.rows()[i];
      boolean lower = moons.labels().get(i).equals("1");
      assertThat(lower ? Math.hypot(p[0] - 1, p[1] - 0.5) : Math.hypot(p[0], p[1]))
          .isCloseTo(1, within(1e-12));
      assertThat(lower ? p[1] <= 0.5 : p[1] >= 0).isTrue();
    }
    Loaded roll = synthetic("swiss-roll(n=500)");
    for (int i = 0; i < 500; i++) {
      assertThat(Math.hypot(roll.rows()[i][0], roll.rows()[i][2]))
          .isCloseTo(Double.parseDouble(roll.labels().get(i)), within(1e-12 * 15));
      assertThat(roll.rows()[i][1]).isBetween(0.0, 21.0);
    }
    for (double[] p : synthetic("sphere(n=200,d=7,radius=2)").rows()) {
      assertThat(Math.sqrt(Arrays.stream(p).map(x -> x * x).sum())).isCloseTo(2, within(1e-12));
    }
    Loaded blobs = synthetic("blobs(n=60,centers=4,d=5,noise=0,box=1)");
    assertThat(Set.copyOf(blobs.labels())).containsExactlyInAnyOrder("0", "1", "2", "3");
    assertThat(Arrays.stream(blobs.rows()).map(Arrays::toString).distinct()).hasSize(4);
    assertThat(Set.copyOf(synthetic("gaussian-mixture(n=200,components=4,d=3)").labels()))
        .hasSize(4);
  }

  /**
   * The mean of n standard normals is within 5 / sqrt(n), their mean square within 5 sqrt(2/n) of
   * 1, but for 1 in 10^6.
   */
  @Test
  void noiseIsStandardNormalTimesItsScale() {
    int n = 20_000;
    double[] x = synthetic("blobs(n=" + n + ",centers=1,box=0,d=1,noise=3)").column(0);
    double mean = Arrays.stream(x).average().orElseThrow() / 3;
    double square = Arrays.stream(x).map(v -> v * v / 9).average().orElseThrow();
    assertThat(mean).isCloseTo(0, within(5 / Math.sqrt(n)));
    assertThat(square).isCloseTo(1, within(5 * Math.sqrt(2.0 / n)));
  }

  /**
   * Uniform by area: the share inside radius r is (r^2 - inner^2) / (outer^2 - inner^2), within 5
   * standard errors.
   */
  @Test
  void theAnnulusIsUniformByArea() {
    int n = 20_000;
    double[][] rows = synthetic("annulus(n=" + n + ",inner=1,outer=2)").rows();
    double share =
        Arrays.stream(rows).filter(p -> Math.hypot(p[0], p[1]) < 1.5).count() / (double) n;
    double expected = (1.5 * 1.5 - 1) / 3;
    assertThat(share).isCloseTo(expected, within(5 * Math.sqrt(expected * (1 - expected) / n)));
  }

  @Test
  void hugeDataCostsNothingUntilItIsRead() {
    DataRequest request = DataRequest.of("synthetic:blobs(n=1e12,d=3)");
    assertThat(DataSources.shape(request))
        .isEqualTo(new DataShape(1_000_000_000_000L, 3, List.of("x0", "x1", "x2")));
    assertThat(Loaded.of(request.withRows(RowRange.parse("999999999990:"))).rows())
        .hasDimensions(10, 3);
  }

  /** Bits that must not change between versions, machines and JVMs. */
  @Test
  void frozenRows() {
    assertThat(Arrays.toString(synthetic("circles(n=3,seed=42)").rows()[2]))
        .isEqualTo(FROZEN_CIRCLES);
    assertThat(Arrays.toString(synthetic("gaussian-mixture(n=3,seed=42)").rows()[2]))
        .isEqualTo(FROZEN_MIXTURE);
  }

  private static final String FROZEN_CIRCLES = "[1.05162046002829, 0.22767121971646864]";
  private static final String FROZEN_MIXTURE = "[-0.1809513005372885, -0.889939752850471]";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "moons(n=0)", "moons(n=-5)", "moons(n=1.5)", "moons(n=abc)", "moons(n=)", "moons(noise=-1)",
            "moons(noise=nan)",
        "moons(n=10", "moons(n)", "moons(n=1,n=2)", "moons(=3)", "moons(n=1,)", "sphere(d=0)",
            "sphere(d=1000001)",
        "gaussian-mixture(d=1001)", "blobs(d=1000000,centers=11)", "circles(factor=2)",
            "moons)n=2(", ""
      })
  void wrongSpecs(String spec) {
    assertRefused(DataRequest.of("synthetic:" + spec));
  }

  @Test
  void unknownNamesAndKeysSuggestTheNearest() {
    assertRefused(DataRequest.of("synthetic:moon"))
        .hasMessageContaining("did you mean 'moons'?")
        .hasMessageContaining("'swiss-roll'");
    assertRefused(DataRequest.of("synthetic:moons(nois=1)"))
        .hasMessageContaining("no 'nois'; did you mean 'noise'?")
        .hasMessageContaining("it takes 'n', 'noise', 'seed'");
    assertRefused(DataRequest.of("synthetik:moons"))
        .hasMessageContaining("'synthetik:' is not a kind of data");
  }

  @Test
  void classesOfSyntheticData() {
    Loaded data =
        Loaded.of(DataRequest.of("synthetic:blobs(n=30,centers=3)").withClasses(List.of("2")));
    assertThat(data.rows()).hasDimensions(10, 2);
    assertRefused(DataRequest.of("synthetic:sphere").withClasses(List.of("1")))
        .hasMessageContaining("--classes needs labels");
  }
}
