package dev.mercer.app.cli.console;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * A stream to the user's terminal, or to what replaces it: all text that is printed is made {@link
 * Visible}, whatever prints it. Bytes that are written directly are not changed.
 */
public final class VisibleStream extends PrintStream {

  public VisibleStream(OutputStream out, boolean flushLines, Charset encoding) {
    super(out, flushLines, encoding);
  }

  /** Prints text that may control the terminal: our own sequences around text made visible. */
  void raw(String text) {
    super.print(text);
  }

  @Override
  public void print(String text) {
    super.print(text == null ? null : Visible.text(text));
  }

  @Override
  public void print(Object value) {
    print(String.valueOf(value));
  }

  @Override
  public void print(char[] text) {
    print(String.valueOf(text));
  }

  @Override
  public void print(char text) {
    print(String.valueOf(text));
  }
}
