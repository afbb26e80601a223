package dev.mercer.app.cli.options;

import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.console.ConsoleProgress;
import dev.mercer.app.machine.HeapBudget;
import dev.mercer.app.machine.MemorySize;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of every command that computes. */
public final class CommonOptions {

  @Option(names = "--quiet", description = "No progress on standard error.")
  public boolean quiet;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to work with; results do not depend on it (default: all processors).")
  public int threads = Runtime.getRuntime().availableProcessors();

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

  /** The bytes of heap that a fit may plan with, which is less than the limit of the heap. */
  public long heap() {
    long limit = HeapBudget.plannable(Runtime.getRuntime().maxMemory());
    return memory == null ? limit : Math.min(limit, memory.bytes());
  }

  public int threads() {
    if (threads < 1) {
      throw new IllegalArgumentException("--threads " + threads + "; at least 1 is needed");
    }
    return threads;
  }

  /** Writes a line on standard error, unless that is to be quiet. */
  public void say(Console console, String line) {
    if (!quiet) {
      console.line(line);
    }
  }

  /** Says what a result has to note. */
  public void sayNotes(Console console, List<String> notes) {
    for (String note : notes) {
      say(console, "note: " + note);
    }
  }

  /** Says how many rows were not read, if any. */
  public void sayDropped(Console console, long rows) {
    if (rows > 0) {
      say(console, rows + " rows with missing values were left out");
    }
  }

  public Progress progress(Console console) {
    return quiet ? Progress.NONE : new ConsoleProgress(console);
  }
}
