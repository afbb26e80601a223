package dev.mercer.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is drawn while a stage runs, and what stays of it. */
class ConsoleProgressTest {

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  ConsoleProgressTest() {
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() {
    System.setErr(before);
  }

  private String text() {
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aBarOverItselfOnATerminal() throws InterruptedException {
    ConsoleProgress progress = new ConsoleProgress(Console.of(50));
    progress.stage("gram", 1);
    Thread.sleep(120); // it is drawn ten times a second at most
    progress.advance(0.5, "a detail that is far too long for a terminal of fifty columns");
    progress.advance(0.6, "too soon");
    progress.done();
    String[] drawn = text().split("\r");
    assertThat(drawn[1]).startsWith("gram [........................] 0%");
    assertThat(drawn[2]).startsWith("gram [############............] 50%");
    assertThat(drawn[2].replace("\u001b[K", "")).hasSize(49);
    assertThat(drawn[3]).matches("\u001b\\[Kgram: 0\\.\\d\\d s\n");
    assertThat(drawn).hasSize(4);
  }

  @Test
  void aShareThatIsNotKnownHasNoBar() {
    ConsoleProgress progress = new ConsoleProgress(Console.of(80));
    progress.stage("solve", 1);
    progress.done();
    progress.stage("solve", 1);
    written.reset();
    new ConsoleProgress(Console.of(80)).advance(-1, "3 of 5 components");
    assertThat(text()).contains("3 of 5 components").doesNotContain("[#").doesNotContain("%");
  }

  @Test
  void oneLineAStageElsewhere() {
    ConsoleProgress progress = new ConsoleProgress(Console.of(0));
    progress.stage("gram", 1);
    progress.advance(0.5, "x");
    assertThat(text()).isEmpty();
    progress.done();
    assertThat(text()).matches("gram: 0\\.\\d\\d s\n");
  }

  @Test
  void anErrorTakesThePlaceOfTheBar() {
    Console console = Console.of(80);
    new ConsoleProgress(console).stage("read", 0);
    new Failures(console).failed(new IllegalArgumentException("no such thing"));
    assertThat(text()).endsWith("\r\u001b[Kmercer: no such thing\n");
  }
}
