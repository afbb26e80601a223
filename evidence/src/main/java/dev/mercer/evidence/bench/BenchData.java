package dev.mercer.evidence.bench;

import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.RowRange;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.internal.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Rows of a file under MERCER_DATA, in the three forms that a comparison needs: in memory for the
 * library, as command-line arguments for the program, and as a request for the Python script.
 *
 * @param file comma-separated with the column {@code label}, or IDX images
 * @param labels IDX labels; null for none
 * @param classes the labels to keep; empty for all
 * @param rows how many of the first rows are read, before classes are chosen; 0 for all
 * @param divisor every value is divided by it
 */
public record BenchData(String file, String labels, List<String> classes, int rows, int divisor) {

  private static final int BLOCK_ROWS = 1024;

  public static BenchData csv(String file) {
    return new BenchData(file, null, List.of(), 0, 1);
  }

  /** MNIST images with pixels from 0 to 1. */
  public static BenchData mnist(String part) {
    return new BenchData(
        "mnist/" + part + "-images-idx3-ubyte.gz",
        "mnist/" + part + "-labels-idx1-ubyte.gz",
        List.of(),
        0,
        255);
  }

  public BenchData first(int count) {
    return new BenchData(file, labels, classes, count, divisor);
  }

  /** The same rows with another divisor; 1 leaves the values as they are. */
  public BenchData withDivisor(int other) {
    return new BenchData(file, labels, classes, rows, other);
  }

  public BenchData only(String... kept) {
    return new BenchData(file, labels, List.of(kept), rows, divisor);
  }

  private boolean images() {
    return labels != null;
  }

  /** Reads the rows and divides their values by the divisor. */
  public DenseRows load(Path folder, Precision precision) {
    DataRequest request =
        DataRequest.of(folder.resolve(file).toString())
            .withLabel(images() ? null : "label")
            .withRows(rows == 0 ? RowRange.ALL : new RowRange(0, rows));
    if (!classes.isEmpty()) {
      request = request.withClasses(classes).withLabelsFile(folder.resolve(labels));
    }
    try (DataSource source = DataSources.open(request)) {
      RowBlock block = new RowBlock(BLOCK_ROWS, source.columns());
      DenseRows.Builder builder = DenseRows.builder(source.columns(), precision);
      for (int count = source.next(block); count > 0; count = source.next(block)) {
        double[] values = Arrays.copyOf(block.values(), count * source.columns());
        for (int i = 0; i < values.length; i++) {
          values[i] /= divisor;
        }
        builder.append(values, 0, count);
      }
      return builder.build();
    }
  }

  /** The labels of the rows, in the order in which {@link #load} returns the rows. */
  public String[] loadLabels(Path folder) {
    DataRequest request =
        DataRequest.of(folder.resolve(file).toString())
            .withLabel(images() ? null : "label")
            .withLabelsFile(images() ? folder.resolve(labels) : null)
            .withRows(rows == 0 ? RowRange.ALL : new RowRange(0, rows))
            .withClasses(classes);
    try (DataSource source = DataSources.open(request)) {
      RowBlock block = new RowBlock(BLOCK_ROWS, source.columns());
      List<String> result = new ArrayList<>();
      for (int count = source.next(block); count > 0; count = source.next(block)) {
        for (int i = 0; i < count; i++) {
          result.add(block.label(i));
        }
      }
      return result.toArray(String[]::new);
    }
  }

  /** The same rows as arguments of {@code mercer fit}. */
  public List<String> arguments(Path folder) {
    List<String> result = new ArrayList<>(List.of(folder.resolve(file).toString()));
    if (rows > 0) {
      result.addAll(List.of("--rows", "0:" + rows));
    }
    if (!images()) {
      result.addAll(List.of("--label", "label"));
    }
    if (!classes.isEmpty()) {
      result.addAll(List.of("--labels", folder.resolve(labels).toString(), "--classes", kept()));
    }
    if (divisor != 1) {
      result.addAll(List.of("--scale", "max=" + divisor));
    }
    return result;
  }

  /** The same rows as a request to the Python script. */
  public Map<String, Object> json() {
    return Json.object(
        "file", file,
        "labels", labels,
        "classes", classes.isEmpty() ? null : classes,
        "rows", rows == 0 ? null : rows,
        "divisor", divisor);
  }

  private String kept() {
    return String.join(",", classes);
  }
}
