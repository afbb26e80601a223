package dev.mercer.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every relative link in the project's Markdown leads to a file, and to a heading if it says so.
 */
class DocumentationLinksTest {

  @Test
  void everyRelativeLinkLeadsSomewhere() throws IOException {
    List<Path> pages = ProjectFiles.pages();
    assertThat(pages.stream().map(ProjectFiles::path))
        .contains("README.md", "CONTRIBUTING.md", "evidence/README.md")
        .anyMatch(path -> path.startsWith("docs/"))
        .anyMatch(path -> path.startsWith("evidence/results/"));
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      broken.addAll(brokenLinks(page, ProjectFiles.path(page)));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void theIndexOfDecisionsLeadsToEveryDecision() throws IOException {
    Path folder = ProjectFiles.ROOT.resolve("docs/decisions");
    String index = Files.readString(folder.resolve("README.md"));
    try (Stream<Path> pages = Files.list(folder)) {
      for (Path page : pages.filter(each -> !each.endsWith("README.md")).toList()) {
        assertThat(Files.readString(page)).contains("\n## Context\n", "\n## Decision\n");
        String title = Files.readAllLines(page).get(0).substring(2);
        assertThat(index).containsOnlyOnce("[" + title + "](" + page.getFileName() + ")");
      }
    }
  }

  @Test
  void brokenLinksAreFound(@TempDir Path directory) throws IOException {
    Files.writeString(
        directory.resolve("other.md"),
        "# A heading, `here`\n```sh\n# no heading\n```\n## A [b](c)");
    Path page = directory.resolve("page.md");
    Files.writeString(
        page,
        """
        # Top
        [a](other.md) [b](other.md#a-heading-here) [c](#top) [d](https://example.org/x)
        [e](missing.md "said") [f](other.md#nothing) [g](#nowhere) ![h](missing.png)
        [i](other.md#no-heading) `[j](missing.md)` [k](other.md#a-b) [l](#top-1) [m](#top-2)
        [n]: gone.md
        <img src="gone.png">
        ```
        [o](missing.md)
        ```
        # Top
        """);
    assertThat(brokenLinks(page, "page.md"))
        .containsExactly(
            "page.md: missing.md",
            "page.md: other.md#nothing",
            "page.md: #nowhere",
            "page.md: missing.png",
            "page.md: other.md#no-heading",
            "page.md: #top-2",
            "page.md: gone.md",
            "page.md: gone.png");
  }

  private static List<String> brokenLinks(Path page, String name) throws IOException {
    List<String> broken = new ArrayList<>();
    for (String link : MarkdownPage.of(page).links()) {
      boolean elsewhere = link.contains("://") || link.startsWith("mailto:");
      if (!elsewhere && !leadsSomewhere(page, link)) {
        broken.add(name + ": " + link);
      }
    }
    return broken;
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file);
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0 || MarkdownPage.of(target).anchors().contains(link.substring(hash + 1));
  }
}
