package dev.mercer.app.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fast products through the command line. */
class ExpansionFitTest {

  private static final String DATA = "synthetic:annulus(n=3000,seed=4)";

  @TempDir Path folder;

  private Map<String, Object> fit(Object... options) throws IOException {
    Path report = folder.resolve("r.json");
    Object[] all = new Object[options.length + 9];
    Object[] before = {"fit", DATA, "--rank", 3, "--quiet", "--report", report, "-o"};
    System.arraycopy(before, 0, all, 0, before.length);
    all[before.length] = folder.resolve("m.safetensors");
    System.arraycopy(options, 0, all, before.length + 1, options.length);
    Program run = Program.run(all);
    assertThat(run.exit()).as(run.err()).isZero();
    return Json.parseObject(Files.readString(report));
  }

  @Test
  void theReportNamesSchemeBoundAndSampledError() throws IOException {
    Map<String, Object> fast =
        fit("--operator", "expansion", "--operator-error", "1e-7", "--solver", "lanczos");
    Map<?, ?> operator = (Map<?, ?>) fast.get("operator");
    assertThat(operator.get("kind")).isEqualTo("expansion");
    assertThat(operator.get("scheme")).isIn("product", "grid", "taylor");
    double bound = (double) operator.get("errorBound");
    assertThat(bound).isLessThanOrEqualTo(1e-7);
    assertThat((double) operator.get("sampledError")).isLessThanOrEqualTo(bound);
    Map<String, Object> exact = fit("--operator", "stored");
    for (int i = 0; i < 3; i++) {
      assertThat((double) ((List<?>) fast.get("eigenvalues")).get(i))
          .isCloseTo((double) ((List<?>) exact.get("eigenvalues")).get(i), within(3000 * bound));
    }
    Map<?, ?> certificate = (Map<?, ?>) fast.get("certificate");
    assertThat((List<?>) certificate.get("eigenpairResidual")).hasSize(3);
    assertThat((double) certificate.get("kernelValueError")).isEqualTo(bound);
  }

  @Test
  void transformSaysHowItSummed() throws IOException {
    fit("--operator", "expansion");
    Path report = folder.resolve("t.json");
    Program run =
        Program.run(
            "transform",
            "synthetic:annulus(n=20000,seed=5)",
            "-m",
            folder.resolve("m.safetensors"),
            "-o",
            folder.resolve("s.npy"),
            "--report",
            report);
    assertThat(run.exit()).as(run.err()).isZero();
    Map<?, ?> operator = (Map<?, ?>) Json.parseObject(Files.readString(report)).get("operator");
    assertThat(operator.get("kind")).isIn("expansion", "tiled");
    assertThat((double) operator.get("errorBound")).isLessThanOrEqualTo(1e-12);
  }

  @Test
  void wrongUseIsExplained() {
    Object[][] wrong = {
      {"--operator", "expansion", "--operator-error", "0"},
      {"--operator", "expansion", "--operator-error", "x"},
      {"--operator", "tiled", "--operator-error", "1e-3"},
      {"--operator", "expansion(error=1e-3)", "--operator-error", "1e-3"},
      {"--operator", "expansion(scheme=none)"},
      {"--operator", "expansion", "--operator-error", "1e-19"},
      {"--operator", "expansion(scheme=polynomial)"},
      {"--method", "subset", "--landmarks", "10", "--operator", "expansion"}
    };
    for (Object[] options : wrong) {
      Object[] all = new Object[options.length + 4];
      Object[] before = {"fit", DATA, "-o", folder.resolve("never.safetensors")};
      System.arraycopy(before, 0, all, 0, 4);
      System.arraycopy(options, 0, all, 4, options.length);
      Program run = Program.run(all);
      assertThat(run.exit()).as(String.join(" ", List.of(options).toString())).isEqualTo(2);
      assertThat(run.err()).doesNotContain("\tat ");
      assertThat(folder.resolve("never.safetensors")).doesNotExist();
    }
  }
}
