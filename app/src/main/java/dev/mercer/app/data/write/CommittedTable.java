package dev.mercer.app.data.write;

import dev.mercer.internal.store.AtomicFile;
import java.io.IOException;

/** A table in a file of its own, which gets its final name when the table is complete. */
final class CommittedTable implements TableWriter {

  private final AtomicFile file;
  private final TableWriter content;

  CommittedTable(AtomicFile file, TableWriter content) {
    this.file = file;
    this.content = content;
  }

  @Override
  public void write(double[] values, int rows) {
    content.write(values, rows);
  }

  @Override
  public void finish() {
    content.finish();
    try {
      file.commit();
    } catch (IOException e) {
      throw CsvWriter.unwritten(e);
    }
  }

  @Override
  public void close() {
    try (file) {
      content.close();
    } catch (IOException e) {
      throw CsvWriter.unwritten(e);
    }
  }
}
