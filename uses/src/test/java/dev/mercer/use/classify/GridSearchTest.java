package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridSearchTest {

  private static final Workers WORKERS = Workers.of(2);
  private static final DenseRows ROWS = rings(120);
  private static final LabelSets LABELS = labels(120);
  private static final Splits FOLDS = Splits.folds(LABELS, 4, 3);

  @AfterAll
  static void end() {
    WORKERS.close();
  }

  /** Two rings that touch, and a line through them. */
  private static DenseRows rings(int n) {
    Random random = new Random(5);
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      double angle = random.nextDouble() * 6.28;
      double radius = i % 3 + 0.45 * random.nextGaussian();
      rows[i] = new double[] {radius * Math.cos(angle), radius * Math.sin(angle)};
    }
    return DenseRows.of(rows);
  }

  private static LabelSets labels(int n) {
    String[] names = new String[n];
    Arrays.setAll(names, i -> "r" + i % 3);
    return LabelSets.of(names);
  }

  private static GridSearch.Candidate width(double sigma) {
    return new GridSearch.Candidate(
        Map.of("sigma", sigma), PcaSettings.of(KernelPca.with(Gaussian.sigma(sigma))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"subspace", "knn(k=3)", "logistic(ridge=0.001)"})
  void oneFitServesAllRanks(String spec) {
    Classifier classifier = ClassifierCatalog.parse(spec);
    List<GridSearch.Candidate> candidates = List.of(width(0.5), width(2));
    int[] ranks = {1, 3, 6};
    GridSearch result =
        GridSearch.search(
            classifier, candidates, ranks, ROWS, LABELS, FOLDS, WORKERS.threads(), Progress.NONE);
    assertThat(result.trials()).hasSize(6);
    int fewest = Integer.MAX_VALUE;
    for (GridSearch.Trial trial : result.trials()) {
      int errors = 0;
      for (int p = 0; p < 4; p++) {
        Splits.Part part = FOLDS.parts().get(p);
        int wrong =
            classifier
                .fit(
                    candidates.get(trial.candidate()).settings().rank(trial.rank()),
                    DenseRows.copyOf(ROWS.select(part.train())),
                    LABELS.select(part.train()),
                    WORKERS.threads())
                .predict(DenseRows.copyOf(ROWS.select(part.test())), WORKERS.threads())
                .errors(LABELS.select(part.test()));
        assertThat(trial.accuracies().values()[p])
            .isEqualTo(1 - (double) wrong / part.test().length);
        errors += wrong;
      }
      assertThat(trial.errors()).isEqualTo(errors);
      fewest = Math.min(fewest, errors);
    }
    assertThat(result.winner().errors()).isEqualTo(fewest);
  }

  /** A classifier whose errors are given: what wins is the rule alone. */
  private record Rigged(int[][] errorsByRank) implements Classifier {
    @Override
    public String spec() {
      return "rigged";
    }

    @Override
    public boolean usesPca() {
      return true;
    }

    @Override
    public boolean perClass() {
      return false;
    }

    @Override
    public String measure() {
      return null;
    }

    @Override
    public FittedClassifier fit(PcaSettings settings, Rows rows, LabelSets labels, int threads) {
      int candidate = settings.base().scaling().equals("none") ? 0 : 1;
      return new FittedClassifier() {
        @Override
        public List<String> names() {
          return LABELS.names();
        }

        @Override
        public List<KernelPcaModel> models() {
          return List.of();
        }

        @Override
        public List<Predictions> predict(Rows test, int[] ranks, int threads) {
          List<Predictions> result = new ArrayList<>();
          for (int r = 0; r < ranks.length; r++) {
            int[] codes = new int[test.count()];
            // Class 3 is nobody's: that many errors.
            Arrays.fill(codes, 0, errorsByRank[candidate][r], 3);
            for (int i = errorsByRank[candidate][r]; i < codes.length; i++) {
              codes[i] = LABELS.first(FOLDS.parts().get(0).test()[i]);
            }
            result.add(new Predictions(List.of("r0", "r1", "r2", "none"), codes, null, null));
          }
          return result;
        }
      };
    }
  }

  private static GridSearch rigged(int[][] errors) {
    List<GridSearch.Candidate> candidates =
        List.of(
            new GridSearch.Candidate(Map.of(), PcaSettings.of(KernelPca.with(new Linear()))),
            new GridSearch.Candidate(
                Map.of(), PcaSettings.of(KernelPca.with(new Linear()).scaling("standard"))));
    Splits first = new Splits("folds", new long[] {3}, List.of(FOLDS.parts().get(0)));
    return GridSearch.search(
        new Rigged(errors),
        candidates,
        new int[] {2, 4},
        ROWS,
        LABELS,
        first,
        WORKERS.threads(),
        Progress.NONE);
  }

  @Test
  void fewerErrorsThenASmallerRankThenTheFirst() {
    assertThat(rigged(new int[][] {{5, 4}, {6, 3}}).best()).isEqualTo(3);
    assertThat(rigged(new int[][] {{5, 4}, {4, 6}}).best()).isEqualTo(2);
    assertThat(rigged(new int[][] {{4, 4}, {4, 4}}).best()).isZero();
    assertThat(rigged(new int[][] {{5, 4}, {5, 4}}).best()).isEqualTo(1);
  }

  @Test
  void aFailureSaysWhichCandidate() {
    assertThatThrownBy(
            () ->
                GridSearch.search(
                    ClassifierCatalog.parse("subspace"),
                    List.of(width(1)),
                    new int[] {5, 31},
                    ROWS,
                    LABELS,
                    FOLDS,
                    WORKERS.threads(),
                    Progress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "division 0 of the training rows, {sigma=1.0}: class 'r0' has 30 rows")
        .hasMessageContaining("at most rank 30");
  }

  @Test
  void aSearchCanBeStopped() {
    Progress stopped =
        new Progress() {
          @Override
          public boolean cancelled() {
            return true;
          }
        };
    assertThatThrownBy(
            () ->
                GridSearch.search(
                    ClassifierCatalog.parse("subspace"),
                    List.of(width(1)),
                    new int[0],
                    ROWS,
                    LABELS,
                    FOLDS,
                    WORKERS.threads(),
                    stopped))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void classifiersByName() {
    for (String text :
        new String[] {"clafic", "subspace", "knn(k=5)", "logistic(ridge=0.1)", "knn(on=rows)"}) {
      assertThat(ClassifierCatalog.parse(text).spec()).isEqualTo(text);
    }
    assertThat(ClassifierCatalog.parse("knn(on=rows)").usesPca()).isFalse();
    assertThatThrownBy(() -> ClassifierCatalog.parse("subspce"))
        .hasMessageContaining("did you mean 'subspace'?")
        .hasMessageContaining("clafic, subspace, knn, logistic");
    assertThatThrownBy(() -> ClassifierCatalog.parse("knn(n=3)")).hasMessageContaining("k, on");
    assertThatThrownBy(() -> ClassifierCatalog.parse("knn(k=0)")).hasMessageContaining("k = '0'");
    assertThatThrownBy(() -> ClassifierCatalog.parse("logistic(ridge=-1)"))
        .hasMessageContaining("ridge");
    assertThatThrownBy(() -> ClassifierCatalog.parse("clafic(k=3)"))
        .hasMessageContaining("takes no keys");
  }

  @Test
  void learnersOfVectorsWantOneLabelARow() {
    LabelSets several = LabelSets.of(new String[] {"a;b", "a", "b"}, ";");
    DenseRows rows = DenseRows.of(new double[][] {{1}, {2}, {3}});
    PcaSettings settings = PcaSettings.of(KernelPca.with(new Linear()).rank(1));
    assertThatThrownBy(
            () ->
                ClassifierCatalog.parse("knn(k=1)").fit(settings, rows, several, WORKERS.threads()))
        .hasMessageContaining("row 0 has 2 labels");
  }
}
