package dev.mercer.app.data.file;

import static dev.mercer.app.data.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.Written;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileSetTest {

  @TempDir Path folder;

  @BeforeEach
  void write() {
    for (String name :
        List.of(
            "b.csv",
            "a.csv",
            "a10.csv",
            "a2.csv",
            ".hidden.csv",
            "x/a.csv",
            "x/y/b.csv",
            "z.tsv")) {
      Written.text(folder, name, "c\n1\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "*.csv > a.csv a10.csv a2.csv b.csv",
        "a*.csv > a.csv a10.csv a2.csv",
        "a?.csv > a2.csv",
        "[ab].csv > a.csv b.csv",
        "{a,b}.csv > a.csv b.csv",
        ".h*.csv > .hidden.csv",
        "*/a.csv > x/a.csv",
        "x/*/b.csv > x/y/b.csv",
        "**/b.csv > b.csv x/y/b.csv",
        "x/** > ''",
      })
  void globs(String glob, String expected) {
    String pattern = folder + "/" + glob.strip();
    if (expected.isBlank()) {
      assertRefused(() -> FileSet.expand(pattern)).hasMessageContaining("no file matches");
    } else {
      List<String> found =
          FileSet.expand(pattern).stream().map(f -> folder.relativize(f).toString()).toList();
      assertThat(found).containsExactly(expected.strip().split(" "));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://host/a.csv",
        "https://host/a.parquet",
        "s3://bucket/*.parquet",
        "file:///etc/passwd.csv",
        "hf://datasets/a.csv"
      })
  void addressesAreRefused(String address) {
    assertRefused(DataRequest.of(address)).hasMessageContaining("only local files");
  }

  @Test
  void whatIsNotThere() {
    assertRefused(DataRequest.of(folder + "/nope.csv"))
        .hasMessageContaining("no file " + folder + "/nope.csv");
    assertRefused(DataRequest.of(folder + "/nope*.csv")).hasMessageContaining("no file matches");
    assertRefused(DataRequest.of(folder + "/nope/*.csv")).hasMessageContaining("no file matches");
    assertRefused(DataRequest.of(folder.toString())).hasMessageContaining("is a folder");
    assertRefused(DataRequest.of("")).hasMessageContaining("DATA is empty");
    assertRefused(DataRequest.of(folder + "/["))
        .hasMessageContaining("neither a file nor a pattern");
    assertRefused(DataRequest.of("\0.csv"));
  }

  @Test
  void unknownEndings() {
    Path file = Written.text(folder, "a.xlsx", "");
    assertRefused(DataRequest.of(file.toString()))
        .hasMessageContaining(".csv .tsv")
        .hasMessageContaining(".parquet");
    Written.text(folder, "m1.csv", "a\n1\n");
    Written.text(folder, "m2.tsv", "a\n1\n");
    assertRefused(DataRequest.of(folder + "/m*")).hasMessageContaining("different formats");
  }

  @Test
  void unreadableFiles() throws Exception {
    Path file = Written.text(folder, "secret.csv", "a\n1\n");
    org.junit.jupiter.api.Assumptions.assumeTrue(
        file.toFile().setReadable(false, false) && !Files.isReadable(file),
        "this user reads everything");
    assertRefused(DataRequest.of(file.toString())).hasMessageContaining("permissions");
  }
}
