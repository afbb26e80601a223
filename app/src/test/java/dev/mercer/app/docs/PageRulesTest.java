package dev.mercer.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How pages are read, and what counts as the same output. */
class PageRulesTest {

  private static final List<String> PAGE =
      List.of(
          "# A page",
          "```console",
          "$ ./mercer fit 'x(y=1)' \\",
          "    --rank 2",
          "rank 2",
          "$ ls",
          "```",
          "",
          "<!-- given",
          "int a = 1;",
          "-->",
          "```java",
          "System.out.println(a);",
          "```",
          "",
          "```text",
          "1",
          "```",
          "```console exit=2",
          "$ ./mercer",
          "```",
          "```python",
          "# score.py",
          "print(1)",
          "```",
          "![a](images/page-one.svg) ![b](images/other-two.svg)");

  @Test
  void blocksAndCommands() {
    Page page = Page.of(Path.of("docs/page.md"), PAGE);
    assertThat(page.blocks())
        .extracting(Page.Block::language)
        .containsExactly("console", "java", "text", "console", "python");
    List<Step> steps = Step.of(page.blocks().get(0));
    assertThat(steps)
        .extracting(Step::command)
        .containsExactly("./mercer fit 'x(y=1)' \\\n    --rank 2", "ls");
    assertThat(page.lines().subList(steps.get(0).first(), steps.get(0).end()))
        .containsExactly("rank 2");
    assertThat(steps.get(1).first()).isEqualTo(steps.get(1).end());
    assertThat(page.blocks().get(1).given()).containsExactly("int a = 1;");
    assertThat(page.blocks().get(2).given()).isEmpty();
    assertThat(page.adjacent(page.blocks().get(1), page.blocks().get(2))).isTrue();
    assertThat(page.adjacent(page.blocks().get(0), page.blocks().get(1))).isFalse();
    assertThat(page.blocks().get(3).exit()).isEqualTo(2);
    assertThat(page.blocks().get(4).savedAs()).isEqualTo("score.py");
    assertThat(page.pictures()).containsExactly(Path.of("docs/images/page-one.svg"));
  }

  @Test
  void whatIsNotClosedIsRefused() {
    Path file = Path.of("page.md");
    assertThatThrownBy(() -> Page.of(file, List.of("```java", "x")))
        .hasMessageContaining("page.md:1");
    assertThatThrownBy(() -> Page.of(file, List.of("```Java x=y")))
        .hasMessageContaining("unknown fence");
  }

  @Test
  void wordsAsAShellDividesThem() {
    assertThat(ShellWords.of("./mercer fit 'a b(c)' \\\n  --x \"y\"z"))
        .containsExactly("./mercer", "fit", "a b(c)", "--x", "yz");
    assertThatThrownBy(() -> ShellWords.of("fit gaussian(sigma=1)"))
        .hasMessageContaining("would not take (");
    assertThatThrownBy(() -> ShellWords.of("fit 'x")).hasMessageContaining("not closed");
  }

  @Test
  void numbersOfTheMachineDoNotMatter() {
    assertThat(SameText.sameLine("time     0.374 s", "time     12.1 s")).isTrue();
    assertThat(SameText.sameLine("gram   484 MiB   63,182  0.1 s", "gram 1 GiB 63,182 2 s"))
        .isTrue();
    assertThat(SameText.sameLine("  \"seconds\": 0.1,", "  \"seconds\": 2E-3,")).isTrue();
    assertThat(SameText.sameLine("threads  2", "threads  16")).isTrue();
    assertThat(SameText.sameLine("took 1 s", "took 1 min")).isTrue();
  }

  @Test
  void otherNumbersAgreeToAMillionth() {
    assertThat(SameText.sameLine("   1   83.038606  11.976%", "   1  83.038605 11.976%")).isTrue();
    assertThat(SameText.sameLine("83.038606", "83.039606")).isFalse();
    assertThat(SameText.sameLine("residual 3e-11", "residual -4E-12")).isTrue();
    assertThat(SameText.sameLine("rank 5", "rank 6")).isFalse();
    assertThat(SameText.sameLine("rank 5 of 6", "rank 5")).isFalse();
    assertThat(SameText.sameLine("5 rows", "5 seconds")).isFalse();
  }

  @Test
  void aGapStandsForAnyLines() {
    List<String> shown = List.of("a", "…", "z");
    assertThat(SameText.same(shown, List.of("a", "b", "c", "z"))).isTrue();
    assertThat(SameText.same(shown, List.of("a", "z", ""))).isTrue();
    assertThat(SameText.same(shown, List.of("a", "y"))).isFalse();
    assertThat(SameText.same(List.of("a"), List.of("a", "b"))).isFalse();
    assertThat(SameText.same(List.of(), List.of("a"))).isFalse();
    assertThat(SameText.sameLine("needs 6.0 GiB but …", "needs 5 GiB but 1 is there")).isTrue();
    assertThat(SameText.sameLine("needs 6.0 GiB but …", "needs 5 GiB and 1 is there")).isFalse();
    assertThat(SameText.sameLine("ends with …", "ends with …")).isTrue();
    assertThatThrownBy(() -> SameText.same(List.of("…", "a", "…"), List.of("a")))
        .hasMessageContaining("more than one");
  }

  @Test
  void aPageThatIsWrongIsWrittenAnew() {
    assertThat(SameText.refreshed(List.of("1.00 s"), List.of("2.00 s"))).containsExactly("1.00 s");
    assertThat(SameText.refreshed(List.of("a"), List.of("b", "c", ""))).containsExactly("b", "c");
    assertThat(SameText.refreshed(List.of("a", "…", "z"), List.of("b", "c", "d", "y")))
        .containsExactly("b", "…", "y");
    assertThat(SameText.refreshed(List.of("…"), List.of("b"))).containsExactly("…");
  }
}
