package dev.mercer.app.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Standard output that notices write errors. {@link PrintStream} hides them, so a result lost on a
 * full disk would look like success. A reader that closes the pipe early ({@code | head -1}) is not
 * an error. All text is made {@link Visible}.
 */
public final class StandardOutput extends OutputStream {

  private static final int BUFFER = 1 << 13;

  private final OutputStream out;
  private IOException failure;

  StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** Makes this {@link System#out}, with the encoding of the previous one. */
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

  /** The exit code after all output was written: {@code code}, unless some output was lost. */
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

  // The class of the exception is the same for all errors; its text is the operating system's.
  private static boolean brokenPipe(IOException e) {
    return String.valueOf(e.getMessage()).contains("pipe");
  }
}
