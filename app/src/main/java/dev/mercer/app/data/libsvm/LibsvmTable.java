package dev.mercer.app.data.libsvm;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.ExpectedColumns;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.PickedColumns;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import dev.mercer.app.data.columns.UnnamedColumns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A LIBSVM file, read into dense rows. The number of columns is the largest index of all lines, so
 * a first pass checks and counts, and a second one reads.
 */
public final class LibsvmTable implements Table {

  private static final String LABEL = "label";

  private final Path file;
  private final long rows;
  private final int columns;

  private LibsvmTable(Path file, long rows, int columns) {
    this.file = file;
    this.rows = rows;
    this.columns = columns;
  }

  /**
   * Scans all files; every table gets the number of columns of the widest file.
   *
   * @param expected the columns of a model, of which the last ones may be zero in all these rows;
   *     null for none
   */
  public static List<Table> scan(List<Path> files, ExpectedColumns expected) {
    record Size(long rows, int columns) {}
    List<Size> sizes = new ArrayList<>();
    int widest = 0;
    for (Path file : files) {
      try (LibsvmParser parser = new LibsvmParser(file)) {
        long rows = 0;
        while (parser.nextRow(null, 0, 0)) {
          rows++;
        }
        sizes.add(new Size(rows, parser.largestIndex()));
        widest = Math.max(widest, parser.largestIndex());
      }
      if (sizes.get(sizes.size() - 1).rows == 0) {
        throw new DataException(file + " holds no rows");
      }
    }
    if (widest == 0) {
      throw new DataException(files.get(0) + " holds labels but no index:value");
    }
    int columns = expected == null ? widest : Math.max(widest, expected.count());
    List<Table> tables = new ArrayList<>();
    for (int k = 0; k < files.size(); k++) {
      tables.add(new LibsvmTable(files.get(k), sizes.get(k).rows, columns));
    }
    return tables;
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public List<String> columnNames() {
    return UnnamedColumns.of(columns);
  }

  @Override
  public boolean named() {
    return false;
  }

  @Override
  public String ownLabel() {
    return LABEL;
  }

  @Override
  public boolean columnsCanBeNamed() {
    return false;
  }

  @Override
  public OptionalLong knownRowCount() {
    return OptionalLong.of(rows);
  }

  @Override
  public RowReader open(Selection selection) {
    return PickedColumns.of(new Reader(), selection);
  }

  private final class Reader implements RowReader {

    private final LibsvmParser parser = new LibsvmParser(file);

    @Override
    public int read(RowBlock block, int at, int maxRows) {
      int rowsRead = 0;
      while (rowsRead < maxRows
          && parser.nextRow(block.values(), (at + rowsRead) * columns, columns)) {
        block.setLabel(at + rowsRead, parser.label());
        rowsRead++;
      }
      return rowsRead;
    }

    @Override
    public long skip(long count) {
      long skipped = 0;
      while (skipped < count && parser.nextRow(null, 0, 0)) {
        skipped++;
      }
      return skipped;
    }

    @Override
    public void close() {
      parser.close();
    }
  }
}
