package dev.mercer.app.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.Progress;
import dev.mercer.app.datasets.Checksums.Verdict;
import dev.mercer.app.datasets.LocalServer.Answer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The catalog against the files themselves: what it says of them, and that its recipes make them.
 *
 * <p>Published files are made again from ours in the form they are published in. Where the catalog
 * knows the published checksum, the download is refused unless that form is right to the byte.
 */
class DatasetCatalogTest {

  @TempDir Path folder;

  private static Path data(String name) {
    String named = System.getenv("MERCER_DATA");
    Path file = (named == null ? Path.of("..", "data") : Path.of(named)).resolve(name);
    if (!"true".equals(System.getenv("CI"))) {
      Assumptions.assumeTrue(Files.exists(file), "no " + file + "; set MERCER_DATA");
    }
    assertThat(file).exists();
    return file;
  }

  static Stream<DataFile> files() {
    return DatasetCatalog.all().stream().flatMap(dataset -> dataset.files().stream());
  }

  @ParameterizedTest
  @MethodSource("files")
  void whatTheCatalogSaysIsSo(DataFile file) throws IOException {
    Path path = data(file.path());
    assertThat(path).hasSize(file.bytes());
    assertThat(Checksums.compare(path, file)).isEqualTo(Verdict.SAME);
    if (file.textSha256() != null) {
      byte[] text = unpacked(Files.readAllBytes(path));
      var digest = Checksums.sha256();
      digest.update(text);
      assertThat(Checksums.hex(digest)).isEqualTo(file.textSha256());
      String lines = new String(text, StandardCharsets.US_ASCII);
      assertThat(lines.lines().count()).isEqualTo(file.rows() + 1);
    }
  }

  @Test
  void everythingIsSaidOnce() {
    Set<String> paths = new HashSet<>();
    for (Dataset dataset : DatasetCatalog.all()) {
      assertThat(dataset.terms()).isNotBlank();
      assertThat(dataset.page()).startsWith("http");
      for (DataFile file : dataset.files()) {
        assertThat(paths.add(file.path())).as(file.path()).isTrue();
        assertThat(file.sha256()).matches("[0-9a-f]{64}");
        assertThat(file.textSha256() != null).isEqualTo(file.path().endsWith(".csv.gz"));
        if (file.source() instanceof Source.Converted converted) {
          assertThat(converted.table().header()).hasSize(dataset.features() + 1);
        }
      }
    }
    assertThat(paths).hasSize(21);
  }

