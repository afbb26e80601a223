package dev.mercer.app.data;

import dev.mercer.app.data.array.IdxFile;
import dev.mercer.app.data.array.NpyTable;
import dev.mercer.app.data.columns.Labels;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.file.FileSet;
import dev.mercer.internal.spec.Numbers;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongFunction;

/** Labels in a file of their own, one for each row: IDX of one dimension, or an NPY column. */
final class LabelsFile {

  private static final int BLOCK = 4096;

  private final Path file;
  private final long count;
  private final LongFunction<String> labels;

  private LabelsFile(Path file, long count, LongFunction<String> labels) {
    this.file = file;
    this.count = count;
    this.labels = labels;
  }

  static LabelsFile read(Path file) {
    FileSet.requireFile(file);
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (name.endsWith("idx1-ubyte") || name.endsWith("idx1-ubyte.gz")) {
      return idx(file);
    }
    if (name.endsWith(".npy")) {
      return npy(file);
    }
    throw new DataException(
        file
            + " is no file of labels that is read; allowed are *idx1-ubyte, *idx1-ubyte.gz and .npy of one dimension");
  }

  private static LabelsFile idx(Path file) {
    try (IdxFile idx = new IdxFile(file, 1)) {
      byte[] bytes = idx.readFully(idx.dimension(0));
      idx.requireEnd();
      String[] texts = new String[256];
      for (int k = 0; k < texts.length; k++) {
        texts[k] = Integer.toString(k);
      }
      return new LabelsFile(file, bytes.length, row -> texts[bytes[(int) row] & 0xFF]);
    }
  }

  private static LabelsFile npy(Path file) {
    NpyTable table = new NpyTable(file);
    long rows = table.countRows();
    if (table.columnNames().size() != 1 || rows > Integer.MAX_VALUE - 8) {
      throw new DataException(file + " must hold one column of labels, fewer than 2^31");
    }
    double[] values = new double[(int) rows];
    RowBlock block = new RowBlock(BLOCK, 1);
    try (RowReader reader = table.open(Selection.all(table.columnNames()))) {
      int at = 0;
      int got;
      while ((got = reader.read(block, 0, BLOCK)) > 0) {
        System.arraycopy(block.values(), 0, values, at, got);
        at += got;
      }
    }
    return new LabelsFile(
        file,
        rows,
        row ->
            Double.isNaN(values[(int) row])
                ? null
                : Labels.canonical(Numbers.text(values[(int) row])));
  }

  String name() {
    return file.toString();
  }

  long count() {
    return count;
  }

  String label(long row) {
    return labels.apply(row);
  }
}
