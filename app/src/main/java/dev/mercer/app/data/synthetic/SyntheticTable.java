package dev.mercer.app.data.synthetic;

import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.PickedColumns;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import dev.mercer.app.data.columns.UnnamedColumns;
import java.util.List;
import java.util.OptionalLong;

/** Rows made by a {@link Synthetic} rule when they are needed; to skip rows costs nothing. */
public final class SyntheticTable implements Table {

  public static final String PREFIX = "synthetic:";

  private static final long DEFAULT_ROWS = 1000;
  private static final String LABEL = "label";

  private final String name;
  private final Synthetic.Generator generator;
  private final long rows;
  private final long seed;

  public SyntheticTable(String source) {
    name = source;
    SyntheticSpec spec = SyntheticSpec.parse(source.substring(PREFIX.length()));
    generator = Synthetic.generator(spec);
    rows = spec.whole("n", DEFAULT_ROWS, 1, Long.MAX_VALUE);
    seed = Synthetic.seed(spec);
    spec.requireNoOthers();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> columnNames() {
    return UnnamedColumns.of(generator.columns());
  }

  @Override
  public boolean named() {
    return true;
  }

  @Override
  public String ownLabel() {
    return generator.labeled() ? LABEL : null;
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

    private final RowRandom random = new RowRandom();
    private long position;

    @Override
    public int read(RowBlock block, int at, int maxRows) {
      int count = (int) Math.min(maxRows, rows - position);
      for (int i = 0; i < count; i++, position++) {
        random.start(seed, position);
        block.setLabel(
            at + i,
            generator.fill(position, random, block.values(), (at + i) * generator.columns()));
      }
      return count;
    }

    @Override
    public long skip(long count) {
      long skipped = Math.min(count, rows - position);
      position += skipped;
      return skipped;
    }
  }
}
