package dev.mercer.app.data.file;

import dev.mercer.app.data.DataException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The formats of input files, recognized by the ending of the name in upper or lower case. */
public enum FileFormat {
  CSV(".csv", ".csv.gz"),
  TSV(".tsv", ".tsv.gz"),
  PARQUET(".parquet"),
  JSON(".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".ndjson.gz"),
  NPY(".npy"),
  LIBSVM(".libsvm", ".svm", ".libsvm.gz", ".svm.gz"),
  IDX("idx3-ubyte", "idx3-ubyte.gz");

  private final List<String> endings;

  FileFormat(String... endings) {
    this.endings = List.of(endings);
  }

  public static FileFormat of(Path file) {
    String name = lowerName(file);
    for (FileFormat format : values()) {
      if (format.endings.stream().anyMatch(name::endsWith)) {
        return format;
      }
    }
    if (name.contains("idx1-ubyte")) {
      throw new DataException(
          file
              + " holds labels, not rows; pass it with --labels and the images (*idx3-ubyte) as DATA");
    }
    throw new DataException(
        file
            + " has an ending that is not read; allowed are .csv .tsv .json .jsonl .ndjson .libsvm .svm and *idx3-ubyte,"
            + " each also with .gz, .parquet and .npy");
  }

  public static boolean compressed(Path file) {
    return lowerName(file).endsWith(".gz");
  }

  private static String lowerName(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT);
  }
}
