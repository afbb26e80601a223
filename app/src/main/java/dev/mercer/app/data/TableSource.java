package dev.mercer.app.data;

import dev.mercer.app.data.columns.ColumnChoice;
import dev.mercer.app.data.columns.QuotedNames;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import dev.mercer.app.data.duck.DuckDb;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The rows of several tables as one source.
 *
 * <ol>
 *   <li>the tables are read one after the other, with columns matched by name;
 *   <li>rows outside the range are skipped;
 *   <li>rows of other classes are left out;
 *   <li>rows with values that are not finite are an error, left out, or marked.
 * </ol>
 *
 * Rows are filtered inside the block of the caller, so no other memory is needed. Some errors only
 * show at the end: no row is left, a class never occurred, or the range goes beyond the last row.
 */
final class TableSource implements DataSource {

  private final DataRequest request;
  private final Iterator<Table> remaining;
  private final Iterator<Selection> selections;
  private final boolean severalTables;
  private final LabelsFile labelsFile;
  private final Selection selection;
  private final boolean named;
  private final boolean labeled;
  private final OptionalLong tableRows;
  private final DuckDb database;
  private final RowFilter filter;

  private Table table;
  private RowReader reader;
  private long position;
  private long positionInTable;
  private long delivered;
  private boolean ended;

