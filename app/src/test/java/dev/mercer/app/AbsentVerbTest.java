package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The experiments are a module of their own, which is not on the class path of these tests. */
class AbsentVerbTest {

  @Test
  void aProgramWithoutTheExperimentsSaysHowToGetThem() {
    for (Object[] words :
        new Object[][] {
          {"reproduce"}, {"reproduce", "--list"}, {"reproduce", "rk-fig1", "-o", "somewhere"}
        }) {
      Program refused = Program.run(words);
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err())
          .startsWith("mercer: reproduce is not part of this installation")
          .contains("launcher")
          .hasLineCount(1);
    }
  }

  @Test
  void itsHelpSaysSoToo() {
    Program help = Program.run("reproduce", "--help");
    assertThat(help.exit()).isZero();
    assertThat(help.out()).contains("not part of this installation");
    assertThat(Program.run("--help").out()).contains("reproduce");
  }
}
