package dev.mercer.app.cli.options;

import dev.mercer.KernelPcaModel;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the model, for commands that apply a model to rows. */
public final class ModelInput {

  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "MODEL",
      description = "The model file.")
  @Reads
  public Path file;

  public KernelPcaModel load(CommonOptions common) throws IOException {
    return Models.load(file, common);
  }
}
