package dev.mercer.app.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Standard output that notices when it cannot be written. {@link PrintStream} keeps such failures
 * to itself, and a result lost on a full disk would look like success. A reader that has seen
 * enough and closed the pipe ({@code | head -1}) is no failure. All text is made {@link Visible}.
 */
public final class StandardOutput extends OutputStream {

  private static final int BUFFER = 1 << 13;

  private final OutputStream out;
  private IOException failure;

  StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** Makes this {@link System#out}, in the encoding it has. */
  public static StandardOutput install() {
    StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(
        new VisibleStream(
            new java.io.BufferedOutputStream(output, BUFFER), false, Console.encoding()));
    return output;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** The exit code after all output is written: {@code code}, unless some of it was lost. */
  public int finish(int code, Console console) {
    System.out.flush();
    if (failure == null || code != 0 || brokenPipe(failure)) {
      return code;
    }
    console.line(
        "mercer: standard output cannot be written: "
            + failure.getMessage()
            + "; the result is incomplete");
    return Failures.WRONG_USE;
  }

  // The class of the exception does not tell; the text is the operating system's.
  private static boolean brokenPipe(IOException e) {
    return String.valueOf(e.getMessage()).contains("pipe");
  }
}
