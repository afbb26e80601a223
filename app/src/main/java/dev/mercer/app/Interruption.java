package dev.mercer.app;

import sun.misc.Signal;

/**
 * What happens when the user or the system stops the program: one line and exit code 130, whichever
 * signal it was, with unfinished files removed on the way out.
 *
 * <p>The virtual machine alone would end with 128 + the signal's number and say nothing. Ending by
 * {@link System#exit} from the signal's thread runs the same shutdown hooks, which is where files
 * written beside their target are removed; it does not wait for a long native call of another
 * thread.
 */
final class Interruption {

  private static final String[] SIGNALS = {"INT", "TERM", "HUP"};

  private static volatile boolean happened;

  private Interruption() {}

  static void exitOnSignals(Console console) {
    for (String name : SIGNALS) {
      try {
        Signal.handle(new Signal(name), signal -> end(console));
      } catch (IllegalArgumentException e) {
        // Not on this system, or taken by the virtual machine (-Xrs): its own way remains.
        continue;
      }
    }
  }

  private static void end(Console console) {
    synchronized (Interruption.class) {
      if (!happened) {
        happened = true;
        console.line("mercer: interrupted");
      }
    }
    System.exit(Failures.INTERRUPTED);
  }

  /** Whether the program is ending: what fails from now on is a consequence and not told. */
  static boolean happened() {
    return happened;
  }
}
