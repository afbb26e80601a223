package dev.mercer.app.cli.info;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Main;
import dev.mercer.app.Program;
import dev.mercer.app.datasets.LocalServer;
import dev.mercer.app.datasets.LocalServer.Answer;
import dev.mercer.internal.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mercer datasets} as it is used; digits stand for all, for they are in the program. */
class DatasetsVerbTest {

  @TempDir Path folder;

  private static byte[] digits() throws IOException {
    try (InputStream in = Main.class.getResourceAsStream("/dev/mercer/app/data/digits.csv.gz");
        InputStream unpacked = new GZIPInputStream(in)) {
      return unpacked.readAllBytes();
    }
  }

  /** As it is published: without a header. */
  private static byte[] published() throws IOException {
    String text = new String(digits(), StandardCharsets.US_ASCII);
    return text.substring(text.indexOf('\n') + 1).getBytes(StandardCharsets.US_ASCII);
  }

  private void put(byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    }
    Files.write(folder.resolve("digits.csv.gz"), bytes.toByteArray());
  }

  private static String row(Program list, String name) {
    return list.out().lines().filter(line -> line.startsWith(name + " ")).findFirst().orElse("");
  }

  @Test
  void theListWithoutAFolder() {
    Program list = Program.run("datasets", "--data", folder.resolve("none"));
    assertThat(list.exit()).as(list.err()).isZero();
    assertThat(list.out())
        .startsWith("data folder " + folder.resolve("none") + " (--data), which does not exist");
    assertThat(row(list, "mnist")).contains("60000 + 10000 x 784", " no ", "fetch", "CC BY-SA 3.0");
    assertThat(row(list, "yale")).contains("2414 x 1024", " no ", "hand", "research use");
    assertThat(row(list, "digits")).contains("1797 x 64", "built in");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void theListWithAFolder() throws IOException {
    put(digits());
    Files.createDirectories(folder.resolve("mnist"));
    Files.writeString(folder.resolve("mnist/t10k-labels-idx1-ubyte.gz"), "?");
    Program list = Program.run("datasets", "--data", folder);
    assertThat(list.exit()).as(list.err()).isZero();
    assertThat(row(list, "digits")).contains(" yes ");
    assertThat(row(list, "mnist")).contains(" 1 of 4 ");

    Program checked = Program.run("datasets", "--check", "--data", folder);
    assertThat(checked.exit()).isEqualTo(2);
    assertThat(row(checked, "digits")).contains(" checked ");
    assertThat(row(checked, "mnist")).contains(" differs ");
    assertThat(checked.reason())
        .contains("not the files that are known: mnist/t10k-labels-idx1-ubyte.gz;");
  }

  @Test
  void detailsOfOne() throws IOException {
    put(digits());
    Program told = Program.run("datasets", "digits", "tic", "--check", "--data", folder);
    assertThat(told.exit()).as(told.err()).isZero();
    assertThat(told.out())
        .contains("Optical Recognition", "builtin:digits", "CC BY 4.0", "here, checksum right")
        .contains("SHA-256 ad8bdbd5ae0e92f68033108f331b6fae4be0990d250e01d6b959a6bb81e7832c")
        .contains("from https://archive.ics.uci.edu/", "non-commercial", "tic.csv.gz", "not here")
        .doesNotContain("MNIST");
  }

  @Test
  void theListAsJson() throws IOException {
    put("p0,label\n".getBytes(StandardCharsets.US_ASCII));
    Program list = Program.run("datasets", "--json", "--check", "--data", folder);
    assertThat(list.exit()).isEqualTo(2);
    Map<String, Object> json = Json.parseObject(list.out());
    assertThat(json).containsEntry("folder", folder.toString()).containsEntry("exists", true);
    List<?> datasets = (List<?>) json.get("datasets");
    assertThat(datasets).hasSize(14);
    Map<?, ?> digits =
        datasets.stream()
            .map(entry -> (Map<?, ?>) entry)
            .filter(entry -> entry.get("name").equals("digits"))
            .findFirst()
            .orElseThrow();
    assertThat(digits.get("builtin")).isEqualTo("builtin:digits");
    Map<?, ?> file = (Map<?, ?>) ((List<?>) digits.get("files")).get(0);
    assertThat(file.get("present")).isEqualTo(true);
    assertThat(file.get("check")).isEqualTo("differs");
  }

  @Test
  void fetchFromAMirror() throws IOException {
    byte[] published = published();
    Path data = folder.resolve("new/data");
    try (LocalServer server = new LocalServer(r -> Answer.ranged(published, r.from()))) {
      Program fetched =
          Program.run("datasets", "fetch", "digits", "--data", data, "--from", server.base());
      assertThat(fetched.exit()).as(fetched.err()).isZero();
      assertThat(fetched.out())
          .contains("terms: CC BY 4.0", data.resolve("digits.csv.gz") + " fetched, checksum right");
      assertThat(fetched.err()).contains("fetch optdigits.tes: ", "write digits.csv.gz: ");

      Program again =
          Program.run(
              "datasets", "--data", data, "fetch", "digits", "--quiet", "--from", server.base());
      assertThat(again.exit()).as(again.err()).isZero();
      assertThat(again.out()).contains("is there already");
      assertThat(again.err()).isEmpty();
      assertThat(server.requests()).hasSize(1);
    }
    Program read = Program.run("plan", data.resolve("digits.csv.gz"), "--label", "label");
    assertThat(read.exit()).as(read.err()).isZero();
  }

  @Test
  void aWrongFileIsOneLineAndExitTwo() throws IOException {
    byte[] wrong = published();
    wrong[0] ^= 1;
    try (LocalServer server = new LocalServer(r -> Answer.ranged(wrong, r.from()))) {
      Program fetched =
          Program.run("datasets", "fetch", "digits", "--data", folder, "--from", server.base());
      assertThat(fetched.exit()).isEqualTo(2);
      assertThat(fetched.reason())
          .startsWith("mercer: digits.csv.gz could not be fetched: ")
          .contains("wrong checksum", "is expected", "was found");
      assertThat(fetched.err().lines()).hasSize(1);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "yale, MATLAB",
    "concrete, spreadsheet",
    "housing, running text",
    "covtype-50k, which rows were drawn",
    "shuttle, .Z file"
  })
  void someAreGotByHand(String name, String reason) {
    // A data set that could be fetched is not begun either.
    Program fetch = Program.run("datasets", "fetch", "mnist", name, "--data", folder);
    assertThat(fetch.exit()).isEqualTo(2);
    assertThat(fetch.reason()).contains(name + " cannot be fetched: ", reason, "see http");
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fetch mnits | did you mean 'mnist'",
        "mnits | did you mean 'mnist'",
        "fetch | NAME is missing",
        "--json fetch mnist | fetch comes first",
        "fetch mnist --from file:///tmp | is no address",
        "fetch mnist --from http://a/{b | is no address",
        "fetch mnist usps --from http://localhost/ | name one",
        "fetch mnist --form x | did you mean --from?"
      })
  void wrongUse(String line, String reason) {
    Program program = Program.run((Object[]) ("datasets " + line + " --data " + folder).split(" "));
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.reason()).contains(reason);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"datasets", "datasets fetch"})
  void help(String verb) {
    Program help = Program.run((Object[]) (verb + " --help").split(" "));
    assertThat(help.exit()).isZero();
    assertThat(help.out()).startsWith("Usage: mercer " + verb).contains("--quiet", "--data");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    Program list = Program.run("datasets", "--data", file);
    assertThat(list.exit()).isEqualTo(2);
    assertThat(list.reason()).contains(file + " (--data) is a file; name a folder");
  }
}
