package dev.mercer;

/** Arithmetic refused: the input is well formed, but the numbers allow no answer. */
public final class NumericalException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NumericalException(String message) {
    super(message);
  }

  public NumericalException(String message, Throwable cause) {
    super(message, cause);
  }
}
