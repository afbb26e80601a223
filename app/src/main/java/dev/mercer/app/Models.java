package dev.mercer.app;

import dev.mercer.KernelPcaModel;
import dev.mercer.method.Bytes;
import dev.mercer.method.MemoryExceededException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Model files, read within the memory allowed. */
final class Models {

  private Models() {}

  static KernelPcaModel load(Path file, CommonOptions common) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(file + " is a folder; name a model file");
    }
    if (Files.isRegularFile(file) && Files.size(file) > common.heap()) {
      throw new MemoryExceededException(
          "the model "
              + file
              + " takes "
              + Bytes.text(Files.size(file))
              + " but "
              + Bytes.text(common.heap())
              + " of heap are allowed",
          Files.size(file));
    }
    return KernelPcaModel.load(file);
  }
}
