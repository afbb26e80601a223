package dev.mercer.app.data.array;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.columns.PickedColumns;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import dev.mercer.app.data.columns.UnnamedColumns;
import dev.mercer.internal.store.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;

/**
 * An NPY file of one or two dimensions, read by position in pieces of a few megabytes. Unlike a
 * memory mapping, this has no limit of 2 GiB and leaves nothing open after its use. A piece of a
 * column-major file is gathered column by column.
 */
public final class NpyTable implements Table {

  private static final int PIECE_BYTES = 8 << 20;

  private final Path file;
  private final NpyHeader header;

  public NpyTable(Path file) {
    this.file = file;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      header = NpyHeader.read(channel, file);
    } catch (IOException e) {
      throw DataException.unreadable(file, e);
    }
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public List<String> columnNames() {
    return UnnamedColumns.of(header.columns());
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
    return OptionalLong.of(header.rows());
  }

  @Override
  public RowReader open(Selection selection) {
    try {
      return PickedColumns.of(
          new Reader(FileChannel.open(file, StandardOpenOption.READ)), selection);
    } catch (IOException e) {
      throw DataException.unreadable(file, e);
    }
  }

  static void readFully(FileChannel channel, ByteBuffer buffer, long at, Path file)
      throws IOException {
    long position = at;
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, position);
      if (read < 0) {
        throw new DataException(file + " is cut short: it ends at byte " + position);
      }
      position += read;
    }
  }

  private final class Reader implements RowReader {

    private final FileChannel channel;
    private final int width = header.type().bytes;
    private final ByteBuffer piece;
    private final int pieceCapacity;
    private long pieceStart;
    private int pieceRows;
    private long position;

    Reader(FileChannel channel) {
      this.channel = channel;
      long rowBytes = (long) header.columns() * width;
      pieceCapacity = (int) Math.min(header.rows(), Math.max(1, PIECE_BYTES / rowBytes));
      piece = ByteBuffer.allocate((int) (pieceCapacity * rowBytes)).order(header.order());
    }

    @Override
    public int read(RowBlock block, int at, int maxRows) {
      if (position == header.rows()) {
        return 0;
      }
      if (position >= pieceStart + pieceRows) {
        load();
      }
      int first = (int) (position - pieceStart);
      int rows = Math.min(maxRows, pieceRows - first);
      int columns = header.columns();
      int rowStep = header.columnMajor() ? width : columns * width;
      int columnStep = header.columnMajor() ? pieceRows * width : width;
      double[] values = block.values();
      for (int i = 0; i < rows; i++) {
        int from = (first + i) * rowStep;
        int to = (at + i) * columns;
        for (int j = 0; j < columns; j++, from += columnStep) {
          values[to + j] = header.type().get(piece, from);
        }
      }
      position += rows;
      return rows;
    }

    private void load() {
      pieceStart = position;
      pieceRows = (int) Math.min(pieceCapacity, header.rows() - position);
      try {
        if (header.columnMajor()) {
          for (int j = 0; j < header.columns(); j++) {
            piece.limit((j + 1) * pieceRows * width).position(j * pieceRows * width);
            readFully(
                channel, piece, header.offset() + (j * header.rows() + pieceStart) * width, file);
          }
        } else {
          int bytes = pieceRows * header.columns() * width;
          piece.limit(bytes).position(0);
          readFully(channel, piece, header.offset() + pieceStart * header.columns() * width, file);
        }
      } catch (IOException e) {
        throw DataException.unreadable(file, e);
      }
    }

    @Override
    public long skip(long rows) {
      long skipped = Math.min(rows, header.rows() - position);
      position += skipped;
      return skipped;
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new DataException(file + " could not be closed: " + Reason.of(e), e);
      }
    }
  }
}
