package dev.mercer.app.cli.console;

import dev.mercer.FitReport;
import dev.mercer.MemoryExceededException;
import dev.mercer.ModelFormatException;
import dev.mercer.NumericalException;
import dev.mercer.app.data.DataException;
import dev.mercer.app.machine.HeapBudget;
import dev.mercer.internal.backend.BackendException;
import dev.mercer.internal.store.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;

/**
 * Messages and exit codes of failures: 1 for a bug, with a stack trace; with one line each, 2 for
 * wrong use or bad input, 3 for a numerical failure, 4 for too little memory, 130 for interruption.
 */
public final class Failures {

  static final int BUG = 1;
  static final int WRONG_USE = 2;
  static final int NUMERICAL = 3;
  static final int MEMORY = 4;
  static final int INTERRUPTED = 130;

  private final Console console;

  public Failures(Console console) {
    this.console = console;
  }

  /** Reports a command line that could not be understood. */
  public int wrongUse(CommandLine.ParameterException error, String[] arguments) {
    return say(
        WRONG_USE,
        WrongUse.words(error)
            + "; see "
            + error.getCommandLine().getCommandSpec().qualifiedName()
            + " --help");
  }

  /** Reports a command that began and failed. */
  public int failed(Throwable error) {
    if (Interruption.happened()) {
      return INTERRUPTED;
    }
    if (error instanceof CancellationException) {
      return say(INTERRUPTED, "interrupted");
    }
    if (error instanceof MemoryExceededException memory) {
      return say(
          MEMORY,
          memory.getMessage()
              + "; --memory "
              + HeapBudget.memoryFor(
                  memory.bytesNeeded(), Runtime.getRuntime().availableProcessors())
              + " would allow that");
    }
    if (error instanceof OutOfMemoryError) {
      return say(
          MEMORY,
          "memory ran out ("
              + error.getMessage()
              + "); give more with --memory, or see mercer plan for what would fit");
    }
    if (error instanceof NumericalException) {
      return say(NUMERICAL, error.getMessage());
    }
    if (error instanceof IOException io) {
      return say(WRONG_USE, words(io));
    }
    if (error instanceof UncheckedIOException io) {
      return say(WRONG_USE, words(io.getCause()));
    }
    if (error instanceof DataException
        || error instanceof IllegalArgumentException
        || error instanceof ModelFormatException
        || error instanceof BackendException) {
      return say(WRONG_USE, error.getMessage());
    }
    return bug(error);
  }

  private int bug(Throwable error) {
    console.line(
        "mercer: internal error, a bug in mercer "
            + FitReport.VERSION
            + "; please report it in the project's issue tracker with the command line, the output"
            + " of mercer doctor and this trace:");
    error.printStackTrace(System.err);
    return BUG;
  }

  /** The message, with the reason of the failure, which some exceptions of Java leave out. */
  private static String words(IOException error) {
    if (error instanceof FileSystemException file && file.getReason() == null) {
      if (error instanceof NoSuchFileException) {
        return file.getFile() + " does not exist; check the path";
      }
      if (error instanceof AccessDeniedException) {
        return file.getFile() + " may not be read or written; check its permissions";
      }
      return file.getFile() + ": " + Reason.of(error);
    }
    return error.getMessage() == null ? Reason.of(error) : error.getMessage();
  }

  private int say(int code, String message) {
    if (!Interruption.happened()) {
      console.line("mercer: " + String.valueOf(message).replaceAll("\\R+", " "));
    }
    return code;
  }
}
