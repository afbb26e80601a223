package dev.mercer;

/** A fit would hold more memory than it may; thrown before anything large is allocated. */
public final class MemoryExceededException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final long bytesNeeded;

  /**
   * Refuses work that does not fit in the memory allowed.
   *
   * @param bytesNeeded heap with which it would have gone on
   */
  public MemoryExceededException(String message, long bytesNeeded) {
    super(message);
    this.bytesNeeded = bytesNeeded;
  }

  /** The heap with which the work would have gone on, in bytes. */
  public long bytesNeeded() {
    return bytesNeeded;
  }
}
