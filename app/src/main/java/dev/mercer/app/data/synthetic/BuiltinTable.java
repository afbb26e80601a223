package dev.mercer.app.data.synthetic;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.PickedColumns;
import dev.mercer.app.data.columns.QuotedNames;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;

/**
 * Data that ships with the program: compressed comma-separated numbers, with the label in the last
 * column. It is small, so it is kept in memory; it is our own, so it needs no checks.
 */
public final class BuiltinTable implements Table {

  public static final String PREFIX = "builtin:";

  private static final List<String> NAMES = List.of("digits");

  private final String name;
  private final List<String> names;
  private final String label;
  private final double[] values;
  private final String[] labels;

  public BuiltinTable(String source) {
    name = source;
    String wanted = source.substring(PREFIX.length());
    if (!NAMES.contains(wanted)) {
      throw new DataException(
          "nothing is called "
              + source
              + QuotedNames.suggestion(wanted, NAMES)
              + "; built in are "
              + QuotedNames.list(NAMES));
    }
    try (BufferedReader text = open(wanted)) {
      List<String> header = List.of(text.readLine().split(","));
      names = header.subList(0, header.size() - 1);
      label = header.get(names.size());
      List<String> lines = text.lines().toList();
      values = new double[lines.size() * names.size()];
      labels = new String[lines.size()];
      for (int i = 0; i < labels.length; i++) {
        String[] fields = lines.get(i).split(",");
        for (int j = 0; j < names.size(); j++) {
          values[i * names.size() + j] = Double.parseDouble(fields[j]);
        }
        labels[i] = fields[names.size()];
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BufferedReader open(String name) throws IOException {
    InputStream packed =
        BuiltinTable.class.getResourceAsStream("/dev/mercer/app/data/" + name + ".csv.gz");
    return new BufferedReader(
        new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.US_ASCII));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> columnNames() {
    return names;
  }

  @Override
  public boolean named() {
    return true;
  }

  @Override
  public String ownLabel() {
    return label;
  }

  @Override
  public OptionalLong knownRowCount() {
    return OptionalLong.of(labels.length);
  }

  @Override
  public RowReader open(Selection selection) {
    return PickedColumns.of(new Reader(), selection);
  }

  private final class Reader implements RowReader {

    private int position;

    @Override
    public int read(RowBlock block, int at, int maxRows) {
      int rows = Math.min(maxRows, labels.length - position);
      int columns = names.size();
      System.arraycopy(values, position * columns, block.values(), at * columns, rows * columns);
      for (int i = 0; i < rows; i++) {
        block.setLabel(at + i, labels[position + i]);
      }
      position += rows;
      return rows;
    }

    @Override
    public long skip(long rows) {
      int skipped = (int) Math.min(rows, labels.length - position);
      position += skipped;
      return skipped;
    }
  }
}
