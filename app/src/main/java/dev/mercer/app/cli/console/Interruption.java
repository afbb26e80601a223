package dev.mercer.app.cli.console;

import java.lang.reflect.Proxy;

/**
 * What happens when the user or the system stops the program: one line and exit code 130, whichever
 * signal it was, with unfinished files removed on the way out.
 *
 * <p>The virtual machine alone would end with 128 + the signal's number and say nothing. Ending by
 * {@link System#exit} from the signal's thread runs the same shutdown hooks, which is where files
 * written beside their target are removed; it does not wait for a long native call of another
 * thread.
 *
 * <p>Signals are heard through {@code sun.misc.Signal} of the module jdk.unsupported, by name: the
 * compiler warns of its use and nothing silences that. Where it is missing, the virtual machine's
 * own way remains.
 */
public final class Interruption {

  private static final String[] SIGNALS = {"INT", "TERM", "HUP"};

  private static volatile boolean happened;

  /** Null as long as there is none. */
  private static volatile Console console;

  private Interruption() {}

  /** To be called first of all: a signal before that ends the virtual machine in its own way. */
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
        // No such signal on this system, or the virtual machine keeps it for itself (-Xrs).
        continue;
      }
    }
  }

  /** Where to say so, once there is a console. */
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

  /** Whether the program is ending: what fails from now on is a consequence and not told. */
  static boolean happened() {
    return happened;
  }
}
