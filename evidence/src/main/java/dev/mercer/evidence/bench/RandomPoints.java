package dev.mercer.evidence.bench;

import dev.mercer.app.data.write.TableWriter;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Points for benchmarks whose time does not depend on the values. Every call gives the same points.
 */
public final class RandomPoints {

  private static final long SEED = 1;
  private static final int BLOCK_ROWS = 8192;

  private RandomPoints() {}

  /** Points in row-major order, uniform in the cube around the origin. */
  public static double[] cube(int rows, int columns) {
    return box(rows, columns, 1);
  }

  /**
   * Points in row-major order, uniform in a box whose sides shrink by {@code ratio} from column to
   * column, so that the eigenvalues of a Gram matrix are well separated, as in real data.
   */
  public static double[] box(int rows, int columns, double ratio) {
    double[] values = new double[rows * columns];
    fillBox(new SplittableRandom(SEED), values, columns, ratio);
    return values;
  }

  private static void fillBox(SplittableRandom random, double[] values, int columns, double ratio) {
    double side = 1;
    for (int at = 0; at < values.length; at++) {
      side = at % columns == 0 ? 1 : side * ratio;
      values[at] = side * (random.nextDouble() - 0.5);
    }
  }

  /**
   * Writes the rows of {@link #box} as a Parquet file, block by block; a file that exists is kept.
   */
  public static void writeBox(Path file, int rows, int columns, double ratio) {
    if (Files.exists(file)) {
      return;
    }
    List<String> names = IntStream.range(0, columns).mapToObj(column -> "x" + column).toList();
    SplittableRandom random = new SplittableRandom(SEED);
    try (TableWriter writer = TableWriter.to(file, names)) {
      for (int first = 0; first < rows; first += BLOCK_ROWS) {
        int count = Math.min(BLOCK_ROWS, rows - first);
        double[] block = new double[count * columns];
        fillBox(random, block, columns, ratio);
        writer.write(block, count);
      }
      writer.finish();
    }
  }

  public static DenseRows rows(double[] values, int columns, Precision precision) {
    return DenseRows.builder(columns, precision).append(values, 0, values.length / columns).build();
  }

  public static float[] floats(double[] values) {
    float[] result = new float[values.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = (float) values[i];
    }
    return result;
  }
}
