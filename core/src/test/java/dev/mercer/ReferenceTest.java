package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Eigenvalues and scores of scikit-learn, made by {@code make_reference.py} beside the numbers in
 * the resources of this package.
 */
class ReferenceTest {

  private static final Map<String, Object> REFERENCE = read();

  private static Map<String, Object> read() {
    try (InputStream in = ReferenceTest.class.getResourceAsStream("reference/kernel_pca.json")) {
      return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<String> kernels() {
    return ((List<?>) REFERENCE.get("cases"))
        .stream().map(each -> (String) ((Map<?, ?>) each).get("kernel"));
  }

  @Test
  void thereAreCases() {
    assertThat(kernels()).hasSizeGreaterThanOrEqualTo(6);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void eigenvaluesAndScoresAreTheirs(String spec) {
    Map<?, ?> reference =
        ((List<?>) REFERENCE.get("cases"))
            .stream()
                .map(each -> (Map<?, ?>) each)
                .filter(each -> each.get("kernel").equals(spec))
                .findFirst()
                .orElseThrow();
    double[] eigenvalues = numbers(reference.get("eigenvalues"));
    double[][] scores = matrix(reference.get("scores"));
    boolean histograms = (Boolean) reference.get("histograms");
    double[][] unseen = data("unseen", histograms);
    KernelPcaModel model =
        KernelPca.with(Definition.kernel(spec))
            .rank(eigenvalues.length)
            .fit(Definition.rows(data("train", histograms)));
    Matrix own = model.transform(Definition.rows(unseen));
    // Two LAPACK solves of matrices that differ by rounding.
    double rounding = 100 * 32 * Math.ulp(1.0) * eigenvalues[0];
    int reached = Math.min(model.rank(), eigenvalues.length);
    assertThat(model.rank()).isEqualTo(rankOf(spec, eigenvalues.length));
    for (int c = 0; c < reached; c++) {
      assertThat(model.eigenvalues()[c]).isCloseTo(eigenvalues[c], within(rounding));
      double gap =
          Math.min(
              c == 0 ? eigenvalues[0] : eigenvalues[c - 1] - eigenvalues[c],
              // The last one's lower neighbor is not in the file; these spectra halve slowly.
              c + 1 < eigenvalues.length
                  ? eigenvalues[c] - eigenvalues[c + 1]
                  : eigenvalues[c] / 100);
      double product = 0;
      double size = 0;
      for (int i = 0; i < unseen.length; i++) {
        product += own.get(i, c) * scores[i][c];
        size = Math.max(size, Math.abs(scores[i][0]));
      }
      for (int i = 0; i < unseen.length; i++) {
        Definition.requireClose(
            own.get(i, c),
            Math.signum(product) * scores[i][c],
            100 * size * rounding / gap,
            "row %d, score %d",
            i,
            c);
      }
    }
  }

  /** Rows of the reference; as histograms with zeros in the place of negative values. */
  private static double[][] data(String name, boolean histograms) {
    double[][] rows = matrix(REFERENCE.get(name));
    for (double[] row : rows) {
      Arrays.setAll(row, c -> histograms ? Math.max(0, row[c]) : row[c]);
    }
    return rows;
  }

  /** Inner products of five columns have five components, normalized or not. */
  private static int rankOf(String spec, int asked) {
    return spec.equals("linear") || spec.equals("cosine") ? 5 : asked;
  }

  private static double[][] matrix(Object json) {
    return ((List<?>) json).stream().map(ReferenceTest::numbers).toArray(double[][]::new);
  }

  private static double[] numbers(Object json) {
    return ((List<?>) json).stream().mapToDouble(each -> ((Number) each).doubleValue()).toArray();
  }
}
