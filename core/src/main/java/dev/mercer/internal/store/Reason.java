package dev.mercer.internal.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Says why reading or writing failed, in words that can follow the name of the file. Java's own
 * messages often consist of that name, or of nothing at all.
 */
public final class Reason {

  private Reason() {}

  /** The reason, without the name of the file. */
  public static String of(IOException e) {
    if (e instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    if (e instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NotDirectoryException) {
      return "not a directory";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "it exists already";
    }
    if (e instanceof EOFException) {
      return "it ends too early";
    }
    return e.getMessage() == null || e.getMessage().isBlank()
        ? "the system gives no reason (" + e.getClass().getSimpleName() + ")"
        : e.getMessage();
  }
}
