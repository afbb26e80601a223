package dev.mercer.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.rows.RowSlice;
import dev.mercer.internal.rows.RowSpool;
import dev.mercer.internal.rows.ScaledRows;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every implementation of {@link Rows} has to do, against an array of rows. */
class RowsContractTest {

  private static final int COLUMNS = 3;
  private static final int COUNT = 23;

  /** Entries that float holds exactly, so that one table is right for both precisions. */
  private static final double[][] TABLE = table();

  @TempDir static Path directory;

  /** Every implementation, and how to make it hold {@link #TABLE}. */
  enum Kind {
    OF_ARRAYS {
      @Override
      Rows make() {
        return DenseRows.of(TABLE);
      }
    },
    OF_MATRIX {
      @Override
      Rows make() {
        return DenseRows.of(Matrix.of(TABLE));
      }
    },
    WRAPPED_FLOATS {
      @Override
      Rows make() {
        float[] values = new float[COUNT * COLUMNS];
        for (int i = 0; i < values.length; i++) {
          values[i] = (float) flat()[i];
        }
        return DenseRows.wrap(COUNT, COLUMNS, values);
      }
    },
    CHUNKED_DOUBLES {
      @Override
      Rows make() {
        return chunked(Precision.DOUBLE).build();
      }
    },
    CHUNKED_FLOATS {
      @Override
      Rows make() {
        return chunked(Precision.FLOAT).build();
      }
    },
    COPIED {
      @Override
      Rows make() {
        return DenseRows.copyOf(DenseRows.of(TABLE));
      }
    },
    MAPPED_DOUBLES {
      @Override
      Rows make() throws IOException {
        return FileRows.map(file(Precision.DOUBLE), 5, COUNT, COLUMNS, Precision.DOUBLE);
      }
    },
    MAPPED_FLOATS {
      @Override
      Rows make() throws IOException {
        return FileRows.map(file(Precision.FLOAT), 5, COUNT, COLUMNS, Precision.FLOAT);
      }
    },
    READ_DOUBLES {
      @Override
      Rows make() throws IOException {
        return FileRows.open(file(Precision.DOUBLE), 5, COUNT, COLUMNS, Precision.DOUBLE);
      }
    },
    READ_FLOATS {
      @Override
      Rows make() throws IOException {
        return FileRows.open(file(Precision.FLOAT), 5, COUNT, COLUMNS, Precision.FLOAT);
      }
    },
    SPOOLED_AND_MAPPED {
      @Override
      Rows make() throws IOException {
        return spool(Precision.DOUBLE).map();
      }
    },
    SPOOLED_AND_READ {
      @Override
      Rows make() throws IOException {
        return spool(Precision.FLOAT).read();
      }
    },
    SCALED {
      @Override
      Rows make() {
        double[] doubled = Arrays.stream(flat()).map(x -> 2 * x + 1).toArray();
        Scaling halve = new Scaling("standard", new double[] {1, 1, 1}, new double[] {.5, .5, .5});
        return new ScaledRows(DenseRows.wrap(COUNT, COLUMNS, doubled), halve);
      }
    },
    SCALED_IN_PLACE_DOUBLES {
      @Override
      Rows make() {
        return chunked(Precision.DOUBLE).build(Scaling.none(COLUMNS));
      }
    },
    SCALED_IN_PLACE_FLOATS {
      @Override
      Rows make() {
        return chunked(Precision.FLOAT).build(Scaling.none(COLUMNS));
      }
    },
    SLICED {
      @Override
      Rows make() {
        DenseRows.Builder builder = new DenseRows.Builder(COLUMNS, Precision.DOUBLE, 4);
        builder.append(new double[5 * COLUMNS], 0, 5).append(flat(), 0, COUNT);
        return new RowSlice(builder.append(flat(), 0, 2).build(), 5, COUNT);
      }
    },
    SELECTED {
      @Override
      Rows make() {
        // Ten rows that follow one another, then the rest backwards.
        double[][] source = new double[COUNT + 5][COLUMNS];
        int[] indices = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
          indices[i] = i < 10 ? i + 2 : COUNT + 11 - i;
          source[indices[i]] = TABLE[i];
        }
        return DenseRows.of(source).select(indices);
      }
    };

