package dev.mercer.app;

import dev.mercer.app.data.DataException;
import dev.mercer.linalg.NumericalException;
import dev.mercer.method.MemoryExceededException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;

/**
 * What the program says and returns when something goes wrong: 1 a bug, with a stack trace; 2 wrong
 * use or bad input, 3 arithmetic refused, 4 too little memory, 130 interrupted, each with one line.
 */
final class Failures {

  static final int BUG = 1;
  static final int WRONG_USE = 2;
  static final int NUMERICAL = 3;
  static final int MEMORY = 4;
  static final int INTERRUPTED = 130;

  /** The command line could not be understood. */
  int wrongUse(CommandLine.ParameterException error, String[] arguments) {
    CommandLine line = error.getCommandLine();
    String message = error.getMessage();
    if (error instanceof CommandLine.UnmatchedArgumentException unmatched) {
      message += suggestions(unmatched);
    } else if (error.getCause() instanceof DataException
        || error.getCause() instanceof IllegalArgumentException) {
      message = error.getCause().getMessage();
    }
    return say(WRONG_USE, message + "; see " + line.getCommandSpec().qualifiedName() + " --help");
  }

  private static String suggestions(CommandLine.UnmatchedArgumentException error) {
    var close = error.getSuggestions();
    return close.isEmpty() ? "" : "; did you mean " + String.join(" or ", close) + "?";
  }

  /** A command began and failed. */
  int failed(Throwable error) {
    if (error instanceof CancellationException) {
      return say(INTERRUPTED, "interrupted");
    }
    if (error instanceof MemoryExceededException) {
      return say(MEMORY, error.getMessage());
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
        || error instanceof dev.mercer.store.ModelFormatException
        || error instanceof dev.mercer.backend.BackendException) {
      return say(WRONG_USE, error.getMessage());
    }
    System.err.println(
        "mercer: internal error, a bug in mercer; please report it with what follows");
    error.printStackTrace(System.err);
    return BUG;
  }

  private static String words(IOException error) {
    String file = error instanceof FileSystemException fs ? fs.getFile() : null;
    if (error instanceof NoSuchFileException) {
      return file + " does not exist, or its folder does not; check the path";
    }
    if (error instanceof AccessDeniedException) {
      return file + " may not be read or written; check its permissions";
    }
    return error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
  }

  private static int say(int code, String message) {
    System.err.println("mercer: " + String.valueOf(message).replaceAll("\\R+", " "));
    return code;
  }
}
