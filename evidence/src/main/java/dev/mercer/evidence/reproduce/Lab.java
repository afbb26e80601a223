package dev.mercer.evidence.reproduce;

import dev.mercer.Progress;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.RowBlock;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What every experiment is given: data, scale, seed, threads and memory.
 *
 * @param data the folder that holds the data sets; null if there is none
 * @param full true for the paper's own sizes and numbers of repeats, false for small ones
 */
public record Lab(
    Path data,
    boolean full,
    long seed,
    Workers workers,
    int threads,
    long heap,
    Progress progress) {

  /**
   * Thrown if a data set is missing. Experiments that need it are skipped, and the result says why.
   */
  public static final class MissingDataException extends RuntimeException {

    private static final long serialVersionUID = 1;

    MissingDataException(String message) {
      super(message);
    }
  }

  private static final int BLOCK_ROWS = 1024;

  /**
   * Rows with their labels.
   *
   * @param labels class or target as text, one per row
   */
  public record Labeled(DenseRows rows, String[] labels) {}

  /** The value for the scale of this run. */
  public <T> T pick(T small, T large) {
    return full ? large : small;
  }

  /** Rows of a comma-separated file whose last column is {@code label} or {@code target}. */
  public Labeled csv(String file, String answer) {
    return load(DataRequest.of(path(file).toString()).withLabel(answer), 1);
  }

  /**
   * MNIST images, with pixels divided by a number.
   *
   * @param part train or t10k
   * @param classes the digits to keep; none for all
   */
  public Labeled mnist(String part, double divisor, String... classes) {
    Path images = path("mnist/" + part + "-images-idx3-ubyte.gz");
    Path labels = path("mnist/" + part + "-labels-idx1-ubyte.gz");
    return load(
        DataRequest.of(images.toString()).withLabelsFile(labels).withClasses(List.of(classes)),
        divisor);
  }

  /** Rows of any data that the program can read: a built-in or synthetic set, or a file. */
  public Labeled load(DataRequest request, double divisor) {
    try (DataSource source = DataSources.open(request)) {
      RowBlock block = new RowBlock(BLOCK_ROWS, source.columns());
      DenseRows.Builder builder = DenseRows.builder(source.columns(), Precision.DOUBLE);
      List<String> labels = new ArrayList<>();
      for (int count = source.next(block); count > 0; count = source.next(block)) {
        double[] values = Arrays.copyOf(block.values(), count * source.columns());
        for (int i = 0; divisor != 1 && i < values.length; i++) {
          values[i] /= divisor;
        }
        builder.append(values, 0, count);
        for (int i = 0; i < count; i++) {
          labels.add(block.label(i));
        }
      }
      return new Labeled(builder.build(), labels.toArray(String[]::new));
    }
  }

  /** The path of a file in the data folder. */
  public Path path(String file) {
    Path path = data == null ? null : data.resolve(file);
    if (path == null || !Files.exists(path)) {
      throw new MissingDataException(
          file
              + " is not in the data folder"
              + (data == null ? "" : " " + data)
              + "; see mercer datasets, or name another folder with --data or MERCER_DATA");
    }
    return path;
  }
}
