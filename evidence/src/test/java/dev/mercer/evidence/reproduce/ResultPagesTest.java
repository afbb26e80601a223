package dev.mercer.evidence.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Markdown pages that results are kept in, and those of the project. */
class ResultPagesTest {

  private static final List<Experiment> ORDER =
      List.of(
          new Told("rs-fig1", "RS, figure 1"),
          new Told("rs-table2", "RS, table 2"),
          new Told("sk-fig1", "SK, figure 1"));

  @TempDir private Path folder;

  /** An experiment whose outcome the test makes. */
  private record Told(String id, String source) implements Experiment {

    @Override
    public String claim() {
      return "What " + source + " claims.";
    }

    @Override
    public Outcome run(Lab lab) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aSmallRunGivesAnIndexAndThePagesOfItsPapers() throws IOException {
    run("rs-fig1", true, 1);
    run("sk-fig1", false, 2);
    Path pages = document();
    assertThat(pages.resolve("README.md"))
        .hasContent(
            """
            # Reproduction

            <!-- results -->

            **2 of 4 claims of 2 experiments hold.** All were run at small scale.

            | paper | about | experiments | claims | holds | differs |
            |---|---|---|---|---|---|
            | [RS](rs.md) | shadow densities and reduced-set kernel PCA | 1 | 2 | 2 | 0 |
            | [SK](sk.md) | subset kernel PCA | 1 | 2 | 0 | 2 |

            ## RS: shadow densities and reduced-set kernel PCA

            | experiment | verdict | claim |
            |---|---|---|
            | [rs-fig1](rs.md#rs-fig1-rs-figure-1) | holds | it holds |
            | [rs-fig1](rs.md#rs-fig1-rs-figure-1) | holds | \\|x\\| is small |

            ## SK: subset kernel PCA

            | experiment | verdict | claim |
            |---|---|---|
            | [sk-fig1](sk.md#sk-fig1-sk-figure-1) | **differs** | it holds |
            | [sk-fig1](sk.md#sk-fig1-sk-figure-1) | **differs** | \\|x\\| is small |

            <!-- end of results -->
            """);
    assertThat(pages.resolve("rs.md"))
        .hasContent(
            """
            # RS: shadow densities and reduced-set kernel PCA

            <!-- results -->

            ## rs-fig1: RS, figure 1

            What RS, figure 1 claims.

            | verdict | claim | what decides |
            |---|---|---|
            | holds | it holds | 1 measured |
            | holds | \\|x\\| is small | 2 \\| 3 |

            - A remark.

            Run at small scale with seed 0 on 1 thread in 1.5 seconds.

            <details><summary>Settings</summary>

            | setting | value |
            |---|---|
            | points | \\|u\\| <= 1 |
            | machine | a machine |
            | software | a version |

            </details>

            <details><summary>Table: Numbers</summary>

            | a | b |
            |---|---|
            | 1 | 2 |

            </details>

            ![rs-fig1](images/rs-fig1-curve-1.svg)

            <!-- end of results -->
            """);
    assertThat(Files.readString(pages.resolve("sk.md")))
        .contains("on 2 threads")
        .contains("<details><summary>More pictures</summary>\n\n![sk-fig1](images/");
    assertThat(names(pages))
        .containsExactly("README.md", "images", "rs.md", "sk.md"); // no page without results
    assertThat(names(pages.resolve("images")))
        .containsExactly("rs-fig1-curve-1.svg", "sk-fig1-curve-1.svg", "sk-fig1-curve-2.svg");
  }

  @Test
  void anotherRunReplacesItsOwnSectionOnly() throws IOException {
    run("rs-fig1", true, 2);
    run("rs-table2", true, 1);
    Path pages = document();
    String before = Files.readString(pages.resolve("rs.md"));
    Files.delete(folder.resolve("results/rs-fig1.json"));
    run("rs-table2", false, 1);
    document();
    assertThat(Files.readString(pages.resolve("rs.md")))
        .isEqualTo(
            before.replaceAll("(?s)(## rs-table2.*)", "") + section(pages, "rs.md", "## rs-table2"))
        .contains("| holds | it holds |", "| **differs** | it holds |");
    assertThat(Files.readString(pages.resolve("README.md")))
        .contains("**2 of 4 claims of 2 experiments hold.**");
    // The number of pictures may fall as well.
    run("rs-fig1", true, 1);
    document();
    assertThat(names(pages.resolve("images")))
        .containsExactly("rs-fig1-curve-1.svg", "rs-table2-curve-1.svg");
  }

  private static String section(Path pages, String page, String heading) throws IOException {
    String text = Files.readString(pages.resolve(page));
    return text.substring(text.indexOf(heading));
  }

