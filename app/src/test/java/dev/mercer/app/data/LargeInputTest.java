package dev.mercer.app.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Budgets: what is larger than its memory still streams. */
class LargeInputTest {

  @TempDir Path folder;

  /**
   * 64 MB of values are read within 3 MB of heap: what is allocated while reading does not grow
   * with the rows.
   */
  @Test
  void allocationDoesNotGrowWithTheRows() {
    Path file = Written.parquet(folder, "a.parquet", select(20, 400_000));
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    try (DataSource source =
        DataSources.open(DataRequest.of(file.toString()).with(new ReadingLimits(256L << 20, 2)))) {
      RowBlock block = new RowBlock(4096, source.columns());
      source.next(block);
      long before = threads.getThreadAllocatedBytes(thread);
      long rows = block.rows();
      double sum = 0;
      while (source.next(block) > 0) {
        rows += block.rows();
        sum += block.values()[0];
      }
      long allocated = threads.getThreadAllocatedBytes(thread) - before;
      assertThat(rows).isEqualTo(400_000);
      assertThat(sum).isPositive();
      // 200 chunks of 20 column objects of about 100 bytes
      assertThat(allocated).isLessThan(3 << 20);
    }
  }

  /**
   * A late text cell in a file that DuckDB reads: the plain reader takes over in the middle and
   * names it.
   */
  @Test
  void theReaderOfLargeFilesHandsOverInTheMiddle() throws IOException {
    Random random = new Random(2);
    StringBuilder text = new StringBuilder("a,b\n");
    int rows = 60_000;
    for (int i = 0; i < rows; i++) {
      text.append(i == 50_000 ? " true " : Double.toString(random.nextGaussian()))
          .append(',')
          .append(i)
          .append('\n');
    }
    Path file = folder.resolve("a.csv");
    Files.writeString(file, text);
    Loaded fast = Loaded.of(DataRequest.of(file.toString()), 1000, -1);
    Loaded plain = Loaded.of(DataRequest.of(file.toString()), 1000, Long.MAX_VALUE);
    assertThat(fast.rows()).hasDimensions(rows, 2).isDeepEqualTo(plain.rows());
    assertThat(fast.rows()[50_000]).containsExactly(1, 50_000);
  }

  private static String select(int columns, int rows) {
    StringBuilder select = new StringBuilder("SELECT ");
    for (int j = 0; j < columns; j++) {
      select.append(j == 0 ? "" : ", ").append("random() AS c").append(j);
    }
    return select + " FROM range(" + rows + ")";
  }
}
