package dev.mercer;

/** Hears how a fit goes, from the thread that runs it or its workers, and may stop it. */
public interface Progress {

  /** The listener that does nothing. */
  Progress NONE = new Progress() {};

  /**
   * A stage begins.
   *
   * @param name what is done
   * @param bytes heap it was planned to hold
   */
  default void stage(String name, long bytes) {}

  /**
   * Work done in the stage so far.
   *
   * @param share between 0 and 1, or below 0 where it cannot be known
   * @param detail a few words, for instance the residual reached; may be empty
   */
  default void advance(double share, String detail) {}

  /** The stage that began last is done. */
  default void done() {}

  /**
   * Asked before every tile: true stops the fit with a {@link
   * java.util.concurrent.CancellationException}.
   */
  default boolean cancelled() {
    return false;
  }
}
