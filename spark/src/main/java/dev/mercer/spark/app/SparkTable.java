package dev.mercer.spark.app;

import dev.mercer.app.engine.EngineData;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;

/** Parquet and CSV files as a data set with a column of feature vectors. */
final class SparkTable {

  /** The column of feature vectors. */
  static final String FEATURES = "mercer_features";

  private final SparkSession session;
  private final EngineData data;
  private final Dataset<Row> table;

  SparkTable(SparkSession session, EngineData data) throws IOException {
    this.session = session;
    this.data = data;
    this.table = read();
  }

  private Dataset<Row> read() throws IOException {
    String format = format(data.source());
    if (format.equals("parquet")) {
      return session.read().parquet(data.source());
    }
    return session
        .read()
        .option("header", true)
        .option("inferSchema", true)
        .option("sep", format.equals("tsv") ? "\t" : ",")
        .option("mode", "FAILFAST")
        .csv(data.source());
  }

  /** The format of a file, or the common format of all files in a folder or matched by a glob. */
  private String format(String source) throws IOException {
    Path path = new Path(source);
    FileSystem files = path.getFileSystem(session.sparkContext().hadoopConfiguration());
    FileStatus[] found = files.globStatus(path);
    if (found == null || found.length == 0) {
      throw new FileNotFoundException(source + " does not exist; check the path");
    }
    Set<String> formats = new TreeSet<>();
    for (FileStatus status : found) {
      if (status.isFile()) {
        formats.add(ending(status.getPath().getName()));
        continue;
      }
      for (FileStatus inside : files.listStatus(status.getPath())) {
        String name = inside.getPath().getName();
        if (inside.isFile() && !name.startsWith("_") && !name.startsWith(".")) {
          formats.add(ending(name));
        }
      }
    }
    if (formats.size() != 1) {
      throw new IllegalArgumentException(
          source
              + (formats.isEmpty() ? " has no files" : " has files of several formats")
              + "; --engine spark takes Parquet or CSV files, or a folder or glob of one kind");
    }
    return formats.iterator().next();
  }

  private static String ending(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String format : List.of("parquet", "csv", "tsv")) {
      if (lower.matches(".*\\." + format + "(\\.(gz|bz2|zst|snappy))?")) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        name + " is not read by --engine spark; it takes .parquet, .csv and .tsv files");
  }

  /** The rows, including weights, with the features of a fit. */
  Dataset<Row> forFit() {
    return assembled(featureNames(), false);
  }

  /**
   * The rows with the features that a model was fitted on.
   *
   * @param names of these features; null if the model has none
   */
  Dataset<Row> forModel(List<String> names, int columns) {
    List<String> features = featureNames();
    if (names != null && data.columns().isEmpty()) {
      List<String> missing = new ArrayList<>(names);
      missing.removeAll(Arrays.asList(table.columns()));
      if (!missing.isEmpty()) {
        throw new IllegalArgumentException(
            data.source() + " lacks the model's features " + String.join(", ", missing));
      }
      features = names;
    }
    if (features.size() != columns && !isVector(features)) {
      throw new IllegalArgumentException(
          data.source()
              + " has "
              + features.size()
              + " features, the model expects "
              + columns
              + "; choose them with --columns or --drop");
    }
    return assembled(features, true);
  }

  private boolean isVector(List<String> features) {
    return features.size() == 1
        && table.schema().apply(features.get(0)).dataType().equals(SQLDataTypes.VectorType());
  }

  private Dataset<Row> assembled(List<String> features, boolean keepAll) {
    requireColumns(features);
    if (isVector(features)) {
      return table.withColumn(FEATURES, table.col("`" + features.get(0) + "`"));
    }
    List<String> wrong = new ArrayList<>();
    for (String name : features) {
      if (!(table.schema().apply(name).dataType() instanceof NumericType)) {
        wrong.add(name);
      }
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "column "
              + String.join(", ", wrong)
              + " is not numeric; leave it out with --drop, or name it with --label");
    }
    return new VectorAssembler()
        .setInputCols(features.toArray(String[]::new))
        .setOutputCol(FEATURES)
        .setHandleInvalid(data.dropMissing() ? "skip" : "keep")
        .transform(table);
  }

  private List<String> featureNames() {
    if (!data.columns().isEmpty()) {
      return data.columns();
    }
    List<String> others = new ArrayList<>(data.drop());
    if (data.label() != null) {
      others.add(data.label());
    }
    if (data.weights() != null) {
      others.add(data.weights());
    }
    requireColumns(others);
    List<String> names = new ArrayList<>();
    for (StructField field : table.schema().fields()) {
      if (!others.contains(field.name())) {
        names.add(field.name());
      }
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException(data.source() + " has no column left as feature");
    }
    return names;
  }

  private void requireColumns(List<String> names) {
    List<String> all = Arrays.asList(table.columns());
    for (String name : names) {
      if (!all.contains(name)) {
        throw new IllegalArgumentException(
            data.source() + " has no column '" + name + "'; it has " + String.join(", ", all));
      }
    }
  }
}
