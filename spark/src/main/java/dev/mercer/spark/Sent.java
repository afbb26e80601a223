package dev.mercer.spark;

import dev.mercer.KernelPcaModel;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.features.PartTask;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/**
 * Data that is broadcast as bytes, and decoded only once per executor, however many tasks run
 * there, because all tasks of a process share the value of a broadcast.
 *
 * @param <T> the decoded data, which is immutable because tasks share it
 */
abstract class Sent<T> implements Serializable {

  private static final long serialVersionUID = 1;

  private final byte[] bytes;
  private transient T value;

  Sent(byte[] bytes) {
    this.bytes = bytes;
  }

  abstract T read(byte[] from) throws IOException;

  synchronized T value() throws IOException {
    if (value == null) {
      value = read(bytes);
    }
    return value;
  }

  /** A task that says what executors are to sum. */
  static final class Task extends Sent<PartTask> {

    private static final long serialVersionUID = 1;

    Task(PartTask task) {
      super(task.toBytes());
    }

    @Override
    PartTask read(byte[] from) {
      return PartTask.fromBytes(from, Backend.instance().blas());
    }
  }

  /** A model with which rows are scored. */
  static final class Model extends Sent<KernelPcaModel> {

    private static final long serialVersionUID = 1;

    private Model(byte[] bytes) {
      super(bytes);
    }

    static Model of(KernelPcaModel model) {
      try {
        return new Model(ModelBytes.of(model));
      } catch (IOException e) {
        throw new UncheckedIOException("the model could not be made ready for executors", e);
      }
    }

    @Override
    KernelPcaModel read(byte[] from) throws IOException {
      return ModelBytes.read(from);
    }
  }
}
