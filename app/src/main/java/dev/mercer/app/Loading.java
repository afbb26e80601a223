package dev.mercer.app;

import dev.mercer.Progress;
import dev.mercer.app.data.DataException;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.RowBlock;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Scaling;
import dev.mercer.data.ScalingLearner;
import dev.mercer.method.Bytes;
import dev.mercer.method.MemoryExceededException;
import java.util.Arrays;

/**
 * Reads rows into memory, within what is allowed, and scales them in place: the scaling is learned
 * while the rows come in, so the input is read once.
 */
final class Loading {

  private static final int BLOCK_VALUES = 1 << 18;

  private Loading() {}

  /**
   * @param scale none, standard, minmax or max=VALUE; ignored where {@code known} is given
   * @param known a scaling that was learned before; or null
   * @param heap bytes the rows may take
   */
  static LoadedRows load(
      DataRequest request,
      String scale,
      Scaling known,
      Precision precision,
      long heap,
      Progress progress) {
    long start = System.nanoTime();
    progress.stage("read", 0);
    try (DataSource source = DataSources.open(request)) {
      int columns = source.columns();
      int width = precision == Precision.FLOAT ? 4 : 8;
      long hint = source.rowCountHint().orElse(0);
      requireRoom(request, hint, columns, width, heap);
      RowBlock block = new RowBlock(Math.max(1, Math.min(8192, BLOCK_VALUES / columns)), columns);
      DenseRows.Builder builder = DenseRows.builder(columns, precision);
      ScalingLearner learner = new ScalingLearner(known == null ? scale : "none", columns);
      double[] weights = source.weighted() ? new double[1024] : null;
      int n = 0;
      for (int count = source.next(block); count > 0; count = source.next(block)) {
        requireRoom(request, (long) n + count, columns, width, heap);
        if (weights != null) {
          weights =
              n + count > weights.length
                  ? Arrays.copyOf(weights, Math.max(2 * weights.length, n + count))
                  : weights;
          for (int i = 0; i < count; i++) {
            weights[n + i] = block.weight(i);
          }
        }
        learner.add(block.values(), 0, count, weights, n);
        builder.append(block.values(), 0, count);
        n += count;
        progress.advance(hint > 0 ? (double) n / hint : -1, n + " rows");
      }
      if (n == 0) {
        throw new DataException(
            source.name() + " has no rows to work on; check --rows, --classes and --missing");
      }
      Scaling learned = known == null ? learner.scaling() : known;
      Scaling scaling = learned.kind().equals("none") ? null : learned;
      DenseRows rows = scaling == null ? builder.build() : builder.build(scaling);
      progress.done();
      return new LoadedRows(
          rows,
          weights == null ? null : Arrays.copyOf(weights, n),
          scaling,
          source.featureNames(),
          source.droppedRows(),
          (System.nanoTime() - start) / 1e9);
    }
  }

  private static void requireRoom(
      DataRequest request, long rows, int columns, int width, long heap) {
    long bytes = rows * columns * width;
    if (bytes > heap) {
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
              + heap / ((long) columns * width)
              + " rows would fit: take fewer with --rows or allow more memory",
          bytes);
    }
  }
}
