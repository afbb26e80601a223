package dev.mercer.app.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the program says of engines where there is none, and of options they do not take. */
class EngineOptionsTest {

  @TempDir Path folder;

  private String data() throws IOException {
    Path file = folder.resolve("rows.csv");
    Files.writeString(file, "a,b\n1,2\n3,5\n2,9\n7,1\n");
    return file.toString();
  }

  private static void refused(String words, Object... arguments) {
    Program run = Program.run(arguments);
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(words);
    assertThat(run.err().strip().lines()).hasSize(1);
  }

  @Test
  void enginesAndMasters() throws IOException {
    refused("--engine flink is unknown", "fit", data(), "--engine", "flink");
    refused("--master is for --engine spark", "fit", data(), "--master", "local[2]");
    refused("not on the class path", "fit", data(), "--engine", "spark", "--rank", 1);
    refused("not on the class path", "plan", data(), "--engine", "spark", "--rank", 1);
  }

  @Test
  void optionsThatAnEngineDoesNotTake() throws IOException {
    String[][] options = {
      {"--method", "exact"},
      {"--scale", "standard"},
      {"--precision", "float"},
      {"--rows", "0:2"},
      {"--gap", "0.1"},
      {"--verify"},
      {"--scores", folder.resolve("s.csv").toString()},
    };
    for (String[] option : options) {
      Object[] arguments = new Object[4 + option.length];
      arguments[0] = "fit";
      arguments[1] = data();
      arguments[2] = "--engine";
      arguments[3] = "spark";
      System.arraycopy(option, 0, arguments, 4, option.length);
      String name = option[0].equals("--scores") ? "--scores and --html do not" : option[0];
      refused(name, arguments);
    }
    refused("builtin:digits does not work", "fit", "builtin:digits", "--engine", "spark");
  }

  @Test
  void keepIsForEngines() throws IOException {
    Path model = folder.resolve("m.safetensors");
    assertThat(Program.run("fit", data(), "--rank", 1, "-o", model).exit()).isZero();
    refused(
        "--keep is for --engine spark",
        "transform",
        data(),
        "-m",
        model,
        "-o",
        folder.resolve("s.csv"),
        "--keep",
        "a");
    refused(
        ".parquet",
        "transform",
        data(),
        "--engine",
        "spark",
        "-m",
        model,
        "-o",
        folder.resolve("s.npy"));
  }
}
