package dev.mercer.app.cli.uses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.data.Matrix;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.json.JsonNumbers;
import dev.mercer.use.ica.Unmixing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mercer ica}: mixed sources come back, reports say how, wrong use is refused. */
class IcaVerbTest {

  private static final String MIXED = "synthetic:mixed-sources(n=400,seed=2)";

  @TempDir Path folder;

  private Path file(String name) {
    return folder.resolve(name);
  }

  private Program run(String data, Object... arguments) {
    return Program.run(
        Stream.concat(Stream.of("ica", data, "--quiet"), Stream.of(arguments)).toArray());
  }

  private static double[][] numbers(Object rows) {
    return ((List<?>) rows).stream().map(JsonNumbers::doubles).toArray(double[][]::new);
  }

  @Test
  void mixedSourcesComeBack() throws IOException {
    Program unmixed =
        run(
            MIXED,
            "--components",
            3,
            "--starts",
            1,
            "-o",
            file("s.csv"),
            "--report",
            file("r.json"),
            "--plot",
            file("p.svg"),
            "--scale",
            "standard");
    assertThat(unmixed.exit()).as(unmixed.err()).isZero();
    assertThat(unmixed.err()).isEmpty();
    assertThat(unmixed.out()).contains("excess kurtosis", "s3");
    List<String> lines = Files.readAllLines(file("s.csv"));
    assertThat(lines).hasSize(401);
    assertThat(lines.get(0)).isEqualTo("s1,s2,s3");
    Map<String, Object> report = Json.parseObject(Files.readString(file("r.json")));
    assertThat(report)
        .containsEntry("samples", 400L)
        .containsEntry("components", 3L)
        .containsEntry("contrastKind", "kgv")
        .containsEntry("kernel", "gaussian(sigma=1)")
        .containsKeys("contrast", "kappa", "tolerance", "iterations", "evaluations", "seconds");
    double[][] unmixing = numbers(report.get("unmixing"));
    Matrix mixing = Matrix.of(new double[][] {{1, 0.6, 0.3}, {-0.4, 1, 0.5}, {0.3, -0.5, 1}});
    assertThat(Unmixing.distance(Matrix.of(unmixing), mixing)).isLessThan(0.1);
    assertThat(Files.readString(file("p.svg"))).startsWith("<svg");
    // The mean is in the units of the data, though these were scaled: some hundredths, not zero.
    double[] mean = JsonNumbers.doubles(report.get("mean"));
    assertThat(Math.abs(mean[0])).isBetween(1e-6, 0.3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--components 4;2;exceeds the 3 columns",
        "--components 1;2;at least 2",
        "--components two;2;whole number",
        "--contrast hsic --components 2;2;kgv, kcca",
        "--kappa 0 --components 2;2;above 0",
        "--tolerance 1 --components 2;2;below 1",
        "--starts 0 --components 2;2;at least 1",
        "--kernel tanh --components 2;2;positive semidefinite",
        "--weights w --components 2;2;no sample weights"
      })
  void wrongUse(String options, int exit, String words) throws IOException {
    Program unmixed =
        run(
            MIXED,
            Stream.concat(Stream.of(options.split(" ")), Stream.of("-o", file("s.csv"))).toArray());
    assertThat(unmixed.exit()).as(unmixed.err()).isEqualTo(exit);
    assertThat(unmixed.err().strip().lines()).hasSize(1);
    assertThat(unmixed.reason()).contains(words);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void columnsThatDoNotVary() throws IOException {
    Path data = file("d.csv");
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 30; i++) {
      text.append(Math.sin(i)).append(",7,").append(Math.cos(2 * i)).append('\n');
    }
    Files.writeString(data, text);
    Program unmixed = run(data.toString(), "--components", 3, "-o", file("s.csv"));
    assertThat(unmixed.exit()).isEqualTo(3);
    assertThat(unmixed.reason()).contains("vary in 2 directions only").contains("constant");
    assertThat(file("s.csv")).doesNotExist();
  }
}
