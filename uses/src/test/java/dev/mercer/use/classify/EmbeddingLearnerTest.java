package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Learners on scores, and on the rows themselves to compare with. */
class EmbeddingLearnerTest {

  private static final int D = 4;
  private static final double[][] TRAIN = points(90, 1);
  private static final double[][] UNSEEN = points(40, 2);
  private static final LabelSets LABELS = labels(TRAIN);
  private static final PcaSettings PLAIN =
      PcaSettings.of(KernelPca.with(Gaussian.sigma(2)).rank(3));
  private static final PcaSettings STANDARD =
      PcaSettings.of(KernelPca.with(Gaussian.sigma(2)).rank(3).scaling("standard"));

  private static final Workers WORKERS = Workers.of(2);

  @AfterAll
  static void end() {
    WORKERS.close();
  }

  @Test
  void neighborsOnRowsAreThoseOfTheRowsThemselves() {
    FittedClassifier fitted = fit("knn(k=5,on=rows)", PLAIN, TRAIN);
    int[] expected =
        NearestNeighbors.fit(Matrix.of(TRAIN), LABELS.single(), 5, WORKERS.threads())
            .predict(Matrix.of(UNSEEN));
    assertThat(codes(fitted, UNSEEN)).containsExactly(expected);
    assertThat(fitted.names()).containsExactly("a", "b", "c");
  }

  /** No kernel PCA is fitted, so no rank makes a difference. */
  @ParameterizedTest
  @ValueSource(strings = {"knn(on=rows)", "logistic(on=rows)"})
  void onRowsThereIsNoModelAndEveryRankIsTheSame(String spec) {
    Classifier classifier = ClassifierCatalog.parse(spec);
    FittedClassifier fitted = fit(spec, PLAIN, TRAIN);
    assertThat(classifier.usesPca()).isFalse();
    assertThat(ClassifierCatalog.parse(spec.replace("rows", "scores")).usesPca()).isTrue();
    assertThat(fitted.models()).isEmpty();
    List<Predictions> all =
        fitted.predict(DenseRows.of(UNSEEN), new int[] {1, 2, 3}, WORKERS.threads());
    assertThat(all).hasSize(3);
    assertThat(all.get(1).codes()).containsExactly(all.get(0).codes());
    assertThat(all.get(2).codes()).containsExactly(all.get(0).codes());
  }

  /** Scaled rows forget the units of the columns; rows as they are do not. */
  @Test
  void onScaledRowsUnitsDoNotMatter() {
    String spec = "knn(k=3,on=rows)";
    int[] scaled = codes(fit(spec, STANDARD, TRAIN), UNSEEN);
    int[] plain = codes(fit(spec, PLAIN, TRAIN), UNSEEN);
    assertThat(codes(fit(spec, STANDARD, inOtherUnits(TRAIN)), inOtherUnits(UNSEEN)))
        .containsExactly(scaled);
    assertThat(codes(fit(spec, PLAIN, inOtherUnits(TRAIN)), inOtherUnits(UNSEEN)))
        .isNotEqualTo(plain);
  }

  /** Unseen rows are scaled by what was learned from the training rows, not by their own. */
  @Test
  void unseenRowsAreScaledAsTheTrainingRowsAre() {
    FittedClassifier fitted = fit("knn(k=1,on=rows)", STANDARD, TRAIN);
    int[] together = codes(fitted, UNSEEN);
    for (int i = 0; i < UNSEEN.length; i++) {
      assertThat(codes(fitted, new double[][] {UNSEEN[i]})[0]).isEqualTo(together[i]);
    }
    assertThat(codes(fitted, TRAIN)).containsExactly(LABELS.single().codes());
  }

  @Test
  void logisticOnRowsIsTheRegressionOnTheRows() {
    Predictions found =
        fit("logistic(ridge=0.01,on=rows)", PLAIN, TRAIN)
            .predict(DenseRows.of(UNSEEN), new int[] {1}, WORKERS.threads())
            .get(0);
    Matrix expected =
        LogisticRegression.fit(Matrix.of(TRAIN), LABELS.single(), 0.01, WORKERS.threads())
            .probabilities(Matrix.of(UNSEEN));
    assertThat(found.measure()).isEqualTo("probability");
    assertThat(found.values().toArray()).containsExactly(expected.toArray());
    for (int i = 0; i < UNSEEN.length; i++) {
      double[] row = found.values().row(i);
      assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(1e-12));
      assertThat(row[found.codes()[i]]).isEqualTo(Arrays.stream(row).max().orElseThrow());
    }
  }

  /** All axes of the linear kernel only turn the rows, and no distance changes. */
  @Test
  void onAllScoresOfTheLinearKernelNeighborsAreThoseOnRows() {
    PcaSettings linear = PcaSettings.of(KernelPca.with(new Linear()).rank(D).center(true));
    int[] onScores =
        fit("knn(k=3)", linear, TRAIN)
            .predict(DenseRows.of(UNSEEN), new int[] {D}, WORKERS.threads())
            .get(0)
            .codes();
    assertThat(onScores).containsExactly(codes(fit("knn(k=3,on=rows)", linear, TRAIN), UNSEEN));
  }

  /** A smaller rank is the fit of that rank, not another one. */
  @ParameterizedTest
  @ValueSource(strings = {"knn(k=3)", "logistic"})
  void smallerRanksAreTheLeadingScores(String spec) {
    List<Predictions> together =
        fit(spec, PLAIN, TRAIN)
            .predict(DenseRows.of(UNSEEN), new int[] {1, 2, 3}, WORKERS.threads());
    for (int rank = 1; rank <= 3; rank++) {
      Predictions alone =
          fit(spec, PLAIN.rank(rank), TRAIN)
              .predict(DenseRows.of(UNSEEN), new int[] {rank}, WORKERS.threads())
              .get(0);
      assertThat(together.get(rank - 1).codes()).as("rank %d", rank).containsExactly(alone.codes());
    }
  }

  @Test
  void whatIsNotAllowedIsRefused() {
    assertThatThrownBy(() -> ClassifierCatalog.parse("knn(on=columns)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("columns")
        .hasMessageContaining("rows");
    assertThatThrownBy(
            () ->
                ClassifierCatalog.parse("knn(on=rows)")
                    .fit(PLAIN, DenseRows.of(UNSEEN), LABELS, WORKERS.threads()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static FittedClassifier fit(String spec, PcaSettings settings, double[][] rows) {
    return ClassifierCatalog.parse(spec)
        .fit(settings, DenseRows.of(rows), LABELS, WORKERS.threads());
  }

  private static int[] codes(FittedClassifier fitted, double[][] rows) {
    return fitted.predict(DenseRows.of(rows), new int[] {1}, WORKERS.threads()).get(0).codes();
  }

  /** Three clouds that touch; the last column says nothing and varies the most. */
  private static double[][] points(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[n][D];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < D; j++) {
        points[i][j] = (j == i % 3 ? 2 : 0) + 1.2 * random.nextGaussian() * (j == D - 1 ? 2 : 1);
      }
    }
    return points;
  }

  private static LabelSets labels(double[][] rows) {
    String[] names = new String[rows.length];
    Arrays.setAll(names, i -> List.of("a", "b", "c").get(i % 3));
    return LabelSets.of(names);
  }

  /** Powers of two, so that scaling takes them away without rounding. */
  private static double[][] inOtherUnits(double[][] rows) {
    double[][] result = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      result[i] = rows[i].clone();
      result[i][0] *= 64;
      result[i][D - 1] /= 1024;
    }
    return result;
  }
}
