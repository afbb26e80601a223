package dev.mercer.app.datasets;

/** An address did not provide the file in the catalog; another address may. */
final class FetchException extends Exception {

  private static final long serialVersionUID = 1;

  FetchException(String message) {
    super(message);
  }

  FetchException(String message, Throwable cause) {
    super(message, cause);
  }
}
