package dev.mercer.evidence.bench.landmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.CaseResults;
import dev.mercer.evidence.bench.RandomPoints;
import dev.mercer.evidence.bench.ResidualSpectrum;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LandmarkPagesTest {

  @TempDir Path folder;

  private static Map<String, Object> fit(double trueGap, double estimate, double verified) {
    return Json.object(
        "center",
        true,
        "selector",
        "uniform",
        "landmarks",
        100,
        "rank",
        5,
        "trueGap",
        trueGap,
        "estimate",
        estimate,
        "standardError",
        0.001,
        "verified",
        verified,
        "bound",
        0.5,
        "residualTraceShare",
        0.1,
        "capturedVariance",
        90);
  }

  private String page(BenchPage layout, String name, Map<String, Object> record)
      throws IOException {
    new CaseResults(folder, layout).put(name, record);
    return Files.readString(folder.resolve(layout.name() + ".md"));
  }

  private String certificates(List<Object> fits) throws IOException {
    Map<String, Object> record =
        Json.object("rows", 10, "columns", 2, "standard", true, "kernel", "linear", "fits", fits);
    return page(LandmarkComparison.CERTIFICATES, "german", record);
  }

  @Test
  void aBoundBelowTheTruthIsCountedAndNotMet() throws IOException {
    assertThat(certificates(List.of(fit(0.1, 0.2, 0.3), fit(0.1, 0.2, 0.05))))
        .contains("trace bound in 2 of 2 fits")
        .contains("verified bound (99% confidence each) in 1 of 2")
        .contains("| yes | 2.00 | inside; within 10x or reason | yes |  |")
        .contains("| **no** | 2.00 | inside; within 10x or reason | **no** |  |");
  }

  @Test
  void aLargeRatioIsMetOnlyWithItsReason() throws IOException {
    // 10 of 100 are thought to be missed, 0.9 of 90.9 are; the residual holds 1.8.
    Map<String, Object> explained = fit(0.9 / 90.9, 0.1, 0.3);
    explained.put("residualLargest", 1.8);
    assertThat(certificates(List.of(explained)))
        .contains("| 10.10 | inside; within 10x or reason | yes | norm 5.6x, Ky Fan 2.0x |")
        .contains("within 10x in 0 of 1");
    assertThat(certificates(List.of(fit(0.1, 0.001, 0.3))))
        .contains("| 0.01 | inside; within 10x or reason | **no** |  |");
  }

  @Test
  void roundingHasNoRatio() throws IOException {
    assertThat(certificates(List.of(fit(-1e-15, 1e-9, 1e-9), fit(0.1, 0.3, 0.4))))
        .contains("median 3.00, from 3.00 to 3.00", "1 fits have no ratio")
        .contains("| yes | – |");
  }

  @Test
  void aSpeedIsComparedWithTheSameWorkOfThePeer() throws IOException {
    Map<String, Object> record =
        Json.object(
            "rows",
            10,
            "unseen",
            10,
            "kernel",
            "linear",
            "landmarks",
            5,
            "rank",
            2,
            "sklearn",
            List.of(
                Json.object(
                    "fitSeconds",
                    new double[] {8},
                    "transformSeconds",
                    new double[] {2},
                    "capturedVariance",
                    3,
                    "pcaSolver",
                    "full",
                    "peakBytes",
                    1e9)),
            "mercer",
            List.of(
                Json.object(
                    "selector",
                    "uniform",
                    "fitSeconds",
                    new double[] {2},
                    "transformSeconds",
                    new double[] {1},
                    "fitTarget",
                    4,
                    "transformTarget",
                    2.5,
                    "capturedVariance",
                    3,
                    "residualTrace",
                    1,
                    "residualTraceShare",
                    0.1,
                    "optimalityGap",
                    0.2,
                    "optimalityGapEstimate",
                    0.1)),
            "process",
            Json.object("seconds", 1, "peakBytes", 1e9));
    assertThat(page(LandmarkComparison.SPEED, "nystroem", record))
        .contains("| fit | uniform | 2.00 | 8.00 | 4.0x | 4.0x | yes |")
        .contains("| transform | uniform | 1.00 | 2.00 | 2.0x | 2.5x | **no** |");
  }

  @Test
  void theSlopeOfAPowerIsItsExponent() {
    double[] sizes = {10, 30, 100};
    double[] seconds = {3 * Math.pow(10, 1.2), 3 * Math.pow(30, 1.2), 3 * Math.pow(100, 1.2)};
    assertThat(StreamCase.slope(sizes, seconds)).isCloseTo(1.2, within(1e-12));
  }

  @Test
  void aWrittenBoxHasTheRowsOfTheOneInMemory() {
    Path file = folder.resolve("box.parquet");
    RandomPoints.writeBox(file, 9000, 3, 0.5);
    // Not csv, which would look for labels.
    BenchData data = new BenchData("box.parquet", "none", List.of(), 0, 1);
    DenseRows rows = data.load(folder, Precision.DOUBLE);
    double[] read = new double[9000 * 3];
    rows.copy(0, 9000, read, 0);
    assertThat(read).containsExactly(RandomPoints.box(9000, 3, 0.5));
  }

  /** Two far pairs of equal rows: a landmark of one pair leaves the other, with eigenvalue 2. */
  @Test
  void theSpectrumOfTheResidualIsThatOfWhatLandmarksDoNotSee() {
    DenseRows rows = RandomPoints.rows(new double[] {0, 0, 100, 100, 200}, 1, Precision.DOUBLE);
    Kernel kernel = Gaussian.sigma(1);
    try (Workers workers = Workers.of(1)) {
      ResidualSpectrum spectrum = new ResidualSpectrum(rows, kernel, workers);
      assertThat(spectrum.largestSum(new int[] {0}, 1)).isCloseTo(2, within(1e-5));
      assertThat(spectrum.largestSum(new int[] {0}, 2)).isCloseTo(3, within(1e-5));
    }
  }
}
