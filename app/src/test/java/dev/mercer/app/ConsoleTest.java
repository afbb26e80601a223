package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Console without a launcher; with one, see {@link LauncherTest}. */
class ConsoleTest {

  private final PrintStream before = System.err;

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
    assertThat(System.err).isSameAs(before);
    assertThat(console.terminal()).isFalse();
    assertThat(console.columns()).isZero();
  }

  @Test
  void aDescriptorThatCannotBeHadLeavesStandardErrorAsItIs() {
    // java.io is not opened to the tests, as the launcher opens it to the program.
    System.setProperty("mercer.stderr.fd", "2");
    System.setProperty("mercer.terminal.columns", "120");
    Console console = Console.open();
    assertThat(System.err).isSameAs(before);
    assertThat(console.terminal()).isFalse();
  }
}
