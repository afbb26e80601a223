package dev.mercer.evidence.reproduce.sk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.Progress;
import dev.mercer.evidence.reproduce.Experiment;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.backend.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** SK's experiments at sizes of a second, and what is special to them. */
class SkExperimentsTest {

  private static Path data() {
    String named = System.getenv("MERCER_DATA");
    return named == null ? null : Path.of(named);
  }

  private static Outcome run(Experiment experiment) {
    try (Workers workers = Workers.of(2)) {
      return experiment.run(new Lab(data(), false, 0, workers, 2, 1L << 30, Progress.NONE));
    }
  }

  private static void requireData(String file) {
    boolean there = data() != null && Files.exists(data().resolve(file));
    if ("true".equals(System.getenv("CI"))) {
      assertThat(there).as("%s in MERCER_DATA", file).isTrue();
    }
    Assumptions.assumeTrue(there, file + " is not in MERCER_DATA");
  }

  @Test
  void everyTableAndFigureIsThereOnce() {
    List<String> ids = SkExperiments.all().stream().map(Experiment::id).toList();
    List<String> wanted =
        Stream.concat(
                IntStream.rangeClosed(1, 7).mapToObj(k -> "sk-fig" + k),
                IntStream.of(1, 3, 4, 5, 6, 7, 8).mapToObj(k -> "sk-table" + k))
            .toList();
    assertThat(ids).containsExactlyInAnyOrderElementsOf(wanted);
  }

  @Test
  void subsetIsTheNearestToFullKpcaOnEveryBasisOfTable1() {
    Outcome outcome = run(new SelectionTable(300, 2));
    assertThat(outcome.verdicts())
        .filteredOn(verdict -> verdict.claim().startsWith("SubKPCA is the nearest"))
        .hasSize(3)
        .allMatch(Outcome.Verdict::holds);
  }

  @Test
  void pointsAreScaledToLeaveTheErrorThePaperImplies() {
    try (Workers workers = Workers.of(2)) {
      Lab lab = new Lab(null, false, 0, workers, 2, 1L << 30, Progress.NONE);
      ArtificialData points = ArtificialData.draw(lab, 300);
      double captured = 0;
      for (double eigenvalue : points.fits(lab).exact().eigenvalues()) {
        captured += eigenvalue;
      }
      double left = 1 - captured / 300;
      // Twenty halvings of three decades of scale leave 7e-6 of it.
      assertThat((1 - 2 * 5 / 300.0) / left).isCloseTo(4.7998, within(1e-3));
    }
  }

  @Test
  void subsetDenoisesMnistAtSmallSize() {
    requireData("mnist/train-images-idx3-ubyte.gz");
    DenoisingData.Sizes sizes =
        new DenoisingData.Sizes(
            300,
            10,
            20,
            new int[] {30},
            new DenoisingSearch.Grid(List.of(-2.0), List.of(10, 20), 10, 1));
    Outcome table = run(DenoisingTable.saltAndPepper(lab -> sizes));
    assertThat(table.verdicts()).hasSize(3);
    Outcome sheet = run(new DenoisedSheet(lab -> sizes));
    assertThat(sheet.verdicts()).hasSize(1);
    assertThat(sheet.pictures()).hasSize(1);
  }

  @Test
  void classifiersOfUspsAreJudgedAtSmallSize() {
    requireData("usps-train.csv.gz");
    SubspaceStudy.Sizes sizes =
        new SubspaceStudy.Sizes(400, 100, new double[] {-2}, new int[] {3}, 1, 2, 2);
    for (Experiment table : SubspaceTable.all(lab -> sizes)) {
      assertThat(run(table).verdicts()).as(table.id()).hasSizeGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void openDataAreDividedWithoutOverlapAndKeepTheirTarget() {
    requireData("housing.csv.gz");
    try (Workers workers = Workers.of(1)) {
      Lab lab = new Lab(data(), false, 0, workers, 1, 1L << 30, Progress.NONE);
      OpenData housing = OpenData.withTarget(lab, "housing");
      assertThat(housing.rows().columns()).isEqualTo(14);
      OpenData.Division division = housing.divide(1);
      assertThat(division.train().count()).isEqualTo(455);
      assertThat(division.unseen().count()).isEqualTo(51);
    }
  }

  @Test
  void spreadIsMeanAndSampleDeviation() {
    Spread spread = Spread.of(1, 2, 3, 6);
    assertThat(spread.mean()).isEqualTo(3);
    assertThat(spread.deviation()).isCloseTo(Math.sqrt(14 / 3.0), within(1e-15));
    assertThat(spread.text(2)).isEqualTo("3.00 ± 2.16");
    assertThat(Spread.of(5).deviation()).isZero();
  }
}
