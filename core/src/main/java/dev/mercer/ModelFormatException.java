package dev.mercer;

import java.nio.file.Path;

/** A file does not hold what it should: says which file, what is wrong and where. */
public final class ModelFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ModelFormatException(Path file, String what) {
    super(file + ": " + what);
  }

  public ModelFormatException(Path file, String what, Throwable cause) {
    super(file + ": " + what, cause);
  }
}
