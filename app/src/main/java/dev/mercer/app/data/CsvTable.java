package dev.mercer.app.data;

import java.nio.file.Path;
import java.util.List;

/**
 * A comma- or tab-separated file. DuckDB is told everything that {@link CsvHeader} found, and
 * guesses nothing.
 */
final class CsvTable extends TextTable {

  /** DuckDB's own limit; a longer one makes its buffers larger. */
  private static final int USUAL_LINE = 2_000_000;

  /** Lines may be so many times as long as the first two before the limit is raised. */
  private static final int LINE_GROWTH = 4;

  private final boolean compressed;
  private final CsvHeader header;

  /**
   * @param delimiter null for one to be found
   */
  CsvTable(
      DuckDb database, Path file, boolean compressed, Character delimiter, HeaderPolicy policy) {
    super(database, file);
    this.compressed = compressed;
    header = CsvHeader.read(file, compressed, delimiter, policy);
  }

  @Override
  public List<String> columnNames() {
    return header.names();
  }

  @Override
  public boolean named() {
    return header.present();
  }

  @Override
  public List<String> unnamedColumns() {
    return header.unnamed();
  }

  @Override
  String column(int place) {
    return "c" + place;
  }

  /** Columns get names of ours, so whatever the header says needs no quoting. */
  @Override
  String from() {
    StringBuilder columns = new StringBuilder();
    for (int j = 0; j < header.names().size(); j++) {
      columns.append(j == 0 ? "" : ", ").append("'c").append(j).append("': 'VARCHAR'");
    }
    boolean longLines = (long) LINE_GROWTH * header.longestRecord() > USUAL_LINE;
    return "read_csv(?, auto_detect = false, delim = "
        + DuckDb.string(String.valueOf(header.delimiter()))
        + ", quote = '\"', escape = '\"', header = "
        + header.present()
        + ", compression = "
        + (compressed ? "'gzip'" : "'none'")
        + ", hive_partitioning = false, strict_mode = true"
        + (longLines ? ", max_line_size = " + CsvHeader.LONGEST_RECORD : "")
        + ", columns = {"
        + columns
        + "})";
  }
}
