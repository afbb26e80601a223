package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

class BackendTest {

  @Test
  void theSuiteRunsOnTheBackEndsItSays() {
    String blas = System.getProperty("mercer.expect.blas");
    String simd = System.getProperty("mercer.expect.simd");
    assumeTrue(blas != null && simd != null, "mercer.expect.blas and .simd are not set");
    assertThat(Backend.instance().blas().name()).isEqualTo(blas);
    assertThat(Backend.instance().simd().name()).isEqualTo(simd);
  }

  @Test
  void unknownNamesAreRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Backend.of("mkl", "auto"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'mkl'")
        .hasMessageContaining("auto, native, java");
    assertThatThrownBy(() -> Backend.of("java", "avx"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'avx'")
        .hasMessageContaining("auto, vector, scalar");
  }

  @Test
  void vectorByNameNeedsItsModule() {
    assumeFalse(vectorModule(), "jdk.incubator.vector is loaded");
    assertThatThrownBy(() -> Backend.of("java", "vector"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("--add-modules jdk.incubator.vector");
  }

  @Test
  void autoSaysWhyTheVectorMapsWereRefused() {
    assumeFalse(vectorModule(), "jdk.incubator.vector is loaded");
    Backend backend = Backend.of("java", "auto");
    assertThat(backend.simd().name()).isEqualTo("scalar");
    assertThat(backend.refused())
        .anySatisfy(reason -> assertThat(reason).contains("--add-modules jdk.incubator.vector"));
  }

  @Test
  void whatIsAskedForByNameIsWhatIsGot() {
    Backend plain = Backend.of("java", "scalar");
    assertThat(plain.blas().name()).isEqualTo("java");
    assertThat(plain.simd().name()).isEqualTo("scalar");
    assertThat(plain.refused()).isEmpty();
    assertThat(plain.toString()).contains("java", "scalar");
  }

  @Test
  void mapsAreVectorLoopsOnceThatPays() {
    assumeTrue(vectorModule(), "jdk.incubator.vector is not loaded");
    Backend backend = Backend.of("java", "auto");
    Maps first = backend.maps();
    assertThat(first.next(Backend.WARM - 1)).isInstanceOf(VectorTwin.class);
    assertThat(backend.maps().next(1)).isInstanceOf(VectorTwin.class);
    assertThat(backend.maps().next(1)).as("later work").isSameAs(backend.simd());
    assertThat(first.next(1)).as("the work under way").isInstanceOf(VectorTwin.class);
    assertThat(first.next(Backend.WORTH_STALLING)).as("large work").isSameAs(backend.simd());
    Backend required = Backend.of("java", "vector");
    assertThat(required.maps().next(1)).isSameAs(required.simd());
  }

  @Test
  void mapsWithoutVectorsAreTheDefinition() {
    Backend backend = Backend.of("java", "scalar");
    assertThat(backend.maps().next(1)).isSameAs(backend.simd());
    assertThat(backend.maps().next(Long.MAX_VALUE / 2)).isSameAs(backend.simd());
  }

  private static boolean vectorModule() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }
}
