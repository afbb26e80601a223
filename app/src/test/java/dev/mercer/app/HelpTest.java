package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit",
        "plan",
        "transform",
        "inspect",
        "evaluate",
        "doctor",
        "discriminant",
        "ica"
      })
  void everyVerb(String verb) {
    for (String option : List.of("--help", "-h")) {
      Program help = Program.run(verb, option);
      assertThat(help.exit()).isZero();
      assertThat(help.err()).isEmpty();
      assertThat(help.out()).startsWith("Usage: mercer " + verb).contains("--quiet");
      // No option is left without a word on what it does, no line runs out of an 80-column screen.
      assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
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
