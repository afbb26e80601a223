package dev.mercer.app.data.csv;

import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.CellText;
import dev.mercer.app.data.columns.Labels;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of a delimited text file, read without DuckDB. This class defines what such a file means. It
 * reads small files and very wide ones; where DuckDB fails, it goes on from the same row or reports
 * what is wrong.
 */
final class CsvReader implements RowReader {

  private static final CsvRecords.Taker NOTHING = (field, text, offset, length) -> {};

  private final Path file;
  private final boolean compressed;
  private final CsvHeader header;
  private final Selection selection;
  private final int[] featureOfColumn;
  private final CsvRecords records;

  // Where the current record is stored.
  private RowBlock block;
  private int row;

  CsvReader(Path file, boolean compressed, CsvHeader header, Selection selection) {
    this.file = file;
    this.compressed = compressed;
    this.header = header;
    this.selection = selection;
    featureOfColumn = new int[header.names().size()];
    Arrays.fill(featureOfColumn, Selection.NONE);
    for (int j = 0; j < selection.features().length; j++) {
      featureOfColumn[selection.features()[j]] = j;
    }
    records = new CsvRecords(file, compressed, header.delimiter());
    if (header.present()) {
      records.next(NOTHING);
    }
  }

  @Override
  public int read(RowBlock into, int at, int maxRows) {
    block = into;
    int rows = 0;
    row = at;
    while (rows < maxRows && nextRecord(this::fill)) {
      rows++;
      row++;
    }
    return rows;
  }

  private boolean nextRecord(CsvRecords.Taker taker) {
    if (!records.next(taker)) {
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

  private void fill(int column, char[] text, int offset, int length) {
    int feature = column < featureOfColumn.length ? featureOfColumn[column] : Selection.NONE;
    if (feature != Selection.NONE) {
      double value = CellText.decimal(text, offset, offset + length);
      if (value != value) {
        value = unusual(feature, new String(text, offset, length));
      }
      block.values()[row * selection.features().length + feature] = value;
    }
    if (column == selection.weight()) {
      String weight = new String(text, offset, length);
      block.setWeight(row, CellText.isNumber(weight) ? CellText.number(weight) : Double.NaN);
    }
    if (column == selection.label()) {
      block.setLabel(row, Labels.canonical(new String(text, offset, length)));
    }
  }

  /** The value of a feature that is not a plain decimal. */
  private double unusual(int feature, String text) {
    if (CellText.isMissing(text)) {
      return Double.NaN;
    }
    if (CellText.isNumber(text)) {
      return CellText.number(text);
    }
    int before = block.unreadable(row);
    if (before < 0 || feature < before) {
      block.setUnreadable(row, feature);
    }
    return Double.NaN;
  }

  @Override
  public long skip(long rows) {
    long skipped = 0;
    while (skipped < rows && nextRecord(NOTHING)) {
      skipped++;
    }
    return skipped;
  }

  /** The text of the features in the first rows, one list per feature. */
  List<List<String>> sample(int rows) {
    List<List<String>> columns = new ArrayList<>();
    for (int j = 0; j < selection.features().length; j++) {
      columns.add(new ArrayList<>());
    }
    CsvRecords.Taker keep =
        (column, text, offset, length) -> {
          int feature = column < featureOfColumn.length ? featureOfColumn[column] : Selection.NONE;
          if (feature != Selection.NONE) {
            columns.get(feature).add(new String(text, offset, length));
          }
        };
    for (int i = 0; i < rows && nextRecord(keep); i++) {}
    return columns;
  }

  /** Reads the file again up to this cell, to see its text. */
  @Override
  public String describe(long row, int feature, double value) {
    try (CsvReader again = new CsvReader(file, compressed, header, selection)) {
      List<String> record = again.skip(row) == row ? again.records.next() : null;
      if (record != null) {
        return CellText.describe(record.get(selection.features()[feature]));
      }
      return RowReader.super.describe(row, feature, value);
    }
  }

  @Override
  public void close() {
    records.close();
  }
}
