package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.GivenRows;
import dev.mercer.method.Exact;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.method.Subset;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that come in parts give the model of all rows with the landmarks of the first part. */
class PartialFitTest {

  private static final int N = 700; // more than two chunks of blocks would hide, uneven parts
  private static final int FIRST = 301;

  private final Rows rows = Definition.rows(Definition.points(N, 3, 9));
  private final KernelPca pca = KernelPca.with(Gaussian.sigma(1.5)).rank(4).seed(5).threads(2);

  @Test
  void equalsAFitOfAllRows() {
    for (boolean center : new boolean[] {true, false}) {
      for (double[] weights : new double[][] {null, weights()}) {
        KernelPca subset = pca.center(center).method(Subset.of(Landmarking.count(20)));
        KernelPcaModel found;
        int[] chosen;
        try (PartialFit fit = subset.partialFit(part(0, FIRST), part(weights, 0, FIRST))) {
          chosen = fit.model().report().landmarkRows().orElseThrow();
          fit.partialFit(part(FIRST, 399), part(weights, FIRST, 399));
          fit.partialFit(part(399, N), part(weights, 399, N));
          assertThat(fit.rows()).isEqualTo(N);
          found = fit.model();
        }
        KernelPcaModel expected =
            subset.method(Subset.of(Landmarking.by(new GivenRows(chosen)))).fit(rows, weights);
        for (int i = 0; i < 4; i++) {
          assertThat(found.eigenvalues()[i])
              .isCloseTo(expected.eigenvalues()[i], within(1e-11 * expected.eigenvalues()[0]));
        }
        assertThat(found.transform(rows).values())
            .containsExactly(expected.transform(rows).values(), within(1e-8));
        assertThat(found.report().samples()).isEqualTo(N);
        assertThat(found.report().weightSum()).isEqualTo(expected.report().weightSum());
        Certificate certificate = found.report().certificate();
        Certificate wanted = expected.report().certificate();
        for (String name : new String[] {"residualTrace", "optimalityGap", "totalVarianceHigh"}) {
          assertThat(certificate.value(name))
              .isCloseTo(wanted.value(name), within(1e-9 * (1 + wanted.value(name))));
        }
      }
    }
  }

  /** Options that change the components of all rows change those of rows that came in parts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "subset(centroid=2)",
        "subset(general=true)",
        "subset(criterion=with-landmarks)",
        "subset(icd=0.01)",
        "subset(centroid=2,general=true,criterion=with-landmarks,icd=0.01)"
      })
  void optionsOfSubsetHoldForPartsToo(String text) {
    KernelPcaModel plain;
    KernelPcaModel found;
    try (PartialFit fit = pca.method(subset("subset", 20)).partialFit(part(0, FIRST))) {
      plain = fit.partialFit(part(FIRST, N)).model();
    }
    try (PartialFit fit = pca.method(subset(text, 20)).partialFit(part(0, FIRST))) {
      found = fit.partialFit(part(FIRST, N)).model();
    }
    int[] chosen = found.report().landmarkRows().orElseThrow();
    Method same = MethodCatalog.parse(text, Landmarking.by(new GivenRows(chosen)));
    KernelPcaModel expected = pca.method(same).fit(rows);
    double largest = expected.eigenvalues()[0];
    assertThat(found.eigenvalues())
        .containsExactly(expected.eigenvalues(), within(1e-11 * largest));
    assertThat(found.offset()).containsExactly(expected.offset(), within(1e-9));
    assertThat(found.mean()).containsExactly(expected.mean(), within(1e-8));
    double[] scores = found.transform(rows).values();
    assertThat(scores).containsExactly(expected.transform(rows).values(), within(1e-8));
    boolean coefficientsOnly = text.equals("subset(general=true)"); // the rows see no difference
    assertThat(Arrays.equals(scores, plain.transform(rows).values())).isEqualTo(coefficientsOnly);
  }

  private static Method subset(String text, int landmarks) {
    return MethodCatalog.parse(text, Landmarking.count(landmarks));
  }

  @Test
  void theFirstCentroidNeedsAllRowsAtOnce() {
    Method first = subset("subset(centroid=1)", 20);
    assertThatThrownBy(() -> pca.method(first).partialFit(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("centroid=1")
        .hasMessageContaining("take centroid 2 or 3");
    try (PartialFit fit = pca.center(false).method(first).partialFit(part(0, FIRST))) {
      assertThat(fit.model().mean()).isNull(); // without a center there is nothing to move
    }
  }

  @Test
  void refusesWhatCannotGoOn() {
    assertThatThrownBy(() -> pca.method(Exact.auto()).partialFit(rows))
        .hasMessageContaining("only the method subset");
    KernelPca subset = pca.method(Subset.of(Landmarking.count(20)));
    assertThatThrownBy(() -> subset.scaling("standard").partialFit(rows))
        .hasMessageContaining("scale the rows before");
    try (PartialFit fit = subset.partialFit(rows)) {
      assertThatThrownBy(() -> fit.partialFit(Definition.rows(Definition.points(5, 2, 1))))
          .hasMessageContaining("2 columns");
      double[][] bad = Definition.points(5, 3, 1);
      bad[3][1] = Double.NaN;
      assertThatThrownBy(() -> fit.partialFit(Definition.rows(bad))).hasMessageContaining("row 3");
    }
  }

  private Rows part(int from, int to) {
    return new RowSlice(rows, from, to - from);
  }

  private static double[] part(double[] weights, int from, int to) {
    return weights == null ? null : Arrays.copyOfRange(weights, from, to);
  }

  private static double[] weights() {
    double[] weights = new double[N];
    for (int i = 0; i < N; i++) {
      weights[i] = 0.5 + i % 3;
    }
    return weights;
  }
}
