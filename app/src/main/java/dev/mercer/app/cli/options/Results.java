package dev.mercer.app.cli.options;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.internal.store.AtomicFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that one call writes. They appear together: each is written next to its target, and
 * only when all are complete does {@link #commit} give them their names. A call that fails half
 * way, for example on a full disk, leaves the earlier files, and never new scores with an old
 * model.
 */
public final class Results implements Closeable {

  /** Writes the content of a file. */
  public interface Content {
    void write(OutputStream out) throws IOException;
  }

  private final List<AtomicFile> files = new ArrayList<>();

  /** Writes a text followed by a line end. */
  public void text(Path target, String text) throws IOException {
    bytes(target, (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public void bytes(Path target, byte[] bytes) throws IOException {
    stream(target, out -> out.write(bytes));
  }

  public void stream(Path target, Content content) throws IOException {
    AtomicFile file = open(target);
    content.write(file.stream());
    file.finish();
  }

  /** Writes a table, which is complete when its writer has finished. */
  public TableWriter table(Path target, List<String> names, CommonOptions common)
      throws IOException {
    return TableWriter.into(
        open(target), target, names, NativeMemory.forReading(common), common.threads());
  }

  public void model(Path target, KernelPcaModel model) throws IOException {
    AtomicFile file = open(target);
    model.save(file);
    file.finish();
  }

  private AtomicFile open(Path target) throws IOException {
    AtomicFile file = AtomicFile.create(target);
    files.add(file);
    return file;
  }

  /** Gives all files their final names. */
  public void commit() throws IOException {
    AtomicFile.commitAll(files);
  }

  /** Deletes files that were not committed. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (AtomicFile file : files) {
      try {
        file.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
