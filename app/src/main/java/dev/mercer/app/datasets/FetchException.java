package dev.mercer.app.datasets;

/** An address did not give the file that is known; another address may. */
final class FetchException extends Exception {

  private static final long serialVersionUID = 1;

  FetchException(String message) {
    super(message);
  }

  FetchException(String message, Throwable cause) {
    super(message, cause);
  }
}
