package dev.mercer.app.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.lang.reflect.Constructor;
import java.nio.charset.Charset;

/**
 * The error stream of the program, and the terminal behind it if there is one.
 *
 * <p>A JVM with an incubator module prints a warning to descriptor 2 before any of our code runs.
 * The launcher therefore redirects descriptor 2 to a filter, keeps the user's standard error as
 * another descriptor and passes its number:
 *
 * <ul>
 *   <li>{@code mercer.stderr.fd}: the descriptor number of the user's standard error
 *   <li>{@code mercer.terminal.columns}: the width of the terminal; given only if there is one
 * </ul>
 *
 * What the program writes then goes to the user directly, so it appears promptly and in order. What
 * the JVM itself writes (crashes, failed starts) goes through the filter. Without these properties,
 * or if the descriptor cannot be opened, output goes to the previous {@link System#err}, and no
 * terminal is assumed. All output is made {@link Visible}.
 */
public final class Console {

  private static final int NO_TERMINAL = 0;
  private static final int SMALLEST_WIDTH = 20;
  private static final String CLEAR_TO_END = "\u001b[K";

  private final int columns;
  private boolean drawn;

  private Console(int columns) {
    this.columns = columns;
  }

  /**
   * A console on the current {@link System#err}, for tests.
   *
   * @param columns the width of the terminal, 0 for none
   */
  public static Console of(int columns) {
    return new Console(columns);
  }

  /** Makes the user's standard error {@link System#err}; to be called once, first in main. */
  public static Console open() {
    Integer descriptor = Integer.getInteger("mercer.stderr.fd");
    try {
      if (descriptor != null) {
        System.setErr(new VisibleStream(streamOn(descriptor), true, encoding()));
        return new Console(Integer.getInteger("mercer.terminal.columns", NO_TERMINAL));
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // The launcher opens java.io to this module. Without that, when Java is started by hand, the
      // filter still passes lines on; only a progress bar is not shown.
    }
    System.setErr(new VisibleStream(System.err, true, encoding()));
    return new Console(NO_TERMINAL);
  }

  /** Whether a person is watching, so that a progress bar may be redrawn in place. */
  public boolean terminal() {
    return columns > 0;
  }

  /** The width of the terminal in characters when the program started; 0 without a terminal. */
  public int columns() {
    return columns == NO_TERMINAL ? NO_TERMINAL : Math.max(SMALLEST_WIDTH, columns);
  }

  /** Draws a line that the next line, drawn or written, replaces; does nothing off a terminal. */
  synchronized void draw(String text) {
    if (terminal()) {
      int width = columns() - 1;
      String shown = Visible.line(text);
      raw("\r" + (shown.length() > width ? shown.substring(0, width) : shown) + CLEAR_TO_END);
      System.err.flush();
      drawn = true;
    }
  }

  /** Writes a line that is not replaced. */
  public synchronized void line(String text) {
    if (drawn) {
      raw("\r" + CLEAR_TO_END);
    }
    System.err.println(Visible.line(text));
    drawn = false;
  }

  private static void raw(String text) {
    if (System.err instanceof VisibleStream visible) {
      visible.raw(text);
    } else {
      System.err.print(text);
    }
  }

  /** The encoding of the terminal and of text exchanged between programs on this system. */
  static Charset encoding() {
    return Charset.forName(System.getProperty("native.encoding"));
  }

  // To open /dev/fd/N instead would create a new file description, which starts at the beginning of
  // a redirected file and does not work for sockets. The descriptor itself has neither problem.
  private static FileOutputStream streamOn(int number) throws ReflectiveOperationException {
    Constructor<FileDescriptor> constructor =
        FileDescriptor.class.getDeclaredConstructor(int.class);
    constructor.setAccessible(true);
    return new FileOutputStream(constructor.newInstance(number));
  }
}
