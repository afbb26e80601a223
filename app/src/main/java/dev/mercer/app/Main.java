package dev.mercer.app;

import dev.mercer.app.cli.compare.CompareVerb;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.console.Failures;
import dev.mercer.app.cli.console.Interruption;
import dev.mercer.app.cli.console.StandardOutput;
import dev.mercer.app.cli.fit.FitVerb;
import dev.mercer.app.cli.fit.PlanVerb;
import dev.mercer.app.cli.info.DatasetsVerb;
import dev.mercer.app.cli.info.DoctorVerb;
import dev.mercer.app.cli.info.InspectVerb;
import dev.mercer.app.cli.options.FileRoles;
import dev.mercer.app.cli.score.EvaluateVerb;
import dev.mercer.app.cli.score.NoveltyVerb;
import dev.mercer.app.cli.score.ReconstructVerb;
import dev.mercer.app.cli.score.TransformVerb;
import dev.mercer.app.cli.uses.ClassifyVerb;
import dev.mercer.app.cli.uses.DenoiseVerb;
import dev.mercer.app.cli.uses.DiscriminantVerb;
import dev.mercer.app.cli.uses.EmbedVerb;
import dev.mercer.app.cli.uses.IcaVerb;
import dev.mercer.app.data.RowRange;
import dev.mercer.app.machine.MemorySize;
import dev.mercer.use.denoise.ImageShape;
import dev.mercer.use.denoise.ValueRange;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code mercer} program: its commands, its exit codes, and one line for each failure. */
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
      ReconstructVerb.class,
      DenoiseVerb.class,
      CompareVerb.class,
      NoveltyVerb.class,
      EmbedVerb.class,
      DiscriminantVerb.class,
      IcaVerb.class,
      ClassifyVerb.class,
      DatasetsVerb.class,
      DoctorVerb.class
    },
    footer = {
      "",
      "DATA is a file (.csv .tsv .parquet .json .jsonl .npy .libsvm, IDX images; text",
      "also as .gz), a glob, builtin:digits, or synthetic:NAME(key=value,...).",
      "mercer VERB --help tells the options.",
      "",
      "Exit codes: 0 done, 1 a bug in mercer, 2 wrong use or bad input,",
      "3 numerical failure, 4 would not fit in memory, 130 interrupted."
    })
public final class Main implements Runnable {

  @CommandLine.Spec private CommandLine.Model.CommandSpec command;

  private Main() {}

  public static void main(String[] arguments) {
    Interruption.exitOnSignals();
    Console console = Console.open();
    Interruption.sayOn(console);
    StandardOutput output = StandardOutput.install();
    System.exit(output.finish(run(console, arguments), console));
  }

  /** Runs one command and returns its exit code. */
  static int run(Console console, String... arguments) {
    Failures failures = new Failures(console);
    try {
      return commandLine(console)
          .setExecutionStrategy(Main::runVerb)
          .setParameterExceptionHandler(failures::wrongUse)
          .setExecutionExceptionHandler((error, line, parsed) -> failures.failed(error))
          .execute(arguments);
    } catch (Error error) {
      return failures.failed(error);
    }
  }

  /** All commands and their options. */
  public static CommandLine commandLine(Console console) {
    Verbs verbs = new Verbs(console);
    return new CommandLine(new Main(), verbs)
        .addSubcommand(new CommandLine(reproduce(), verbs))
        .registerConverter(MemorySize.class, MemorySize::parse)
        .registerConverter(RowRange.class, RowRange::parse)
        .registerConverter(ImageShape.class, ImageShape::parse)
        .registerConverter(ValueRange.class, ValueRange::parse)
        .setUsageHelpAutoWidth(true)
        .setOverwrittenOptionsAllowed(false)
        // A file name may begin with @, and must not be read as a file of arguments.
        .setExpandAtFiles(false);
  }

  /** The experiments of the papers, if the module with them is installed. */
  private static Class<?> reproduce() {
    return ServiceLoader.load(VerbModule.class)
        .findFirst()
        .<Class<?>>map(VerbModule::verb)
        .orElse(AbsentReproduceVerb.class);
  }

  /** Runs the command of a call, after checking that its files are distinct. */
  private static int runVerb(CommandLine.ParseResult call) {
    FileRoles.check(call);
    return new CommandLine.RunLast().execute(call);
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        command.commandLine(),
        "a verb is missing; use one of " + String.join(", ", command.subcommands().keySet()));
  }
}
