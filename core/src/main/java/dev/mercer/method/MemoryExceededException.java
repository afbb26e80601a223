package dev.mercer.method;

/** What was asked for does not fit in the memory allowed; the message says what would. */
public final class MemoryExceededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public MemoryExceededException(String message) {
    super(message);
  }
}
