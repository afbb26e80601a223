package dev.mercer.app;

import dev.mercer.KernelPcaModel;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the model of verbs that take new rows to one. */
final class ModelInput {

  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "MODEL",
      description = "The model file.")
  @Reads
  Path file;

  KernelPcaModel load(CommonOptions common) throws IOException {
    return Models.load(file, common);
  }
}
