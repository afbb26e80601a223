package dev.mercer.app.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.app.datasets.Source.Original;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Published text written again: one text for one table, and nothing for what is none. */
class TextTableTest {

  @TempDir Path folder;

  private static Original original(String name) {
    return new Original(List.of(URI.create("http://nowhere.invalid/" + name)), -1, null);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String written(TextTable table, List<List<Path>> files)
      throws IOException, FetchException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    table.write(files, out);
    return out.toString(StandardCharsets.US_ASCII);
  }

  private String written(String text, boolean answerFirst) throws IOException, FetchException {
    TextTable table =
        new TextTable(List.of(List.of(original("x"))), answerFirst, List.of("a", "b", "label"));
    return written(table, List.of(List.of(file("x", text))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,2,3\n-4,0.5,0\n",
        "  1,  2, 3\n -4,0.50, 0\n",
        "   1   2   3 \n  -4   0.500   -0.0 \n",
        "1.0000\t2.0\t3\r\n-4.0000\t0.5000\t0\r\n",
        "\n1 2 3\n\n-4 0.5 0"
      })
  void oneTextHoweverItIsWritten(String text) throws IOException, FetchException {
    assertThat(written(text, false)).isEqualTo("a,b,label\n1,2,3\n-4,0.5,0\n");
  }

  @Test
  void theAnswerMovesToTheEnd() throws IOException, FetchException {
    assertThat(written("6.0000 -1.0000 -0.6310 \nZ,10,100\n", true))
        .isEqualTo("a,b,label\n-1,-0.631,6\n10,100,26\n");
  }

  @Test
  void partsBelowAndFilesBeside() throws IOException, FetchException {
    TextTable table =
        new TextTable(
            List.of(List.of(original("x")), List.of(original("y"), original("z"))),
            false,
            List.of("a", "b", "label"));
    List<List<Path>> files =
        List.of(
            List.of(file("x", "1 2 0\n")), List.of(file("y", "3\t4\n5\t6\n"), file("z", "1\n0\n")));
    assertThat(written(table, files)).isEqualTo("a,b,label\n1,2,0\n3,4,1\n5,6,0\n");
    file("z", "1\n");
    assertThatThrownBy(() -> written(table, files))
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("y, line 2, has 2 fields, 3 are expected");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>",
        "1,2",
        "1,2,3,4",
        "1,2,x",
        "1,2,NaN",
        "1,2,3.",
        "1,2,1e999999999",
        "1,,2",
        "é,1,2"
      })
  void whatIsNoTableIsRefused(String line) {
    assertThatThrownBy(() -> written("1,2,3\n" + line + "\n", false))
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("x, line 2,")
        .hasMessageContaining("this is not the file that is known");
  }

  @Test
  void packedFilesThatAreBrokenOrSwell() throws IOException, FetchException {
    TextTable table =
        new TextTable(List.of(List.of(original("x.gz"))), false, List.of("a", "label"));
    Path packed = folder.resolve("x.gz");
    List<List<Path>> files = List.of(List.of(packed));
    Files.write(packed, packed("1,2\n".getBytes(), 1));
    assertThat(written(table, files)).isEqualTo("a,label\n1,2\n");

    byte[] whole = packed("1,2\n".getBytes(), 1);
    Files.write(packed, Arrays.copyOf(whole, whole.length - 9));
    assertThatThrownBy(() -> written(table, files))
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("x.gz cannot be unpacked");
    Files.writeString(packed, "<html>moved</html>");
    assertThatThrownBy(() -> written(table, files))
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("x.gz cannot be unpacked");
    // 65 MiB of blank lines in 64 KiB: read, but not for long and never held.
    byte[] blank = (" ".repeat((1 << 20) - 1) + "\n").getBytes(StandardCharsets.US_ASCII);
    Files.write(packed, packed(blank, 65));
    assertThatThrownBy(() -> written(table, files))
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("x.gz cannot be unpacked: it has more than 67108864 bytes");
  }

  private static byte[] packed(byte[] content, int times) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < times; i++) {
        out.write(content);
      }
    }
    return bytes.toByteArray();
  }
}
