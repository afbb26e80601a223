package dev.mercer.app.cli.uses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
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

/** {@code mercer discriminant}: its model through transform and inspect, and what it refuses. */
class DiscriminantVerbTest {

  private static final String BLOBS = "synthetic:blobs(n=150,d=3,centers=4,seed=2)";

  @TempDir Path folder;

  private Program run(String data, Object... arguments) {
    return Program.run(
        Stream.concat(Stream.of("discriminant", data, "--quiet"), Stream.of(arguments)).toArray());
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "klda;3",
        "klda --landmarks 20;3",
        "klda(penalty=coefficients) --tolerance 0.05 --selector rpcholesky;3",
        "kbda(positive=2) --rank 4;4",
        "kbda(positive=2) --landmarks 30 --selector kmeans --rank 2 --scale standard;2",
        "klda --center none --ridge 0.1 --scale minmax --rank 2;2"
      })
  void transformGivesTheScoresOfTheFit(String options, int rank) throws IOException {
    Program fit =
        run(
            BLOBS,
            Stream.concat(
                    Stream.of(("--kind " + options).split(" ")),
                    Stream.of(
                        "-o",
                        file("m.safetensors"),
                        "--scores",
                        file("s.csv"),
                        "--report",
                        file("r.json"),
                        "--plot",
                        file("p.svg")))
                .toArray());
    assertThat(fit.exit()).as(fit.err()).isZero();
    assertThat(fit.err()).isEmpty();
    assertThat(fit.out()).contains("classes  4: 0, 1, 2, 3", "ridge", "ratio");
    Program transform =
        Program.run(
            "transform", BLOBS, "-m", file("m.safetensors"), "-o", file("t.csv"), "--quiet");
    assertThat(transform.exit()).as(transform.err()).isZero();
    assertThat(Files.readString(file("t.csv"))).isEqualTo(Files.readString(file("s.csv")));
    assertThat(Files.readAllLines(file("t.csv"))).hasSize(151);
    Map<String, Object> report = Json.parseObject(Files.readString(file("r.json")));
    assertThat(report)
        .containsEntry("method", options.split(" ")[0])
        .containsEntry("samples", 150L)
        .containsEntry("rank", (long) rank)
        .containsEntry("certificate", null)
        .containsKeys(
            "certificateReason", "ridge", "selector", "landmarkRows", "stages", "seconds");
    assertThat((List<?>) report.get("eigenvalues")).hasSize(rank);
    assertThat(Files.readString(file("p.svg"))).startsWith("<svg");
    Program inspect = Program.run("inspect", file("m.safetensors"));
    assertThat(inspect.exit()).isZero();
    assertThat(inspect.out()).contains("method   " + options.split(" ")[0], "ratio");
  }

  @Test
  void labelsFromAColumnAndWeights() throws IOException {
    Path data = file("d.csv");
    StringBuilder text = new StringBuilder("a,b,w,kind\n");
    for (int i = 0; i < 40; i++) {
      text.append(Math.sin(i))
          .append(',')
          .append(i % 2 + 0.3 * Math.cos(3 * i))
          .append(',')
          .append(i % 3)
          .append(',')
          .append(i % 2 == 0 ? "even" : "odd")
          .append('\n');
    }
    Files.writeString(data, text);
    Program fit =
        run(data.toString(), "--label", "kind", "--weights", "w", "--report", file("r.json"));
    assertThat(fit.exit()).as(fit.err()).isZero();
    Map<String, Object> report = Json.parseObject(Files.readString(file("r.json")));
    assertThat(report).containsEntry("classes", List.of("even", "odd")).containsEntry("rank", 1L);
    assertThat(report).containsEntry("features", 2L).containsKey("weightSum");
    Program biased =
        run(data.toString(), "--label", "kind", "--weights", "w", "--kind", "kbda(positive=odd)");
    assertThat(biased.exit()).as(biased.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--kind kbda;2;needs the class that is the positive one",
        "--kind kbda(positive=7);2;the classes are 0, 1, 2, 3",
        "--kind lda;2;did you mean 'klda'",
        "--kind klda(positive=1);2;positive",
        "--kind klda(penalty=none);2;norm",
        "--ridge -1;2;0 or more",
        "--ridge NaN;2;0 or more",
        "--ridge many;2;number",
        "--rank 4;2;exceeds the 3 discriminants that 4 classes have",
        "--rank 0;2;at least 1",
        "--classes 1;2;every row is of class '1'",
        "--landmarks 200;2;exceeds the 150 rows",
        "--landmarks 0;2;at least 1",
        "--landmarks 2;2;fewer than the rank",
        "--selector uniform;2;needs --landmarks or --tolerance",
        "--tolerance 2;2;above 0 and below 1",
        "--center mean;2;feature, none",
        "--kernel gauss;2;gaussian",
        "--scale odd;2;unknown scaling",
        "--kernel gaussian(sigma=0.3) --ridge 0;3;give a ridge of at least",
        "--memory 1;4;memory"
      })
  void whatIsWrongIsSaidInOneLineAndNothingWritten(String options, int exit, String words)
      throws IOException {
    Program fit =
        run(
            BLOBS,
            Stream.concat(
                    Stream.of(options.split(" ")),
                    Stream.of("-o", file("m.safetensors"), "--report", file("r.json")))
                .toArray());
    assertThat(fit.exit()).as(fit.err()).isEqualTo(exit);
    assertThat(fit.err().strip().lines()).hasSize(1);
    assertThat(fit.err()).contains(words);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void dataWithoutLabels() {
    Program fit = run("synthetic:annulus(n=30)", "-o", file("m.safetensors"));
    assertThat(fit.exit()).isEqualTo(2);
    assertThat(fit.reason()).contains("has no labels").contains("--label");
    assertThat(file("m.safetensors")).doesNotExist();
  }

  @Test
  void aLabelThatIsMissing() throws IOException {
    Path data = file("d.csv");
    Files.writeString(data, "a,b,c\n1,2,x\n2,1,\n3,3,y\n4,1,y\n");
    Program fit = run(data.toString(), "--label", "c", "-o", file("m.safetensors"));
    assertThat(fit.exit()).as(fit.err()).isEqualTo(2);
    assertThat(fit.reason()).contains("row 1");
    assertThat(file("m.safetensors")).doesNotExist();
  }
}
