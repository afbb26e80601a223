package dev.mercer.app.data.json;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.CellText;
import dev.mercer.app.data.columns.Labels;
import dev.mercer.app.data.columns.NumericColumns;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * A JSON file of objects, in an array or one after the other. Its columns are all keys that occur
 * in any of them, which takes one pass over the file before the one that reads it. All values are
 * first taken as text and converted to numbers one by one. So a value that is not a number is
 * reported, and does not change the type of its column.
 */
public final class JsonTable implements Table {

  private static final int NO_FEATURE = -1;

  private final Path file;
  private final boolean compressed;
  private final JsonColumns columns = new JsonColumns();
  private final long rows;

  public JsonTable(Path file, boolean compressed) {
    this.file = file;
    this.compressed = compressed;
    long count = 0;
    try (JsonRecords records = new JsonRecords(file, compressed)) {
      while (records.next()) {
        columns.take(records, file.toString());
        count++;
      }
    }
    rows = count;
    if (columns.names().isEmpty()) {
      throw new DataException(
          file + " holds no JSON objects; it must be one object a row, {\"column\": value, …}");
    }
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public List<String> columnNames() {
    return columns.names();
  }

  @Override
  public boolean named() {
    return true;
  }

  @Override
  public OptionalLong knownRowCount() {
    return OptionalLong.of(rows);
  }

  @Override
  public RowReader open(Selection selection) {
    try (Reader sample = new Reader(selection)) {
      NumericColumns.require(name(), selection, sample::sample);
    }
    return new Reader(selection);
  }

  private final class Reader implements RowReader {

    private final Selection selection;

    /** For each column, the feature that it is. */
    private final int[] feature = new int[columns.names().size()];

    private final JsonRecords records = new JsonRecords(file, compressed);
    private final int width;

    Reader(Selection selection) {
      this.selection = selection;
      width = selection.features().length;
      Arrays.fill(feature, NO_FEATURE);
      for (int j = 0; j < width; j++) {
        feature[selection.features()[j]] = j;
      }
    }

    private boolean nextRecord() {
      if (!records.next()) {
        return false;
      }
      columns.take(records, name());
      return true;
    }

    @Override
    public int read(RowBlock block, int at, int maxRows) {
      int count = 0;
      while (count < maxRows && nextRecord()) {
        fill(block, at + count);
        count++;
      }
      return count;
    }

    private void fill(RowBlock block, int row) {
      double[] values = block.values();
      Arrays.fill(values, row * width, (row + 1) * width, Double.NaN);
      if (selection.weight() >= 0) {
        block.setWeight(row, Double.NaN);
      }
      for (int field = 0; field < records.fields(); field++) {
        int place = columns.place(field);
        int j = feature[place];
        if (j != NO_FEATURE) {
          double value = number(field);
          values[row * width + j] = value;
          if (value != value
              && block.unreadable(row) < 0
              && !CellText.isMissing(records.value(field))
              && !CellText.isNumber(records.value(field))) {
            block.setUnreadable(row, j);
          }
        }
        if (place == selection.weight()) {
          block.setWeight(row, number(field));
        }
        if (place == selection.label()) {
          block.setLabel(row, Labels.canonical(records.value(field)));
        }
      }
    }

    /** The value as a number; NaN if it is not one. */
    private double number(int field) {
      if (!records.present(field)) {
        return Double.NaN;
      }
      double value =
          CellText.decimal(records.chars(), records.valueStart(field), records.valueEnd(field));
      if (value == value) {
        return value;
      }
      String text = records.value(field);
      return !CellText.isMissing(text) && CellText.isNumber(text)
          ? CellText.number(text)
          : Double.NaN;
    }

    @Override
    public long skip(long count) {
      long skipped = 0;
      while (skipped < count && records.next()) {
        skipped++;
      }
      return skipped;
    }

    /** The text of the features in the first rows, one list per feature. */
    List<List<String>> sample(int count) {
      List<List<String>> texts = new ArrayList<>();
      for (int j = 0; j < width; j++) {
        texts.add(new ArrayList<>());
      }
      for (int i = 0; i < count && nextRecord(); i++) {
        for (int field = 0; field < records.fields(); field++) {
          int j = feature[columns.place(field)];
          if (j != NO_FEATURE) {
            texts.get(j).add(records.value(field));
          }
        }
      }
      return texts;
    }

    /** Reads the file again up to this cell, to see its text. */
    @Override
    public String describe(long row, int wanted, double value) {
      try (Reader again = new Reader(selection)) {
        String text = null;
        if (again.skip(row) == row && again.nextRecord()) {
          for (int field = 0; field < again.records.fields(); field++) {
            if (feature[columns.place(field)] == wanted) {
              text = again.records.value(field);
            }
          }
        }
        return CellText.describe(text);
      }
    }

    @Override
    public void close() {
      records.close();
    }
  }
}