    abstract Rows make() throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void everyStretchIsCopiedToItsPlaceAndNothingElse(Kind kind) throws Exception {
    with(
        kind,
        rows -> {
          assertThat(rows.count()).isEqualTo(COUNT);
          assertThat(rows.columns()).isEqualTo(COLUMNS);
          assertThat(rows.bytes()).isGreaterThanOrEqualTo(0);
          for (int first = 0; first <= COUNT; first++) {
            for (int count = 0; count <= COUNT - first; count++) {
              int offset = count % 4;
              double[] wide = new double[offset + count * COLUMNS + 2];
              float[] narrow = new float[wide.length];
              Arrays.fill(wide, -7);
              Arrays.fill(narrow, -7);
              rows.copy(first, count, wide, offset);
              rows.copy(first, count, narrow, offset);
              for (int i = 0; i < wide.length; i++) {
                int at = i - offset;
                boolean inside = at >= 0 && at < count * COLUMNS;
                double expected = inside ? TABLE[first + at / COLUMNS][at % COLUMNS] : -7;
                assertThat(wide[i]).isEqualTo(expected);
                assertThat(narrow[i]).isEqualTo((float) expected);
              }
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void whatIsReadInPlaceIsWhatIsCopied(Kind kind) throws Exception {
    with(
        kind,
        rows -> {
          for (int first = 0; first < COUNT; first++) {
            for (int count = 1; count <= COUNT - first; count++) {
              double[] wide = rows.directDoubles(first, count);
              float[] narrow = rows.directFloats(first, count);
              for (int i = 0; i < count * COLUMNS; i++) {
                double expected = TABLE[first + i / COLUMNS][i % COLUMNS];
                if (wide != null) {
                  assertThat(wide[rows.directOffset(first) + i]).isEqualTo(expected);
                }
                if (narrow != null) {
                  assertThat(narrow[rows.directOffset(first) + i]).isEqualTo((float) expected);
                }
              }
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotThereOrDoesNotFitIsRefused(Kind kind) throws Exception {
    int[][] wrong = {
      // first, count, length, offset
      {-1, 1, 9, 0},
      {0, -1, 9, 0},
      {COUNT, 1, 9, 0},
      {COUNT + 1, 0, 9, 0},
      {COUNT - 1, 2, 9, 0},
      {1, Integer.MAX_VALUE, 9, 0},
      {Integer.MAX_VALUE, 1, 9, 0},
      {0, 2, 5, 0},
      {0, 2, 9, 4},
      {0, 1, 9, -1},
      {0, 1, 9, Integer.MAX_VALUE},
    };
    with(
        kind,
        rows -> {
          for (int[] w : wrong) {
            assertThatThrownBy(() -> rows.copy(w[0], w[1], new double[w[2]], w[3]))
                .as(Arrays.toString(w))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> rows.copy(w[0], w[1], new float[w[2]], w[3]))
                .as(Arrays.toString(w))
                .isInstanceOf(IndexOutOfBoundsException.class);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void threadsMayReadAtTheSameTime(Kind kind) throws Exception {
    with(
        kind,
        rows -> {
          ExecutorService pool = Executors.newFixedThreadPool(3);
          try {
            Callable<double[]> task =
                () -> {
                  double[] sum = new double[COUNT * COLUMNS];
                  double[] copy = new double[COUNT * COLUMNS];
                  for (int repeat = 0; repeat < 200; repeat++) {
                    rows.copy(0, COUNT, copy, 0);
                    for (int i = 0; i < sum.length; i++) {
                      sum[i] += copy[i];
                    }
                  }
                  return sum;
                };
            List<Future<double[]>> results = pool.invokeAll(List.of(task, task, task));
            for (Future<double[]> result : results) {
              // Entries are small multiples of 1/8: the sums are exact.
              assertThat(result.get()).isEqualTo(Arrays.stream(flat()).map(x -> 200 * x).toArray());
            }
          } finally {
            pool.shutdown();
          }
        });
  }

  private interface Check {
    void run(Rows rows) throws Exception;
  }

  private static void with(Kind kind, Check check) throws Exception {
    Rows rows = kind.make();
    try {
      check.run(rows);
    } finally {
      if (rows instanceof Closeable file) {
        file.close();
      }
    }
  }

  private static double[][] table() {
    SplittableRandom random = new SplittableRandom(7);
    double[][] table = new double[COUNT][COLUMNS];
    for (double[] row : table) {
      for (int j = 0; j < COLUMNS; j++) {
        row[j] = random.nextInt(-1000, 1000) / 8.0;
      }
    }
    return table;
  }

  private static double[] flat() {
    return Matrix.of(TABLE).toArray();
  }

  /** Chunks of 4 rows, filled by blocks of 1, 2, 3, … rows from the middle of an array. */
  private static DenseRows.Builder chunked(Precision precision) {
    DenseRows.Builder builder = new DenseRows.Builder(COLUMNS, precision, 4);
    List<Integer> blocks = new ArrayList<>(List.of(1, 2, 3, 0, 4, 5, 6, 2));
    int done = 0;
    for (int rows : blocks) {
      builder.append(flat(), done * COLUMNS, rows);
      done += rows;
      assertThat(builder.count()).isEqualTo(done);
    }
    return builder;
  }

  private static RowSpool spool(Precision precision) throws IOException {
    RowSpool spool = RowSpool.create(directory, COLUMNS, precision);
    spool.append(flat(), 0, 9);
    spool.append(flat(), 9 * COLUMNS, COUNT - 9);
    assertThat(spool.count()).isEqualTo(COUNT);
    return spool;
  }

  /** The table after 5 bytes and before 3 others. */
  private static Path file(Precision precision) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(5 + COUNT * COLUMNS * precision.bytes() + 3)
            .order(ByteOrder.LITTLE_ENDIAN)
            .position(5);
    for (double x : flat()) {
      if (precision == Precision.DOUBLE) {
        bytes.putDouble(x);
      } else {
        bytes.putFloat((float) x);
      }
    }
    return Files.write(directory.resolve("rows-" + precision), bytes.array());
  }
}
