package dev.mercer.internal.backend;

/** Thrown if a back end that was asked for by name is not available; the message says why. */
public final class BackendException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  public BackendException(String message, Throwable cause) {
    super(message, cause);
  }
}