  @Test
  void whatPeopleWroteOutsideTheMarksStays() throws IOException {
    Path page = Files.createDirectories(folder.resolve("pages")).resolve("rs.md");
    Files.writeString(
        page, "# Mine\n\n<!-- results -->\nstale words\n<!-- end of results -->\n\nafter\n");
    run("rs-fig1", true, 1);
    document();
    assertThat(Files.readString(page))
        .startsWith("# Mine\n\n<!-- results -->\n\n## rs-fig1")
        .endsWith("\n\n<!-- end of results -->\n\nafter\n")
        .doesNotContain("stale words");
  }

  @Test
  void aPageWithoutAPlaceForResultsIsRefusedAndNothingIsWritten() throws IOException {
    Path page = Files.createDirectories(folder.resolve("pages")).resolve("sk.md");
    Files.writeString(page, "my own words\n");
    run("rs-fig1", true, 1);
    assertThatThrownBy(this::document)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sk.md")
        .hasMessageContaining("<!-- results -->");
    assertThat(page).hasContent("my own words\n");
    assertThat(names(folder.resolve("pages"))).containsExactly("sk.md");
  }

  @Test
  void whatCouldNotBeRunSaysWhyAndReplacesNoResult() throws IOException {
    ResultFolder results = new ResultFolder(folder.resolve("results"));
    results.skip(ORDER.get(0), "no data", facts(1));
    Path pages = document();
    assertThat(Files.readString(pages.resolve("rs.md"))).contains("\nSkipped: no data\n");
    assertThat(Files.readString(pages.resolve("README.md")))
        .contains("| [rs-fig1](rs.md#rs-fig1-rs-figure-1) | skipped |");
    run("rs-fig1", true, 1);
    document();
    String result = Files.readString(pages.resolve("rs.md"));
    assertThat(result).contains("holds").doesNotContain("Skipped");
    results.skip(ORDER.get(0), "no data", facts(1));
    document();
    assertThat(Files.readString(pages.resolve("rs.md"))).isEqualTo(result);
  }

  @Test
  void theProjectsPagesHaveEveryExperimentAndTheShapeThatTheProgramWrites() throws IOException {
    Path project = Path.of("").toAbsolutePath().resolveSibling("docs").resolve("reproduction");
    Path copy = Files.createDirectories(folder.resolve("copy"));
    try (Stream<Path> pages = Files.list(project)) {
      for (Path page : pages.filter(Files::isRegularFile).toList()) {
        Files.copy(page, copy.resolve(page.getFileName()));
      }
    }
    new ResultPages(folder, List.of()).into(copy, Experiments.all());
    for (String page : names(copy)) {
      if (!page.equals("images")) {
        assertThat(copy.resolve(page)).hasSameTextualContentAs(project.resolve(page));
      }
    }
    for (Experiment experiment : Experiments.all()) {
      Path page = project.resolve(Paper.of(experiment.id()).file());
      List<ExperimentSection> sections = ExperimentSection.in(Files.readString(page));
      assertThat(sections)
          .filteredOn(section -> section.id().equals(experiment.id()))
          .singleElement()
          .satisfies(
              section -> {
                assertThat(section.markdown())
                    .startsWith(
                        "## "
                            + experiment.id()
                            + ": "
                            + experiment.source()
                            + "\n\n"
                            + experiment.claim()
                            + "\n\n");
                assertThat(section.claims()).isNotEmpty();
                assertThat(section.scale()).isEqualTo("full");
              });
    }
  }

  /** Writes a result as a run does: two claims of one verdict, and pictures. */
  private void run(String id, boolean holds, int pictures) throws IOException {
    Experiment experiment =
        ORDER.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    Outcome outcome =
        new Outcome()
            .verdict("it holds", holds, "1 measured")
            .verdict("|x| is small", holds, "2 | 3")
            .note("A remark.")
            .setting("points", "|u| <= 1")
            .table(new DataTable("Numbers", "a", "b").row(1, 2));
    for (int k = 1; k <= pictures; k++) {
      outcome.plot(
          Plot.of("Curve " + k, "", Plot.Axis.linear("x"), Plot.Axis.linear("y"))
              .line("series", new double[] {0, 1}, new double[] {0, 1}));
    }
    new ResultFolder(folder.resolve("results")).write(experiment, outcome, facts(pictures));
  }

  private static Map<String, Object> facts(int threads) {
    return Json.object(
        "scale",
        "small",
        "seed",
        0,
        "seconds",
        1.5,
        "threads",
        threads,
        "machine",
        "a machine",
        "software",
        "a version");
  }

  private Path document() throws IOException {
    Path pages = folder.resolve("pages");
    new ResultFolder(folder.resolve("results")).document(ORDER, pages);
    return pages;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
