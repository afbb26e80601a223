package dev.mercer.evidence.bench.uses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.CaseResults;
import dev.mercer.evidence.reproduce.sk.PairedDifference;
import dev.mercer.internal.json.Json;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.Noise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DenoisingPageTest {

  @TempDir Path folder;

  private static Map<String, Object> difference(double mean) {
    return Json.object("mean", mean, "standardError", 1000);
  }

  /** Subset better than reduced but for the first noise, than Wiener but for the last. */
  private static Map<String, Object> record() {
    List<Object> results = new ArrayList<>();
    for (String method : List.of("subset", "reduced")) {
      int k = 0;
      for (Noise noise : DenoisingImages.NOISES) {
        Map<String, Object> cell =
            Json.object("method", method, "noise", noise.spec(), "width", -2.5, "rank", 17);
        cell.put("error", 123_000 + 1000 * k);
        cell.put("deviation", 45_000);
        cell.put("defaultError", 234_000);
        cell.put("lessReduced", difference(k == 0 ? 2000 : -2000));
        cell.put("lessWiener", difference(k == 7 ? 3000 : -3000));
        results.add(cell);
        k++;
      }
    }
    return Json.object(
        "rows", 60000, "images", 1000, "seconds", 10, "kmeansSeconds", 2, "results", results);
  }

  @Test
  void numbersStandBesideThePapersAndClaimsAreCounted() throws IOException {
    BenchPage layout = DenoisingTables.page();
    new CaseResults(folder, layout).put("denoise-1000", record());
    assertThat(Files.readString(folder.resolve("denoising.md")))
        .contains("| subset, 1000 | 1.23 ± 0.45 (0.93 ± 0.22) |")
        .contains("| reduced, 1000 | 1.27 ± 0.45 (3.25 ± 1.00) |")
        .contains("| subset, 100 | – (3.38 ± 1.37) |")
        .contains("| subset, 1000 | -2.5, 17; 2.34 |")
        .contains("| subset, 1000 | reduced, 1000 | sigma=20 | 0.020 ± 0.010 |")
        .contains("| first better | **no** |")
        .contains("subset is better than reduced: in 7 of 8 columns.")
        .contains("better than SK's Wiener filter: in 3 of 4 columns.");
  }

  @Test
  void differencesAreThoseOfTheSameImages() {
    ImageErrors first = new ImageErrors(new double[] {1, 2, 6}, 4);
    ImageErrors second = new ImageErrors(new double[] {2, 4, 9}, 4);
    PairedDifference difference = PairedDifference.of(first, second);
    assertThat(difference.mean()).isEqualTo(-2);
    // Differences -1, -2, -3: variance 1, of a mean of three.
    assertThat(difference.standardError()).isCloseTo(Math.sqrt(1.0 / 3), within(1e-15));
  }
}
