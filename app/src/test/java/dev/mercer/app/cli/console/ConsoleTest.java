package dev.mercer.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.LauncherTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Console without a launcher; with one, see {@link LauncherTest}. */
class ConsoleTest {

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  ConsoleTest() {
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() {
    System.clearProperty("mercer.stderr.fd");
    System.clearProperty("mercer.terminal.columns");
    System.setErr(before);
  }

  @Test
  void withoutALauncherStandardErrorStaysAsItIs() {
    System.setProperty("mercer.terminal.columns", "120");
    Console console = Console.open();
    console.line("a\u001b[31mb");
    assertThat(written()).isEqualTo("a\\u001b[31mb\n");
    assertThat(console.terminal()).isFalse();
    assertThat(console.columns()).isZero();
  }

  @Test
  void aDescriptorThatCannotBeHadLeavesStandardErrorAsItIs() {
    // java.io is not opened to the tests, as the launcher opens it to the program.
    System.setProperty("mercer.stderr.fd", "2");
    System.setProperty("mercer.terminal.columns", "120");
    Console console = Console.open();
    console.line("here");
    assertThat(written()).isEqualTo("here\n");
    assertThat(console.terminal()).isFalse();
  }

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
