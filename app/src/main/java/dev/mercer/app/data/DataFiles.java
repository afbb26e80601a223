package dev.mercer.app.data;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where data comes from.
 *
 * @param source a path, a glob, {@code builtin:NAME} or {@code synthetic:NAME(key=value,…)}
 * @param header whether a comma-separated file starts with column names
 * @param labels the labels of an IDX or NPY file; null for none
 */
public record DataFiles(String source, HeaderPolicy header, Path labels) {

  public DataFiles {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(header, "header");
  }
}
