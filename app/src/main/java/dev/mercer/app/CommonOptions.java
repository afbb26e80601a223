package dev.mercer.app;

import dev.mercer.Progress;
import picocli.CommandLine.Option;

/** Options every verb that computes has. */
final class CommonOptions {

  @Option(names = "--quiet", description = "No progress on standard error.")
  boolean quiet;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to work with; results do not depend on it (default: all processors).")
  int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Most memory of the whole process, for instance 4g; plans keep to it.")
  MemorySize memory;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  /** Bytes of heap a fit may plan with: below the heap's limit, whoever set it. */
  long heap() {
    long limit = HeapBudget.plannable(Runtime.getRuntime().maxMemory());
    return memory == null ? limit : Math.min(limit, memory.bytes());
  }

  int threads() {
    if (threads < 1) {
      throw new IllegalArgumentException("--threads " + threads + "; at least 1 is needed");
    }
    return threads;
  }

  Progress progress(Console console) {
    return quiet ? Progress.NONE : new ConsoleProgress(console);
  }
}
