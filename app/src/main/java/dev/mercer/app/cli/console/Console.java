package dev.mercer.app.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.lang.reflect.Constructor;
import java.nio.charset.Charset;

/**
 * The program's error stream and the terminal it may be.
 *
 * <p>A JVM with an incubator module prints a warning to descriptor 2 before any code of ours runs.
 * The launcher therefore puts a filter there, keeps the user's standard error as another descriptor
 * and names it:
 *
 * <ul>
 *   <li>{@code mercer.stderr.fd}: descriptor number of the user's standard error
 *   <li>{@code mercer.terminal.columns}: its width, given only if it is a terminal
 * </ul>
 *
 * What the program writes then goes to the user without a process in between, so it is prompt and
 * in order; what the JVM itself has to say (crashes, failed starts) goes through the filter.
 * Without the properties, or where the descriptor cannot be had, it goes where {@link System#err}
 * went before, and no terminal is assumed. All of it is made {@link Visible}.
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
   * A console on {@link System#err} as it is: for tests.
   *
   * @param columns width of the terminal, 0 for none
   */
  public static Console of(int columns) {
    return new Console(columns);
  }

  /** Makes the user's standard error {@link System#err}; to be called once, first thing in main. */
  public static Console open() {
    Integer descriptor = Integer.getInteger("mercer.stderr.fd");
    try {
      if (descriptor != null) {
        System.setErr(new VisibleStream(streamOn(descriptor), true, encoding()));
        return new Console(Integer.getInteger("mercer.terminal.columns", NO_TERMINAL));
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // The launcher opens java.io to us; started by hand without that, the filter still passes
      // lines on, only a progress bar would not show.
    }
    System.setErr(new VisibleStream(System.err, true, encoding()));
    return new Console(NO_TERMINAL);
  }

  /** Whether a person is watching: progress may be drawn over itself. */
  public boolean terminal() {
    return columns > 0;
  }

  /** Characters in a line of the terminal when the program started; 0 if there is no terminal. */
  public int columns() {
    return columns == NO_TERMINAL ? NO_TERMINAL : Math.max(SMALLEST_WIDTH, columns);
  }

  /** Draws a line that the next one, drawn or written, takes the place of; on terminals only. */
  synchronized void draw(String text) {
    if (terminal()) {
      int width = columns() - 1;
      String shown = Visible.line(text);
      raw("\r" + (shown.length() > width ? shown.substring(0, width) : shown) + CLEAR_TO_END);
      System.err.flush();
      drawn = true;
    }
  }

  /** Writes a line that stays. */
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

  /** The encoding of the terminal and of what programs pass to each other here. */
  static Charset encoding() {
    return Charset.forName(System.getProperty("native.encoding"));
  }

  // Opening /dev/fd/N instead would open a new file description: that starts at the beginning of a
  // redirected file, and does not work for sockets. The descriptor itself has neither problem.
  private static FileOutputStream streamOn(int number) throws ReflectiveOperationException {
    Constructor<FileDescriptor> constructor =
        FileDescriptor.class.getDeclaredConstructor(int.class);
    constructor.setAccessible(true);
    return new FileOutputStream(constructor.newInstance(number));
  }
}
