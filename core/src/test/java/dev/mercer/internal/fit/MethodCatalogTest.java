package dev.mercer.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.method.RandomFeatures;
import dev.mercer.method.SparseL1;
import dev.mercer.method.SparseTipping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods that choose their own points or have none, by their texts. */
class MethodCatalogTest {

  private static MethodCatalog.Wishes wishes(Integer landmarks, String selector) {
    return new MethodCatalog.Wishes(landmarks, null, null, selector, null, "auto", "auto");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sparse(kind=l1)",
        "sparse(kind=l1,candidates=100)",
        "sparse(kind=tipping)",
        "sparse(kind=tipping,noise=0.01)",
        "hebbian(smd=true)",
        "hebbian(smd=false,epochs=3)",
        "random-features(orthogonal=true)",
        "random-features(orthogonal=false)"
      })
  void textsComeBack(String text) {
    assertThat(MethodCatalog.parse(text, wishes(null, null)).spec()).isEqualTo(text);
    assertThatThrownBy(() -> MethodCatalog.parse(text, wishes(null, "uniform")))
        .hasMessageContaining("leave tolerance, gap, selector");
  }

  @Test
  void numbersOfLandmarksArriveWhereThereAreAny() {
    assertThat(MethodCatalog.parse("sparse(kind=l1)", wishes(7, null)))
        .isEqualTo(new SparseL1(7, 59));
    assertThat(MethodCatalog.parse("sparse(kind=tipping)", wishes(7, null)))
        .isEqualTo(new SparseTipping(7, 0, 1000));
    assertThat(MethodCatalog.parse("random-features", wishes(7, null)))
        .isEqualTo(new RandomFeatures(7, false));
    assertThatThrownBy(() -> MethodCatalog.parse("hebbian", wishes(7, null)))
        .hasMessageContaining("leave landmarks out");
    assertThat(MethodCatalog.counts("sparse(kind=l1)", null)).isTrue();
  }

  @Test
  void kindsOfSparse() {
    assertThat(MethodCatalog.parse("sparse", wishes(7, null)))
        .isEqualTo(new SparseTipping(7, 0, 1000));
    assertThatThrownBy(() -> MethodCatalog.parse("sparse", wishes(0, null)))
        .hasMessageContaining("landmarks = 0");
    assertThatThrownBy(() -> MethodCatalog.parse("sparse(kind=l2)", wishes(7, null)))
        .hasMessageContaining("tipping, l1");
    assertThatThrownBy(() -> MethodCatalog.parse("sparse(kind=l1,noise=1)", wishes(7, null)))
        .hasMessageContaining("noise");
  }
}
