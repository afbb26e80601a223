package dev.mercer.internal.backend;

/** A back end that was asked for by name cannot be had; the message says why. */
public final class BackendException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  public BackendException(String message, Throwable cause) {
    super(message, cause);
  }
}
