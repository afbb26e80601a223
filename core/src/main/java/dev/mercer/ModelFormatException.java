package dev.mercer;

import java.nio.file.Path;

/** A file does not hold what it should: says which file, what is wrong and where. */
public final class ModelFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Refuses a file that holds no model this version can read, and says what is wrong with it. */
  public ModelFormatException(Path file, String what) {
    super(file + ": " + what);
  }

  /** The same, with the failure that was noticed first. */
  public ModelFormatException(Path file, String what, Throwable cause) {
    super(file + ": " + what, cause);
  }
}
