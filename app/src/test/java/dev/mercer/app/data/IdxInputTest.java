package dev.mercer.app.data;

import static dev.mercer.app.data.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxInputTest {

  @TempDir Path folder;

  private static byte[] idx(int magic, int[] dimensions, int bytes) {
    ByteBuffer file = ByteBuffer.allocate(4 + 4 * dimensions.length + bytes);
    file.putInt(magic);
    for (int dimension : dimensions) {
      file.putInt(dimension);
    }
    for (int k = 0; k < bytes; k++) {
      file.put((byte) (k * 7));
    }
    return file.array();
  }

  private static final byte[] IMAGES = idx(0x803, new int[] {5, 2, 3}, 30);
  private static final byte[] LABELS = idx(0x801, new int[] {5}, 5);

  private DataRequest images(byte[] bytes) {
    return DataRequest.of(Written.bytes(folder, "train-images-idx3-ubyte", bytes).toString());
  }

  private Path labels(byte[] bytes) {
    return Written.bytes(folder, "train-labels-idx1-ubyte", bytes);
  }

  @Test
  void imagesAreRowsOfPixels() {
    DataRequest packed =
        DataRequest.of(Written.bytes(folder, "a-idx3-ubyte.gz", Written.gzip(IMAGES)).toString());
    for (DataRequest request : List.of(images(IMAGES), packed)) {
      Loaded data = Loaded.of(request, 2);
      assertThat(data.rows()).hasDimensions(5, 6);
      for (int k = 0; k < 30; k++) {
        assertThat(data.rows()[k / 6][k % 6]).isEqualTo((k * 7) & 0xFF);
      }
      assertThat(data.names()).isEmpty();
      assertThat(DataSources.shape(request)).isEqualTo(new DataShape(5, 6, List.of()));
    }
  }

  @Test
  void labelsComeFromTheirOwnFile() {
    Path packed = Written.bytes(folder, "l-idx1-ubyte.gz", Written.gzip(LABELS));
    for (Path file : List.of(labels(LABELS), packed)) {
      DataRequest request = images(IMAGES).withLabelsFile(file);
      assertThat(Loaded.of(request).labels()).containsExactly("0", "7", "14", "21", "28");
      Loaded kept =
          Loaded.of(request.withClasses(List.of("7", "28")).withRows(RowRange.parse("1:5")));
      assertThat(kept.labels()).containsExactly("7", "28");
      assertThat(kept.rows()[1][0]).isEqualTo((24 * 7) & 0xFF);
      assertThat(DataSources.shape(request.withClasses(List.of("7"))).rows()).isEqualTo(1);
    }
  }

  @Test
  void aLabelsFileThatDoesNotFit() {
    assertRefused(images(IMAGES).withLabelsFile(labels(idx(0x801, new int[] {4}, 4))))
        .hasMessageContaining("holds 4 labels")
        .hasMessageContaining("5 rows");
    assertRefused(images(IMAGES).withLabelsFile(labels(IMAGES)))
        .hasMessageContaining("starts with 803 instead of 801");
    assertRefused(images(IMAGES).withLabelsFile(folder.resolve("nope-idx1-ubyte")))
        .hasMessageContaining("no file");
    assertRefused(images(IMAGES).withLabelsFile(Written.text(folder, "l.txt", "1")))
        .hasMessageContaining("allowed are");
    assertRefused(images(IMAGES).withLabel("y")).hasMessageContaining("--labels FILE");
    assertRefused(images(IMAGES).withClasses(List.of("1"))).hasMessageContaining("--labels FILE");
    assertRefused(DataRequest.of(labels(LABELS).toString()))
        .hasMessageContaining("holds labels, not rows");
    assertRefused(DataRequest.of("builtin:digits").withLabelsFile(labels(LABELS)))
        .hasMessageContaining("for IDX and NPY");
    Path csv = Written.text(folder, "a.csv", "a\n1\n");
    assertRefused(DataRequest.of(csv.toString()).withLabelsFile(labels(LABELS)))
        .hasMessageContaining("--label COLUMN");
  }

  @Test
  void hostileFiles() {
    assertRefused(images(new byte[0])).hasMessageContaining("cut short");
    assertRefused(images(new byte[] {0, 0, 8})).hasMessageContaining("cut short");
    assertRefused(images(idx(0x803, new int[] {5, 2, 3}, 29))).hasMessageContaining("cut short");
    assertRefused(images(idx(0x803, new int[] {5, 2, 3}, 31)))
        .hasMessageContaining("goes on after");
    assertRefused(images(idx(0xD03, new int[] {5, 2, 3}, 30)))
        .hasMessageContaining("starts with d03");
    assertRefused(images(idx(0x803, new int[] {-1, 2, 3}, 30))).hasMessageContaining("4294967295");
    assertRefused(images(idx(0x803, new int[] {5, 0, 3}, 30)))
        .hasMessageContaining("dimension of 0");
    assertRefused(images(idx(0x803, new int[] {5, 1 << 30, 1 << 30}, 30)))
        .hasMessageContaining("columns");
    assertRefused(images(idx(0x803, new int[] {Integer.MAX_VALUE, 1, 1}, 30)))
        .hasMessageContaining("cut short");
    assertRefused(
            images(IMAGES).withLabelsFile(labels(idx(0x801, new int[] {Integer.MAX_VALUE}, 5))))
        .hasMessageContaining("cut short");
    Path plain = Written.bytes(folder, "p-idx3-ubyte.gz", IMAGES);
    assertRefused(DataRequest.of(plain.toString()))
        .hasMessageContaining("not a complete gzip file (it does not begin as one)");
    byte[] packed = Written.gzip(IMAGES);
    Path longer = Written.bytes(folder, "l-idx3-ubyte.gz", Written.joined(packed, new byte[] {1}));
    assertRefused(DataRequest.of(longer.toString()))
        .hasMessageContaining("l-idx3-ubyte.gz is not a complete gzip file (after its data comes");
    Path cut = Written.bytes(folder, "c-idx3-ubyte.gz", Arrays.copyOf(packed, packed.length - 9));
    assertRefused(DataRequest.of(cut.toString())).hasMessageContaining("cut short");
  }
}
