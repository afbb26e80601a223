package dev.mercer.app.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.app.page.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a comparison, looked at in a real browser. */
@Tag("whole")
class ComparePageTest {

  @TempDir private Path folder;

  @Test
  void theReportShowsEveryMethodAndDrawsItsPlots() throws Exception {
    Program run =
        Program.run(
            "compare",
            "synthetic:swiss-roll(n=300)",
            "--methods",
            "subset,reduced",
            "--selectors",
            "uniform,kmeans",
            "--landmarks",
            "20,40,4000",
            "--repeats",
            "2",
            "-o",
            folder.toString(),
            "--quiet");
    assertThat(run.exit()).as(run.err()).isZero();
    String html = Files.readString(folder.resolve("report.html"));
    assertThat(html)
        .contains("Nearest to exact", "subset kmeans", "reduced uniform")
        .contains("4000"); // what failed is said
    try (Browser browser = Browser.open(1280)) {
      browser.visit(folder.resolve("report.html"));
      assertThat(browser.number("document.querySelectorAll('.plot canvas').length")).isEqualTo(4);
      assertThat(browser.complaints()).isEmpty();
      Files.createDirectories(Path.of("target", "pictures"));
      Files.write(Path.of("target", "pictures", "compare.png"), browser.picture());
    }
  }
}
