package dev.mercer.app.cli.console;

import java.lang.reflect.Proxy;

/**
 * What happens when the user or the system stops the program: one line and exit code 130, whichever
 * signal it was, and unfinished files are removed.
 *
 * <p>The JVM on its own would end with 128 + the number of the signal, without a message. {@link
 * System#exit} from the thread of the signal runs the same shutdown hooks, which remove files that
 * were written next to their target. It does not wait for a long native call of another thread.
 *
 * <p>Signals are received with {@code sun.misc.Signal} of the module jdk.unsupported, which is
 * found by name because the compiler gives a warning about its use that cannot be suppressed. If it
 * is missing, the JVM ends in its own way.
 */
public final class Interruption {

  private static final String[] SIGNALS = {"INT", "TERM", "HUP"};

  private static volatile boolean happened;

  /** Null until there is a console. */
  private static volatile Console console;

  private Interruption() {}

  /** To be called first of all; a signal before that ends the JVM in its own way. */
  public static void exitOnSignals() {
    for (String name : SIGNALS) {
      try {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object ours =
            Proxy.newProxyInstance(
                Interruption.class.getClassLoader(),
                new Class<?>[] {handler},
                (proxy, method, arguments) -> {
                  end();
                  return null;
                });
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
      } catch (ReflectiveOperationException e) {
        // This system has no such signal, or the JVM reserves it for itself (-Xrs).
        continue;
      }
    }
  }

  /** Sets the console for the message, as soon as there is one. */
  public static void sayOn(Console opened) {
    console = opened;
  }

  private static void end() {
    synchronized (Interruption.class) {
      if (!happened) {
        happened = true;
        Console opened = console;
        if (opened != null) {
          opened.line("mercer: interrupted");
        } else {
          System.err.println("mercer: interrupted");
        }
      }
    }
    System.exit(Failures.INTERRUPTED);
  }

  /** Whether the program is ending: later failures are consequences and are not reported. */
  static boolean happened() {
    return happened;
  }
}
