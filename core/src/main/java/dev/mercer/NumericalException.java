package dev.mercer;

/** Arithmetic refused: the input is well formed, but the numbers allow no answer. */
public final class NumericalException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Refuses data for which arithmetic gives no meaningful result; the message holds the number. */
  public NumericalException(String message) {
    super(message);
  }

  /** The same, with the failure that was noticed first. */
  public NumericalException(String message, Throwable cause) {
    super(message, cause);
  }
}
