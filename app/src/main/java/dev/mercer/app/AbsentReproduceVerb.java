package dev.mercer.app;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Replaces {@code mercer reproduce} if the module with the experiments is not installed. */
@Command(
    name = "reproduce",
    description = {
      "Run the source papers' tables and figures again and judge their claims.",
      "The experiments are not part of this installation: start the program by the launcher"
          + " (mercer, in a copy of the sources), which builds them on first use."
    })
final class AbsentReproduceVerb implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  /** Accepts any arguments, because the answer is always that the module is missing. */
  @Unmatched private List<String> arguments;

  @Override
  public Integer call() {
    throw new IllegalArgumentException(
        "reproduce is not part of this installation; start the program by the launcher (mercer, in"
            + " a copy of the sources), which builds the experiments on first use");
  }
}
