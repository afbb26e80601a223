package dev.mercer.app.data;

import dev.mercer.internal.store.Reason;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Input that cannot be used, or output that cannot be written. The message is one line that says
 * what is wrong, where, what is allowed and what to do. The program prints it without a stack trace
 * and ends with code 2.
 */
public final class DataException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public DataException(String message) {
    super(oneLine(message));
  }

  public DataException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** A file that cannot be read. */
  public static DataException unreadable(Path file, IOException e) {
    return new DataException(file + " cannot be read: " + Reason.of(e), e);
  }

  /** File names and cells may contain line ends, but a message must not. */
  private static String oneLine(String message) {
    return message.replaceAll("\\R", " ");
  }
}
