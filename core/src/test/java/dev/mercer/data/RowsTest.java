package dev.mercer.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.rows.RowSlice;
import dev.mercer.internal.rows.RowSpool;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.store.SafeTensors;
import dev.mercer.internal.store.SafeTensorsWriter;
import dev.mercer.internal.store.Tensor;
import dev.mercer.internal.store.TensorType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowsTest {

  @TempDir Path directory;

  @Test
  void shapesThatCannotBeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> DenseRows.of(new double[0][]));
    assertThatIllegalArgumentException().isThrownBy(() -> DenseRows.of(new double[][] {{}, {}}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DenseRows.of(new double[][] {{1, 2}, {3}}))
        .withMessage("row 1 has 1 entries, the first one 2");
    assertThatIllegalArgumentException().isThrownBy(() -> DenseRows.wrap(2, 2, new double[3]));
    assertThatIllegalArgumentException().isThrownBy(() -> DenseRows.wrap(-1, -3, new double[3]));
    assertThatIllegalArgumentException().isThrownBy(() -> DenseRows.wrap(1, 0, new float[0]));
    assertThatIllegalArgumentException().isThrownBy(() -> DenseRows.builder(0, Precision.DOUBLE));
    assertThat(DenseRows.wrap(0, 4, new double[0]).count()).isZero();
    assertThat(DenseRows.builder(4, Precision.FLOAT).build().count()).isZero();
  }

  @Test
  void bytesAreThoseOfTheEntries() {
    assertThat(DenseRows.wrap(3, 2, new double[6]).bytes()).isEqualTo(48);
    DenseRows.Builder builder = DenseRows.builder(2, Precision.FLOAT);
    builder.append(new double[6], 0, 3);
    assertThat(builder.build().bytes()).isEqualTo(24);
  }

  @Test
  void rowsAreReadInPlaceWithinAChunk() {
    DenseRows.Builder builder = new DenseRows.Builder(7, Precision.DOUBLE, 1);
    double[] values = new double[21];
    values[20] = 5;
    DenseRows rows = builder.append(values, 0, 3).build();
    double[] last = new double[7];
    rows.copy(2, 1, last, 0);
    assertThat(last[6]).isEqualTo(5);
    assertThat(rows.directDoubles(0, 2)).isNull();
    assertThat(rows.directDoubles(2, 1)).hasSize(7);
  }

  @Test
  void builderCopiesWhatItIsGiven() {
    double[] block = {1, 2};
    DenseRows.Builder builder = DenseRows.builder(2, Precision.DOUBLE).append(block, 0, 1);
    block[0] = 9;
    double[] copy = new double[2];
    builder.build().copy(0, 1, copy, 0);
    assertThat(copy).containsExactly(1, 2);
  }

  @Test
  void numbersBeyondFloatAreNamedNotLost() throws IOException {
    double[] block = {1, 2, 3, Double.NEGATIVE_INFINITY, 5, 1e39};
    DenseRows.Builder builder = DenseRows.builder(2, Precision.FLOAT);
    builder.append(block, 0, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.append(block, 4, 1))
        .withMessage("row 2, column 1: 1.0E39 is beyond float; store the rows as double");
    try (RowSpool spool = RowSpool.create(directory, 2, Precision.FLOAT)) {
      spool.append(block, 0, 2);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> spool.append(block, 4, 1))
          .withMessageStartingWith("row 2, column 1: ");
    }
  }

  @Test
  void scalingInPlaceIsTheScalingOnTheWay() {
    double[] values = new double[40];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * i - 3;
    }
    DenseRows plain = DenseRows.wrap(20, 2, values);
    Scaling scaling = Scaling.learn("standard", plain, null);
    for (Precision precision : Precision.values()) {
      Rows before = new DenseRows.Builder(2, precision, 3).append(values, 0, 20).build();
      Rows inPlace = new DenseRows.Builder(2, precision, 3).append(values, 0, 20).build(scaling);
      float[] expected = new float[40];
      float[] found = new float[40];
      scaling.of(before).copy(0, 20, expected, 0);
      inPlace.copy(0, 20, found, 0);
      assertThat(found).isEqualTo(expected);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DenseRows.builder(3, Precision.DOUBLE).build(scaling));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScaledRows(plain, Scaling.none(3)))
        .withMessage("the rows have 2 columns, the scaling was learned from 3");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3, Integer.MAX_VALUE})
  void selectingRowsThatDoNotExistIsRefused(int index) {
    Rows rows = DenseRows.wrap(3, 1, new double[3]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.select(new int[] {0, index}))
        .withMessage("row number " + index + " at place 1; rows are 0 to 2");
  }

  @Test
  void selectionKeepsItsOwnNumbers() {
    int[] indices = {2, 2};
    Rows selected = DenseRows.wrap(3, 1, new double[] {5, 6, 7}).select(indices);
    indices[0] = 99;
    double[] copy = new double[2];
    selected.copy(0, 2, copy, 0);
    assertThat(copy).containsExactly(7, 7);
  }

  @Test
  void slicesOutsideOfTheirRowsAreRefused() {
    Rows rows = DenseRows.wrap(3, 1, new double[3]);
    int[][] wrong = {{-1, 1}, {0, -1}, {2, 2}, {4, 0}, {Integer.MAX_VALUE, 1}};
    for (int[] w : wrong) {
      assertThatIllegalArgumentException().isThrownBy(() -> new RowSlice(rows, w[0], w[1]));
    }
    assertThat(new RowSlice(rows, 3, 0).count()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void filesThatAreTooShortAreRefused(Precision precision) throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[6 * precision.bytes() + 1]);
    FileRows.map(file, 1, 3, 2, precision).close();
    FileRows.open(file, 1, 3, 2, precision).close();
    long[][] wrong = { // position, rows, columns
      {2, 3, 2},
      {0, 4, 2},
      {1, Integer.MAX_VALUE, Integer.MAX_VALUE},
      {-1, 1, 1},
      {Long.MAX_VALUE, 1, 1},
      {0, -1, 2},
      {0, 1, 0},
    };
    for (long[] w : wrong) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> FileRows.map(file, w[0], (int) w[1], (int) w[2], precision));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> FileRows.open(file, w[0], (int) w[1], (int) w[2], precision));
    }
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> FileRows.map(missing, 0, 1, 1, precision))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> FileRows.open(missing, 0, 1, 1, precision))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void closedRowsCannotBeRead() throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[8]);
    FileRows mapped = FileRows.map(file, 0, 1, 1, Precision.DOUBLE);
    FileRows read = FileRows.open(file, 0, 1, 1, Precision.DOUBLE);
    mapped.close();
    read.close();
    assertThatIllegalStateException().isThrownBy(() -> mapped.copy(0, 1, new double[1], 0));
    assertThatIllegalStateException().isThrownBy(() -> mapped.copy(0, 1, new float[1], 0));
    assertThatThrownBy(() -> read.copy(0, 1, new double[1], 0))
        .isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void aSpoolLeavesNothingBehind() throws IOException {
    RowSpool unused = RowSpool.create(directory, 2, Precision.DOUBLE);
    unused.append(new double[4], 0, 2);
    unused.close();
    RowSpool spool = RowSpool.create(directory, 2, Precision.DOUBLE);
    spool.append(new double[] {1, 2, 3, 4}, 0, 2);
    FileRows rows = spool.map();
    spool.close(); // the rows own the file now
    double[] copy = new double[4];
    rows.copy(0, 2, copy, 0);
    assertThat(copy).containsExactly(1, 2, 3, 4);
    assertThatIllegalStateException().isThrownBy(() -> spool.append(copy, 0, 1));
    assertThatIllegalStateException().isThrownBy(spool::read);
    rows.close();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void anEmptySpoolIsNoRows() throws IOException {
    try (FileRows rows = RowSpool.create(3, Precision.FLOAT).map()) {
      assertThat(rows.count()).isZero();
      assertThat(rows.columns()).isEqualTo(3);
    }
  }

  @Test
  void spoolWritesBlocksLongerThanItsBuffer() throws IOException {
    int columns = 1000;
    double[] block = new double[50 * columns];
    for (int i = 0; i < block.length; i++) {
      block[i] = i;
    }
    for (Precision precision : Precision.values()) {
      RowSpool spool = RowSpool.create(directory, columns, precision);
      spool.append(block, 0, 50);
      spool.append(block, columns, 49);
      try (FileRows rows = spool.read()) {
        double[] copy = new double[99 * columns];
        rows.copy(0, 99, copy, 0);
        for (int i = 0; i < copy.length; i++) {
          assertThat(copy[i]).isEqualTo(i < block.length ? i : i - block.length + columns);
        }
      }
    }
  }

  /**
   * A model's points are rows without reading them in: the writer takes rows, rows take a tensor.
   */
  @Test
  void rowsGoToATensorAndBack() throws IOException {
    Rows rows = DenseRows.wrap(3, 2, new double[] {1, 2, 3, 4, 5, 6});
    Path path = directory.resolve("m.safetensors");
    new SafeTensorsWriter()
        .add("points", TensorType.F64, rows.count(), rows.columns(), rows::copy)
        .write(path);
    try (SafeTensors file = SafeTensors.open(path)) {
      Tensor points = file.tensor("points");
      try (FileRows mapped = FileRows.map(path, points.position(), 3, 2, Precision.DOUBLE)) {
        double[] copy = new double[4];
        mapped.copy(1, 2, copy, 0);
        assertThat(copy).containsExactly(3, 4, 5, 6);
      }
    }
  }

  /**
   * More than 2^31 entries, and segments beyond 2 GiB, in a file with a hole: 8.6 GB by its size, a
   * few pages by what is written.
   */
  @Test
  void moreEntriesThanAnArrayHas() throws IOException {
    int columns = 1 << 16;
    int count = (1 << 15) + 5;
    long entries = (long) count * columns;
    assertThat(entries).isGreaterThan(1L << 31);
    int[] marked = {0, (1 << 13) - 1, 1 << 13, count / 2, count - 2, count - 1};
    Path file = directory.resolve("sparse");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      for (int row : marked) {
        ByteBuffer bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        channel.write(bytes.putFloat(row + 0.5f).flip(), 4 * ((row + 1L) * columns - 1));
      }
    }
    try (FileRows mapped = FileRows.map(file, 0, count, columns, Precision.FLOAT);
        FileRows read = FileRows.open(file, 0, count, columns, Precision.FLOAT)) {
      double[] wide = new double[2 * columns];
      float[] narrow = new float[2 * columns];
      for (Rows rows : new Rows[] {mapped, read}) {
        for (int row : marked) {
          int first = Math.max(0, row - 1); // two rows, so that segment borders are crossed
          rows.copy(first, 2, wide, 0);
          rows.copy(first, 2, narrow, 0);
          int last = (row - first + 1) * columns - 1;
          assertThat(wide[last]).isEqualTo(row + 0.5);
          assertThat(narrow[last]).isEqualTo(row + 0.5f);
          assertThat(wide[last - 1]).isZero();
        }
      }
    }
  }
}
