package dev.mercer.app;

import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.console.VisibleStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The program run inside the tests: exit code and both streams of one command. */
public record Program(int exit, String out, String err) {

  /** Runs a command without a terminal. */
  public static Program run(Object... arguments) {
    return run(Console.of(0), arguments);
  }

  public static Program run(Console console, Object... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    try {
      System.setOut(new VisibleStream(outBytes, true, StandardCharsets.UTF_8));
      System.setErr(new VisibleStream(errBytes, true, StandardCharsets.UTF_8));
      String[] words = List.of(arguments).stream().map(String::valueOf).toArray(String[]::new);
      int exit = Main.run(console, words);
      return new Program(
          exit,
          outBytes.toString(StandardCharsets.UTF_8),
          errBytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** The last line of standard error, which is where the reason of a failure is. */
  public String reason() {
    String[] lines = err.strip().split("\n");
    return lines[lines.length - 1];
  }
}
