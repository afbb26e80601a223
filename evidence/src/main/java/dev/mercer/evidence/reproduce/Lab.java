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
 * What experiments run with: data, the scale asked for, a seed, threads, memory.
 *
 * @param data the folder of data sets; null where there is none
 * @param full the paper's own sizes and repeats; else small ones
 */
public record Lab(
    Path data,
    boolean full,
    long seed,
    Workers workers,
    int threads,
    long heap,
    Progress progress) {

  /** A data set is missing; what needs it is skipped, and says so. */
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
   * @param labels class or target as text, one a row
   */
  public record Labeled(DenseRows rows, String[] labels) {}

  /** A value for each scale. */
  public <T> T pick(T small, T large) {
    return full ? large : small;
  }

  /** Rows of a comma-separated file whose last column is {@code label} or {@code target}. */
  public Labeled csv(String file, String answer) {
    return load(DataRequest.of(path(file).toString()).withLabel(answer), 1);
  }

  /**
   * MNIST images, pixels divided.
   *
   * @param part train or t10k
   * @param classes the digits kept; none for all
   */
  public Labeled mnist(String part, double divisor, String... classes) {
    Path images = path("mnist/" + part + "-images-idx3-ubyte.gz");
    Path labels = path("mnist/" + part + "-labels-idx1-ubyte.gz");
    return load(
        DataRequest.of(images.toString()).withLabelsFile(labels).withClasses(List.of(classes)),
        divisor);
  }

  /** Rows of anything the program reads: a built-in or synthetic set, or a file. */
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

  /** A file of the data folder. */
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
