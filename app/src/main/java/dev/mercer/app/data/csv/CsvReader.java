package dev.mercer.app.data.csv;

import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.CellText;
import dev.mercer.app.data.columns.Labels;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a delimited text file, read without DuckDB. It defines what such a file means: small and
 * very wide files are read by it, and where DuckDB gives up on a file, this reader goes on or says
 * what is wrong.
 */
final class CsvReader implements RowReader {

  private final Path file;
  private final boolean compressed;
  private final CsvHeader header;
  private final Selection selection;
  private final CsvRecords records;

  CsvReader(Path file, boolean compressed, CsvHeader header, Selection selection) {
    this.file = file;
    this.compressed = compressed;
    this.header = header;
    this.selection = selection;
    records = new CsvRecords(file, compressed);
    if (header.present()) {
      records.next(header.delimiter());
    }
  }

  @Override
  public int read(RowBlock block, int at, int maxRows) {
    int rows = 0;
    while (rows < maxRows && nextRecord()) {
      fill(block, at + rows);
      rows++;
    }
    return rows;
  }

  private boolean nextRecord() {
    if (!records.next(header.delimiter())) {
      return false;
    }
    if (records.fields() != header.names().size()) {
      throw records.wrong(
          "has "
              + records.fields()
              + " fields instead of "
              + header.names().size()
              + "; every line must have as many as the first");
    }
    return true;
  }

  private void fill(RowBlock block, int row) {
    int[] features = selection.features();
    double[] values = block.values();
    for (int j = 0; j < features.length; j++) {
      double value =
          CellText.decimal(records.chars(), records.start(features[j]), records.end(features[j]));
      if (value != value) {
        String text = records.field(features[j]);
        if (!CellText.isMissing(text)) {
          if (CellText.isNumber(text)) {
            value = CellText.number(text);
          } else if (block.unreadable(row) < 0) {
            block.setUnreadable(row, j);
          }
        }
      }
      values[row * features.length + j] = value;
    }
    if (selection.weight() >= 0) {
      String text = records.field(selection.weight());
      block.setWeight(row, CellText.isNumber(text) ? CellText.number(text) : Double.NaN);
    }
    if (selection.label() >= 0) {
      block.setLabel(row, Labels.canonical(records.field(selection.label())));
    }
  }

  @Override
  public long skip(long rows) {
    long skipped = 0;
    while (skipped < rows && nextRecord()) {
      skipped++;
    }
    return skipped;
  }

  /** The text of the features in the first rows, a list for each feature. */
  List<List<String>> sample(int rows) {
    List<List<String>> columns = new ArrayList<>();
    for (int j = 0; j < selection.features().length; j++) {
      columns.add(new ArrayList<>());
    }
    for (int i = 0; i < rows && nextRecord(); i++) {
      for (int j = 0; j < columns.size(); j++) {
        columns.get(j).add(records.field(selection.features()[j]));
      }
    }
    return columns;
  }

  /** Reads up to the cell again, to see its text. */
  @Override
  public String describe(long row, int feature, double value) {
    try (CsvReader again = new CsvReader(file, compressed, header, selection)) {
      if (again.skip(row) == row && again.nextRecord()) {
        return CellText.describe(again.records.field(selection.features()[feature]));
      }
      return RowReader.super.describe(row, feature, value);
    }
  }

  @Override
  public void close() {
    records.close();
  }
}
