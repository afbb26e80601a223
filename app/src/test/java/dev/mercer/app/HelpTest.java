package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.cli.console.Console;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Help answers on standard output, lists every option, and is no failure. */
class HelpTest {

  @Test
  void theProgram() {
    Program help = Program.run("--help");
    assertThat(help.exit()).isZero();
    assertThat(help.err()).isEmpty();
    assertThat(help.out())
        .contains("fit", "plan", "transform", "inspect", "evaluate", "doctor")
        .contains("builtin:digits", "synthetic:", "Exit codes");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(Program.run("--version").out()).isEqualTo("mercer 0.1.0\n");
  }

  @Test
  void optionsOfFit() {
    String help = Program.run("fit", "--help").out();
    assertThat(help)
        .contains(
            "--output", "--kernel", "--rank", "--variance", "--method", "--center", "--solver")
        .contains("--operator", "--precision", "--seed", "--threads", "--memory", "--scores")
        .contains("--precomputed", "--report", "--label", "--columns", "--drop", "--scale")
        .contains("--weights", "--rows", "--classes", "--labels", "--missing", "--quiet")
        .contains("gaussian(sigma=auto)", "default: 10");
  }

  /** All verbs there are, those of verbs too: {@code datasets fetch}. */
  static Stream<String> verbs() {
    return verbs(Main.commandLine(Console.of(0)), "");
  }

  private static Stream<String> verbs(CommandLine command, String before) {
    return command.getSubcommands().entrySet().stream()
        .flatMap(
            verb ->
                Stream.concat(
                    Stream.of(before + verb.getKey()),
                    verbs(verb.getValue(), before + verb.getKey() + " ")));
  }

  @Test
  void allVerbsAreLookedAt() {
    assertThat(verbs()).contains("fit", "reproduce", "datasets fetch").hasSizeGreaterThan(15);
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void everyVerb(String verb) {
    for (String option : List.of("--help", "-h")) {
      Program help = Program.run((Object[]) (verb + " " + option).split(" "));
      assertThat(help.exit()).isZero();
      assertThat(help.err()).isEmpty();
      assertThat(help.out()).startsWith("Usage: mercer " + verb);
      // No line runs out of an 80-column screen.
      assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
      if (!verb.equals("reproduce")) { // absent here, see AbsentVerbTest
        assertThat(help.out()).contains("--quiet");
      }
    }
  }

  @Test
  void doctorSaysWhatItRunsOn() {
    Program doctor = Program.run("doctor", "--threads", 1);
    assertThat(doctor.exit()).as(doctor.err()).isZero();
    assertThat(doctor.out()).contains("blas", "native", "vector", "GFLOPS", " ns in double");
    var shares =
        doctor.out().lines().filter(line -> line.contains("of what gemm and exp allow")).toList();
    assertThat(shares).hasSize(4);
    for (String line : shares) {
      // How large it is, is the machine's business, and that of what else runs on it.
      int share = Integer.parseInt(line.replaceAll(".*, (\\d+)% of what.*", "$1"));
      assertThat(share).as(line).isPositive();
    }
  }
}
