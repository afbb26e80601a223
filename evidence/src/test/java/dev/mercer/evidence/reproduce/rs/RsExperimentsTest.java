package dev.mercer.evidence.reproduce.rs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.Progress;
import dev.mercer.app.data.DataRequest;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Experiment;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.kernel.Gaussian;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The experiments of RS on few rows, and what they are made of. */
class RsExperimentsTest {

  private static final int THREADS = 2;
  private static Workers workers;

  @BeforeAll
  static void open() {
    workers = Workers.of(THREADS);
  }

  @AfterAll
  static void close() {
    workers.close();
  }

  private static Lab lab(Path data) {
    long heap = Runtime.getRuntime().maxMemory() / 2;
    return new Lab(data, false, 7, workers, THREADS, heap, Progress.NONE);
  }

  private static Lab labWithData() {
    String folder = System.getenv("MERCER_DATA");
    Path data = folder == null ? Path.of("..", "data") : Path.of(folder);
    if (!"true".equals(System.getenv("CI"))) {
      Assumptions.assumeTrue(Files.exists(data.resolve("german.csv.gz")), "set MERCER_DATA");
    }
    return lab(data);
  }

  @Test
  void everyFigureAndTheTableOnce() {
    assertThat(RsExperiments.all().stream().map(Experiment::id))
        .containsExactly(
            "rs-fig1",
            "rs-fig2",
            "rs-fig3",
            "rs-fig4",
            "rs-fig5",
            "rs-fig6",
            "rs-fig7",
            "rs-fig8",
            "rs-table2");
    assertThat(RsExperiments.all()).allSatisfy(each -> assertThat(each.claim()).endsWith("."));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KPCA")
  void theTimedStepsGiveWhatTheLibraryFits(RsMethod method) {
    Lab lab = lab(null);
    DenseRows all = lab.load(DataRequest.of("builtin:digits"), 16).rows();
    DenseRows rows = DenseRows.copyOf(new RowSlice(all, 0, 300));
    DenseRows unseen = DenseRows.copyOf(new RowSlice(all, 300, 50));
    PaperFit fits = new PaperFit(Gaussian.sigma(4), 4, lab);
    Embedding timed = fits.fit(method, rows, 2, 40, 3);
    var model = fits.library(method, rows, 2, 40, 3);
    assertThat(timed.landmarks()).isEqualTo(model.report().landmarks().orElseThrow());
    // The library solves with the factor of K_y, which is K_y to a cut-off of 1e-10.
    for (int c = 0; c < 4; c++) {
      assertThat(timed.eigenvalues()[c])
          .isCloseTo(model.eigenvalues()[c], within(1e-8 * model.eigenvalues()[0]));
    }
    Matrix ours = timed.score(unseen, workers).scores();
    Matrix theirs = model.transform(unseen);
    for (int c = 0; c < 4; c++) {
      double sign = Math.signum(ours.get(0, c) * theirs.get(0, c));
      for (int i = 0; i < unseen.count(); i++) {
        assertThat(sign * ours.get(i, c)).isCloseTo(theirs.get(i, c), within(1e-6));
      }
    }
  }

  @Test
  void exactByEitherSolver() {
    Lab lab = lab(null);
    DenseRows all = lab.load(DataRequest.of("builtin:digits"), 16).rows();
    DenseRows rows = DenseRows.copyOf(new RowSlice(all, 0, 700));
    PaperFit fits = new PaperFit(Gaussian.sigma(4), 3, lab);
    double[] dense = fits.dense(rows).eigenvalues();
    assertThat(fits.exact(rows).eigenvalues()).containsExactly(dense, within(1e-9 * dense[0]));
  }

  @Test
  void curvesKnowFromWhereOnSomethingHolds() {
    double[] ells = Curves.ells(4);
    assertThat(ells).containsExactly(3, 3.5, 4, 4.5, 5);
    assertThat(Curves.ells(20)).contains(3.3, 4.8);
    Curves curves = new Curves("seconds", ells, 2);
    for (int k = 0; k < 5; k++) {
      curves.put(RsMethod.SHADOW, k, 0, k == 1 ? 0 : k);
      curves.put(RsMethod.SHADOW, k, 1, k + 1);
    }
    curves.put(RsMethod.KPCA, 0, 8);
    curves.put(RsMethod.KPCA, 1, 6);
    Curves.AtEll condition = k -> k == 0 || k > 2;
    assertThat(curves.from(condition)).isEqualTo(4.5);
    assertThat(curves.from(k -> k < 4)).isNaN();
    assertThat(curves.where(condition)).isEqualTo("ell = 3, 4.5, 5");
    assertThat(curves.where(k -> false)).isEqualTo("no ell");
    assertThat(curves.everywhere(k -> true)).isTrue();
    assertThat(curves.everywhere(k -> k > 0)).isFalse();
    assertThat(curves.mean(RsMethod.SHADOW, 4)).isEqualTo(4.5);
    assertThat(curves.median(RsMethod.SHADOW, 4)).isEqualTo(4.5);
    assertThat(curves.deviation(RsMethod.SHADOW, 4)).isEqualTo(Math.sqrt(0.5));
    Curves ratios = curves.underKpca("speed-up");
    assertThat(ratios.values(RsMethod.SHADOW, 2)).containsExactly(4, 2);
    assertThat(ratios.medianRange(RsMethod.SHADOW)[0]).isEqualTo((8.0 / 4 + 6.0 / 5) / 2);
  }

  @Test
  void numbersInVerdicts() {
    assertThat(Texts.number(0.012345)).isEqualTo("0.0123");
    assertThat(Texts.number(100)).isEqualTo("100");
    assertThat(Texts.number(3.5)).isEqualTo("3.5");
    assertThat(Texts.number(1.5e-7)).isEqualTo("1.50e-07");
    assertThat(Texts.onward(Double.NaN)).isEqualTo("not even at ell = 5");
    assertThat(Texts.onward(3.25)).isEqualTo("at every ell from 3.25 on");
  }

  @Test
  void slopesOfPowers() {
    double[] x = {1, 2, 4, 8};
    double[] y = Arrays.stream(x).map(value -> 3 * value * value).toArray();
    assertThat(CostTable.slope(x, y)).isCloseTo(2, within(1e-12));
  }

  private static void assertJudged(Outcome outcome, int verdicts) {
    assertThat(outcome.verdicts()).hasSize(verdicts);
    assertThat(outcome.verdicts())
        .allSatisfy(verdict -> assertThat(verdict.reason()).doesNotContain("NaN"));
    assertThat(outcome.plots()).isNotEmpty();
    assertThat(outcome.tables()).isNotEmpty();
    assertThat(outcome.settings()).isNotEmpty();
  }

  @Test
  void shadowsInThePlane() {
    Outcome outcome = new ShadowFigure().run(lab(null));
    assertJudged(outcome, 3);
    assertThat(outcome.holds()).isTrue();
    assertThat(outcome.pictures()).hasSize(1);
  }

  @Test
  void embeddings() {
    EmbeddingRun.Size size = new EmbeddingRun.Size(250, 3, 2);
    Outcome outcome =
        new EmbeddingFigure(2, "german", RsSample::german, 3.3, 4.8, size, size).run(labWithData());
    assertJudged(outcome, 9);
    assertThat(verdict(outcome, "bounds of section 5").holds()).isTrue();
    assertThat(verdict(outcome, "subsampled KPCA performs worse").holds()).isTrue();
  }

  @Test
  void classification() {
    ClassificationRun.Size size = new ClassificationRun.Size(300, 3, 2);
    Outcome outcome =
        new ClassificationFigure(4, "german", RsSample::german, size, size).run(labWithData());
    assertJudged(outcome, 8);
  }

  @Test
  void otherDensities() {
    ClassificationRun.Size size = new ClassificationRun.Size(300, 3, 2);
    Outcome outcome =
        new DensityFigure(7, "german", RsSample::german, size, size).run(labWithData());
    assertJudged(outcome, 3);
    assertThat(verdict(outcome, "evaluation speed-up").holds()).isTrue();
  }

  @Test
  void retained() {
    RetainedFigure.Size size = new RetainedFigure.Size(300, 2, 2);
    Outcome outcome = new RetainedFigure(size, size).run(labWithData());
    assertJudged(outcome, 3);
    assertThat(verdict(outcome, "a part of the data").holds()).isTrue();
    assertThat(outcome.notes()).anyMatch(note -> note.contains("Extended Yale B"));
  }

  @Test
  void costs() {
    CostTable.Size size = new CostTable.Size(new int[] {300, 600}, 40, new int[] {20, 40}, 300, 1);
    Outcome outcome = new CostTable(size, size).run(labWithData());
    assertJudged(outcome, 6);
    for (String method : List.of("shadow", "Nyström", "weighted Nyström")) {
      assertThat(verdict(outcome, method + " stores").holds()).isTrue();
    }
  }

  private static Outcome.Verdict verdict(Outcome outcome, String words) {
    return outcome.verdicts().stream()
        .filter(verdict -> verdict.claim().contains(words))
        .findFirst()
        .orElseThrow();
  }
}
