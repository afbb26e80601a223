package dev.mercer.app.data.load;

import dev.mercer.MemoryExceededException;
import dev.mercer.Progress;
import dev.mercer.app.data.DataException;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.RowBlock;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.rows.ScalingLearner;
import java.util.Arrays;

/**
 * Reads rows, within the memory allowed, and scales them. The scaling is learned while the rows are
 * read, so the input is read only once. Rows that would fill too much of the memory go to a
 * temporary file, if the later work can use one.
 */
public final class Loading {

  private static final int BLOCK_VALUES = 1 << 18;

  /** The share of the heap that rows may take before they go to a file. */
  private static final double SHARE_IN_MEMORY = 0.4;

  private Loading() {}

  /**
   * @param scale none, standard, minmax or max=VALUE; ignored if {@code known} is given
   * @param known a scaling that was learned before; or null
   * @param heap the bytes that the rows may take
   * @param mayUseFile whether rows may be stored in a temporary file instead
   */
  public static LoadedRows load(
      DataRequest request,
      String scale,
      Scaling known,
      Precision precision,
      long heap,
      boolean mayUseFile,
      Progress progress) {
    return load(
        request, scale, known, precision, heap, mayUseFile, progress, (rows, columns) -> {});
  }

  /** Checks the size of the data before any row is read. */
  public interface SizeCheck {
    /** Fails if data of this size cannot be used. */
    void check(long rows, int columns);
  }

  /**
   * Reads and scales rows, with a check of their number.
   *
   * @param size called with the number of rows, if that is known without reading them
   */
  public static LoadedRows load(
      DataRequest request,
      String scale,
      Scaling known,
      Precision precision,
      long heap,
      boolean mayUseFile,
      Progress progress,
      SizeCheck size) {
    long start = System.nanoTime();
    progress.stage("read", 0);
    try (DataSource source = DataSources.open(request)) {
      int columns = source.columns();
      int width = precision == Precision.FLOAT ? 4 : 8;
      long hint = source.rowCountHint().orElse(0);
      long most = mayUseFile ? (long) (SHARE_IN_MEMORY * heap) : heap;
      long exact = source.exactRowCount().orElse(0);
      if (exact > Integer.MAX_VALUE) {
        throw new DataException(
            source.name()
                + " has "
                + exact
                + " rows, more than the 2^31 - 1 that are allowed; choose with --rows");
      }
      if (exact > 0) {
        size.check(exact, columns);
      }
      if (!mayUseFile) {
        requireRoom(request, exact, columns, width, heap);
      }
      RowBlock block = new RowBlock(Math.max(1, Math.min(8192, BLOCK_VALUES / columns)), columns);
      RowCollector collector =
          new RowCollector(columns, precision, most, mayUseFile ? hint : 0, exact);
      boolean complete = false;
      try {
        // Rows that may be incomplete are only requested with scale = none: nothing is learned.
        ScalingLearner learner =
            known != null || scale.equals("none") ? null : new ScalingLearner(scale, columns);
        double[] weights = source.weighted() ? new double[1024] : null;
        LabelCollector labels = source.labeled() ? new LabelCollector() : null;
        int n = 0;
        for (int count = source.next(block); count > 0; count = source.next(block)) {
          if (!mayUseFile) {
            requireRoom(request, (long) n + count, columns, width, heap);
          }
          if (weights != null) {
            weights =
                n + count > weights.length
                    ? Arrays.copyOf(weights, Math.max(2 * weights.length, n + count))
                    : weights;
            for (int i = 0; i < count; i++) {
              weights[n + i] = block.weight(i);
            }
          }
          if (labels != null) {
            labels.append(block, count);
          }
          if (learner != null) {
            learner.add(block.values(), 0, count, weights, n);
          }
          collector.append(block.values(), count);
          n += count;
          progress.advance(hint > 0 ? (double) n / hint : -1, n + " rows");
        }
        if (n == 0) {
          throw new DataException(
              source.name() + " has no rows to work on; check --rows, --classes and --missing");
        }
        Scaling learned = learner == null ? known : learner.scaling();
        Scaling scaling = learned == null || learned.kind().equals("none") ? null : learned;
        Rows rows = collector.rows(scaling);
        progress.done();
        complete = true;
        return new LoadedRows(
            rows,
            weights == null ? null : Arrays.copyOf(weights, n),
            labels == null ? null : labels.all(),
            scaling,
            source.featureNames(),
            source.droppedRows(),
            (System.nanoTime() - start) / 1e9,
            collector);
      } finally {
        if (!complete) {
          collector.close();
        }
      }
    }
  }

  /** Whether rows of this many bytes stay in memory although a file is allowed. */
  public static boolean inMemory(long bytes, long heap) {
    return bytes <= SHARE_IN_MEMORY * heap;
  }

  private static void requireRoom(
      DataRequest request, long rows, int columns, int width, long heap) {
    long rowBytes = (long) columns * width;
    if (rows > heap / rowBytes) {
      long bytes = rows > Long.MAX_VALUE / rowBytes ? Long.MAX_VALUE : rows * rowBytes;
      throw new MemoryExceededException(
          "the rows of "
              + request.source()
              + " ("
              + rows
              + " x "
              + columns
              + ") take at least "
              + Bytes.text(bytes)
              + " but "
              + Bytes.text(heap)
              + " of heap are allowed; about "
              + heap / rowBytes
              + " rows would fit: take fewer with --rows or allow more memory",
          bytes);
    }
  }
}
