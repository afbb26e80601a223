package dev.mercer.app.cli.options;

import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.app.data.ExpectedColumns;
import dev.mercer.internal.problem.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Reads model files within the memory allowed, and knows the columns that their rows have. */
public final class Models {

  private Models() {}

  public static KernelPcaModel load(Path file, CommonOptions common) throws IOException {
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

  /** The columns that data must have so that the model can be applied to it. */
  public static ExpectedColumns expectedColumns(KernelPcaModel fitted) {
    List<String> names = fitted.featureNames() == null ? List.of() : fitted.featureNames();
    return new ExpectedColumns(fitted.columns(), names);
  }

  /**
   * The names of the columns of rows to which a model is applied: those of the model, else those of
   * the data, else x0, x1, …
   */
  public static List<String> columnNames(KernelPcaModel fitted, List<String> ofData) {
    if (fitted.featureNames() != null && !fitted.featureNames().isEmpty()) {
      return fitted.featureNames();
    }
    return ofData.isEmpty()
        ? IntStream.range(0, fitted.columns()).mapToObj(j -> "x" + j).toList()
        : ofData;
  }
}
