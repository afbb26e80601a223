package dev.mercer;

/** A fit would hold more memory than it may; thrown before anything large is allocated. */
public final class MemoryExceededException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final long bytesNeeded;

  /**
   * @param bytesNeeded heap with which it would have gone on
   */
  public MemoryExceededException(String message, long bytesNeeded) {
    super(message);
    this.bytesNeeded = bytesNeeded;
  }

  public long bytesNeeded() {
    return bytesNeeded;
  }
}
