package dev.mercer.evidence.bench.uses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.evidence.bench.CaseResults;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreimagePageTest {

  @TempDir Path folder;

  private static Map<String, Object> run(String preimage, double seconds) {
    return Json.object(
        "model",
        "subset",
        "preimage",
        preimage,
        "featureDistance",
        0.46421,
        "inputError",
        0.0177123,
        "failures",
        3,
        "looks",
        9.25,
        "seconds",
        List.of(seconds));
  }

  private String page(double seconds) throws IOException {
    Map<String, Object> record =
        Json.object(
            "rows", 60000,
            "unseen", 10000,
            "kernel", "gaussian(gamma=0.02)",
            "landmarks", 1000,
            "rank", 100,
            "target", 30.0,
            "runs", List.of(run("auto", seconds), run("ridge", 99)));
    new CaseResults(folder, PreimageCase.PAGE).put("preimage-mnist", record);
    return Files.readString(folder.resolve("preimages.md"));
  }

  @Test
  void theDefaultIsHeldToItsTarget() throws IOException {
    assertThat(page(6))
        .contains("| subset | auto | 0.4642 | 0.01771 | 3 | 9.3 | 6.00 | under 30.0 s | yes |")
        .contains("| subset | ridge | 0.4642 | 0.01771 | 3 | 9.3 | 99.0 | – | – |")
        .contains("60000 MNIST training images", "10000 test images", "1000 uniform landmarks");
    assertThat(page(31)).contains("| 31.0 | under 30.0 s | **no** |");
  }
}
