package dev.mercer.app.data.array;

import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.Limits;
import dev.mercer.app.data.columns.PickedColumns;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import dev.mercer.app.data.columns.UnnamedColumns;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** The images in an IDX file: each row holds the pixels of one image, line by line, 0 to 255. */
public final class IdxTable implements Table {

  /** The number of bytes read at a time, but at least one image. */
  private static final int PIECE_BYTES = 1 << 18;

  private final Path file;
  private final int images;
  private final int pixels;

  public IdxTable(Path file) {
    this.file = file;
    try (IdxFile idx = new IdxFile(file, 3)) {
      images = idx.dimension(0);
      long size = (long) idx.dimension(1) * idx.dimension(2);
      Limits.checkColumns(file.toString(), size);
      pixels = (int) size;
    }
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public List<String> columnNames() {
    return UnnamedColumns.of(pixels);
  }

  @Override
  public boolean named() {
    return false;
  }

  @Override
  public boolean columnsCanBeNamed() {
    return false;
  }

  @Override
  public OptionalLong knownRowCount() {
    return OptionalLong.of(images);
  }

  @Override
  public RowReader open(Selection selection) {
    return PickedColumns.of(new Reader(), selection);
  }

  private final class Reader implements RowReader {

    private final IdxFile idx = new IdxFile(file, 3);
    private final byte[] piece = new byte[Math.max(1, PIECE_BYTES / pixels) * pixels];
    private int position;

    @Override
    public int read(RowBlock block, int at, int maxRows) {
      int rows = Math.min(Math.min(maxRows, piece.length / pixels), images - position);
      if (rows == 0) {
        idx.requireEnd();
        return 0;
      }
      idx.readFully(piece, rows * pixels);
      double[] values = block.values();
      int to = at * pixels;
      for (int i = 0; i < rows * pixels; i++) {
        values[to + i] = piece[i] & 0xFF;
      }
      position += rows;
      return rows;
    }

    @Override
    public long skip(long rows) {
      int skipped = (int) Math.min(rows, images - position);
      idx.skipFully((long) skipped * pixels);
      position += skipped;
      return skipped;
    }

    @Override
    public void close() {
      idx.close();
    }
  }
}