  @Test
  void columnsThatDifferByANumberAreCounted() {
    DataFile file = DatasetCatalog.named(List.of("digits")).get(0).files().get(0);
    assertThat(((Source.Converted) file.source()).table().header())
        .hasSize(65)
        .startsWith("p0", "p1")
        .endsWith("p63", "label");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"features\": 9,', '\"features\": \"9\",', features",
    "'\"features\": 9,', '', features",
    "'\"features\": 9,', '\"features\": 9, \"feature\": 9,', feature",
  })
  void aCatalogThatIsWrongIsRefused(String right, String wrong, String named) throws IOException {
    String text;
    try (InputStream in = DatasetCatalog.class.getResourceAsStream("datasets.json")) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(CatalogFile.parse(text)).isEqualTo(DatasetCatalog.all());
    assertThatThrownBy(() -> CatalogFile.parse(text.replace(right, wrong)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(named);
  }

  @Test
  void unknownNames() {
    assertThat(DatasetCatalog.named(List.of("usps", "mnist", "usps")))
        .extracting(Dataset::name)
        .containsExactly("usps", "mnist");
    assertThatThrownBy(() -> DatasetCatalog.named(List.of("mnits")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unknown data set 'mnits'")
        .hasMessageContaining("did you mean 'mnist'")
        .hasMessageContaining("fashion-mnist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"german", "pendigits", "pendigits-test", "usps", "digits", "tic", "letter"})
  void recipesMakeOurFilesOfThePublishedOnes(String name) throws IOException {
    Map<String, byte[]> published = published(name);
    Dataset dataset = DatasetCatalog.named(List.of(name)).get(0);
    try (LocalServer server =
        new LocalServer(r -> Answer.ranged(published.get(r.path().substring(1)), r.from()))) {
      for (DataFile file : dataset.files()) {
        assertThat(new Fetcher(Progress.NONE).fetch(file, folder, server.base())).isTrue();
        assertThat(Checksums.compare(folder.resolve(file.path()), file))
            .isNotEqualTo(Verdict.DIFFERENT);
      }
    }
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).hasSize(dataset.files().size());
    }
  }

  @Test
  void aPublishedFileThatChangedIsNotTaken() throws IOException {
    byte[] changed = packed(zipFile("test").replaceFirst("-0\\.948", "-0.949"));
    DataFile file = DatasetCatalog.named(List.of("usps")).get(0).files().get(1);
    try (LocalServer server = new LocalServer(r -> Answer.ranged(changed, r.from()))) {
      assertThatThrownBy(() -> new Fetcher(Progress.NONE).fetch(file, folder, server.base()))
          .hasMessageContaining("wrong checksum")
          .hasMessageContaining(file.textSha256() + " of the table is expected");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aCutOriginalOfUnknownLengthIsContinued() throws IOException {
    byte[] whole = packed(zipFile("test"));
    DataFile file = DatasetCatalog.named(List.of("usps")).get(0).files().get(1);
    try (LocalServer server = new LocalServer(r -> Answer.whole(whole).cutAfter(1000))) {
      assertThatThrownBy(() -> new Fetcher(Progress.NONE).fetch(file, folder, server.base()))
          .hasMessageContaining("cut off after 1000 of " + whole.length);
    }
    Path part = folder.resolve("usps-test.csv.gz.zip.test.gz.part");
    assertThat(part).hasSize(1000);
    // Complete, but the program ended before it could know: the server says there is no more.
    Files.write(part, whole);
    try (LocalServer server = new LocalServer(r -> Answer.ranged(whole, r.from()))) {
      assertThat(new Fetcher(Progress.NONE).fetch(file, folder, server.base())).isTrue();
      assertThat(server.requests()).hasSize(1);
    }
  }

  /** Published files by name, made from ours. */
  private static Map<String, byte[]> published(String name) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    switch (name) {
      case "german" ->
          files.put("german.data-numeric", bytes(rows("german"), row -> padded(row, 4, "") + " "));
      case "letter" ->
          files.put(
              "letter-recognition.data",
              bytes(
                  rows("letter"),
                  row ->
                      (char) ('A' - 1 + Integer.parseInt(last(row))) + "," + features(row, ",")));
      case "digits" ->
          files.put("optdigits.tes", bytes(builtinDigits(), row -> String.join(",", row)));
      case "pendigits", "pendigits-test" -> {
        List<String[]> rows = rows("pendigits");
        files.put("pendigits.tra", bytes(rows.subList(0, 7494), DatasetCatalogTest::pen));
        files.put("pendigits.tes", bytes(rows.subList(7494, 10992), DatasetCatalogTest::pen));
      }
      case "tic" -> {
        List<String[]> rows = rows("tic");
        List<String[]> end = rows.subList(5822, 9822);
        files.put(
            "ticdata2000.txt", bytes(rows.subList(0, 5822), row -> String.join("\t", row) + "\r"));
        files.put("ticeval2000.txt", bytes(end, row -> features(row, "\t") + "\r"));
        files.put("tictgts2000.txt", bytes(end, row -> last(row) + "\r"));
      }
      default -> {
        files.put("zip.train.gz", packed(zipFile("train")));
        files.put("zip.test.gz", packed(zipFile("test")));
      }
    }
    return files;
  }

  private static String zipFile(String part) throws IOException {
    return new String(
        bytes(rows("usps-" + part), DatasetCatalogTest::zip), StandardCharsets.US_ASCII);
  }

  private static String pen(String[] row) {
    return padded(Arrays.copyOf(row, row.length - 1), 3, ",") + ", " + last(row);
  }

  /** The label first, four digits behind the point, and a minus before some zeros. */
  private static String zip(String[] row) {
    StringBuilder line = new StringBuilder(last(row)).append(".0000");
    for (String value : Arrays.copyOf(row, row.length - 1)) {
      int digits = value.contains(".") ? value.length() - value.indexOf('.') - 1 : 0;
      line.append(value.equals("0") ? " -0" : " " + value)
          .append(digits == 0 ? "." : "")
          .append("0".repeat(4 - digits));
    }
    return line.append(' ').toString();
  }

  private static String padded(String[] fields, int width, String between) {
    return Stream.of(fields)
        .map(field -> " ".repeat(width - field.length()) + field)
        .collect(Collectors.joining(between));
  }

  private static String features(String[] row, String between) {
    return String.join(between, Arrays.copyOf(row, row.length - 1));
  }

  private static String last(String[] row) {
    return row[row.length - 1];
  }

  private static byte[] bytes(List<String[]> rows, Function<String[], String> form) {
    return joined(rows.stream().map(form).toList()).getBytes(StandardCharsets.US_ASCII);
  }

  private static String joined(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private static List<String[]> rows(String name) throws IOException {
    return split(text(Files.readAllBytes(data(name + ".csv.gz"))));
  }

  /** Inside the program, so this much is tested wherever the tests run. */
  private static List<String[]> builtinDigits() throws IOException {
    try (InputStream in = Dataset.class.getResourceAsStream("/dev/mercer/app/data/digits.csv.gz")) {
      return split(text(in.readAllBytes()));
    }
  }

  private static List<String[]> split(List<String> lines) {
    List<String[]> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      rows.add(line.split(","));
    }
    return rows;
  }

  private static List<String> text(byte[] packed) throws IOException {
    return new String(unpacked(packed), StandardCharsets.US_ASCII).lines().toList();
  }

  private static byte[] unpacked(byte[] packed) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    }
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.toByteArray();
  }
}
