package dev.mercer.app;

import dev.mercer.app.data.RowRange;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code mercer} program: verbs, exit codes, and one line for what went wrong. */
@Command(
    name = "mercer",
    description = "Kernel principal component analysis at scale.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "VERB",
    subcommands = {
      FitVerb.class,
      PlanVerb.class,
      TransformVerb.class,
      InspectVerb.class,
      EvaluateVerb.class,
      DoctorVerb.class
    },
    footer = {
      "",
      "DATA is a file (.csv .tsv .parquet .json .jsonl, .gz too; .npy; .libsvm; IDX images), a glob,",
      "builtin:digits, or synthetic:NAME(key=value,...). mercer VERB --help tells the options."
    })
public final class Main implements Runnable {

  @CommandLine.Spec private CommandLine.Model.CommandSpec command;

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(Console.open(), arguments));
  }

  /** Runs one command and returns its exit code. */
  static int run(Console console, String... arguments) {
    Failures failures = new Failures();
    try {
      return new CommandLine(new Main(), new Verbs(console))
          .registerConverter(RowRange.class, RowRange::parse)
          .registerConverter(MemorySize.class, MemorySize::parse)
          .setParameterExceptionHandler(failures::wrongUse)
          .setExecutionExceptionHandler((error, line, parsed) -> failures.failed(error))
          .setUsageHelpAutoWidth(true)
          .setOverwrittenOptionsAllowed(false)
          .execute(arguments);
    } catch (Error error) {
      return failures.failed(error);
    }
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        command.commandLine(),
        "a verb is missing; use one of " + String.join(", ", command.subcommands().keySet()));
  }
}