  /**
   * Opens the first of {@code tables}. {@code database} is closed together with the source, and
   * also if this constructor fails.
   */
  TableSource(DataRequest request, List<Table> tables, DuckDb database) {
    this.request = request;
    this.database = database;
    try {
      remaining = tables.iterator();
      severalTables = tables.size() > 1;
      table = remaining.next();
      named = table.named();
      selection = ColumnChoice.resolve(request, table);
      selections = tables.stream().skip(1).map(this::matchedSelection).toList().iterator();
      labelsFile =
          request.files().labels() == null ? null : LabelsFile.read(request.files().labels());
      labeled = labelsFile != null || table.ownLabel() != null || selection.label() >= 0;
      filter = new RowFilter(request, selection);
      checkLabels();
      tableRows = knownRowCount(tables);
      tableRows.ifPresent(this::checkRange);
      if (labelsFile != null
          && tableRows.isPresent()
          && labelsFile.count() != tableRows.getAsLong()) {
        throw new DataException(
            labelsFile.name()
                + " holds "
                + labelsFile.count()
                + " labels, but "
                + request.source()
                + " "
                + tableRows.getAsLong()
                + " rows; they must be the same");
      }
      reader = table.open(selection);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void checkLabels() {
    if (!request.rows().classes().isEmpty() && !labeled) {
      throw new DataException(
          "--classes needs labels; name their column with --label"
              + (table.columnsCanBeNamed() ? "" : ", or their file with --labels FILE"));
    }
    if (labelsFile != null && (table.columnsCanBeNamed() || table.ownLabel() != null)) {
      throw new DataException(
          "--labels FILE is for IDX and NPY files; "
              + (table.ownLabel() != null
                  ? table.name() + " comes with its labels"
                  : "name the column of " + table.name() + " with --label COLUMN"));
    }
  }

  private static OptionalLong knownRowCount(List<Table> tables) {
    long total = 0;
    for (Table table : tables) {
      OptionalLong rows = table.knownRowCount();
      if (rows.isEmpty()) {
        return OptionalLong.empty();
      }
      total += rows.getAsLong();
    }
    return OptionalLong.of(total);
  }

  private void checkRange(long rows) {
    RowRange range = request.rows().range();
    if (range.from() >= rows && range.from() > 0 || range.isBounded() && range.to() > rows) {
      throw new DataException(
          "rows "
              + range
              + " reach past the end; "
              + request.source()
              + " has "
              + rows
              + " rows (0:"
              + rows
              + ")");
    }
  }

  @Override
  public String name() {
    return request.source();
  }

  @Override
  public List<String> featureNames() {
    return named ? selection.featureNames() : List.of();
  }

  @Override
  public int columns() {
    return selection.features().length;
  }

  @Override
  public boolean labeled() {
    return labeled;
  }

  @Override
  public boolean weighted() {
    return selection.weight() >= 0;
  }

  @Override
  public OptionalLong rowCountHint() {
    if (tableRows.isEmpty()) {
      return request.rows().range().isBounded()
          ? OptionalLong.of(request.rows().range().to() - request.rows().range().from())
          : OptionalLong.empty();
    }
    return OptionalLong.of(rowsInRange(tableRows.getAsLong()));
  }

  @Override
  public OptionalLong exactRowCount() {
    boolean filtered = request.rows().filtered();
    return filtered || tableRows.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(rowsInRange(tableRows.getAsLong()));
  }

  /** The number of rows in the range, out of all rows of the tables; checks the range. */
  long rowsInRange(long rows) {
    if (rows == 0) {
      throw new DataException(request.source() + " holds no rows");
    }
    checkRange(rows);
    return Math.min(rows, request.rows().range().to()) - request.rows().range().from();
  }

  @Override
  public long droppedRows() {
    return filter.dropped();
  }

  @Override
  public long incompleteRows() {
    return filter.incomplete();
  }

  @Override
  public int next(RowBlock block) {
    if (block.columns() != columns()) {
      throw new IllegalArgumentException(
          "the block has " + block.columns() + " columns, the source " + columns());
    }
    block.clear();
    while (!ended && block.rows() < block.capacity()) {
      if (reader == null && !openNextTable() || position >= request.rows().range().to()) {
        ended = true;
        checkEnd(delivered + block.rows());
      } else if (position < request.rows().range().from()) {
        advance(reader.skip(request.rows().range().from() - position));
      } else {
        fill(block);
      }
    }
    delivered += block.rows();
    return block.rows();
  }

  private void fill(RowBlock block) {
    int at = block.rows();
    int wanted = (int) Math.min(block.capacity() - at, request.rows().range().to() - position);
    for (int i = at; i < at + wanted; i++) {
      block.reset(i);
    }
    int got = reader.read(block, at, wanted);
    for (int i = at; i < at + got; i++) {
      if (labelsFile != null) {
        block.setLabel(i, labelsFile.label(position + i - at));
      }
      if (filter.ofWantedClass(block.label(i))
          && (filter.isPlain(block, i) || filter.usable(block, i, place(block, i - at)))) {
        block.accept(i);
      }
    }
    advance(got);
  }

  /** Where the row comes from that is {@code ahead} rows after the current position. */
  private RowFilter.Place place(RowBlock block, int ahead) {
    long number = delivered + block.rows();
    long numberInTable = positionInTable + ahead;
    return new RowFilter.Place(
        number, table, reader, numberInTable, number == numberInTable && !severalTables);
  }

  private void advance(long rows) {
    if (rows == 0) {
      reader.close();
      reader = null;
    }
    position += rows;
    positionInTable += rows;
  }

  private boolean openNextTable() {
    if (!remaining.hasNext()) {
      return false;
    }
    table = remaining.next();
    positionInTable = 0;
    reader = table.open(selections.next());
    return true;
  }

  /** The columns of a later table, in the order of the first one. */
  private Selection matchedSelection(Table later) {
    Selection own = ColumnChoice.resolve(request, later);
    List<String> first = selection.featureNames();
    List<String> names = own.featureNames();
    if (named != later.named()
        || first.size() != names.size()
        || !Set.copyOf(first).equals(Set.copyOf(names))) {
      Set<String> lacks = new LinkedHashSet<>(first);
      names.forEach(lacks::remove);
      Set<String> adds = new LinkedHashSet<>(names);
      first.forEach(adds::remove);
      throw new DataException(
          later.name()
              + " does not have the columns of the files before it: "
              + (lacks.isEmpty() ? "" : "it lacks " + QuotedNames.list(lacks))
              + (lacks.isEmpty() || adds.isEmpty() ? "" : " and ")
              + (adds.isEmpty() ? "" : "it adds " + QuotedNames.list(adds))
              + (lacks.isEmpty() && adds.isEmpty() ? "only one of them has a header" : ""));
    }
    Map<String, Integer> places = new HashMap<>();
    for (int j = 0; j < names.size(); j++) {
      places.put(names.get(j), own.features()[j]);
    }
    int[] features = first.stream().mapToInt(places::get).toArray();
    return new Selection(own.names(), features, own.label(), own.weight());
  }

  private void checkEnd(long loaded) {
    if (position > 0 && position < request.rows().range().to()) {
      checkRange(position);
    }
    filter.checkEnd(loaded);
  }

  @Override
  @SuppressWarnings("try") // resources are listed only so that they are closed last
  public void close() {
    ended = true;
    try {
      if (reader != null) {
        reader.close();
        reader = null;
      }
    } finally {
      if (database != null) {
        database.close();
      }
    }
  }
}
