package dev.mercer.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the site makes of pages, links, pictures and folders. */
class DocumentationSiteTest {

  @TempDir private Path folder;
  private Path project;
  private Path target;

  @BeforeEach
  void folders() throws IOException {
    project = Files.createDirectories(folder.resolve("project"));
    target = folder.resolve("site");
    page("README.md", "# Top\nFirst [two](docs/two.md#a-part), then [the uses](docs/uses).\n");
  }

  @Test
  void everyPageOfTheProjectIsThereAndEveryLinkLeadsSomewhere() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    assertThat(new DocumentationSite(root, target).write()).isEmpty();
    for (String path : List.of("index.html", "CONTRIBUTING.html", "evidence/results/exact.html")) {
      assertThat(target.resolve(path)).isNotEmptyFile();
    }
    try (Stream<Path> files = Files.walk(target)) {
      List<Path> pages = files.filter(file -> file.toString().endsWith(".html")).toList();
      assertThat(pages).hasSizeGreaterThan(25);
      for (Path page : pages) {
        assertThat(Files.readString(page))
            .doesNotContain("<script", "src=\"http", "href=\"http://www.w3.org")
            .contains("rel=\"stylesheet\" href=\"" + "../".repeat(depth(page)) + "site.css\"");
      }
    }
  }

  @Test
  void linksLeadToThePagesMadeOfFilesAndFolders() throws IOException {
    page("docs/one.md", "# One\n[up](../README.md) [api](uses/b.md) ![plot](images/p.svg)\n");
    page("docs/two.md", "# Two\n## A `part`\n## A part\n[self](#a-part-1) [text](../src)\n");
    page("docs/uses/b.md", "# B: more\n[a](https://example.org/x.md)\n");
    page("docs/images/p.svg", "<svg/>");
    page("src/A.java", "");
    assertThat(new DocumentationSite(project, target).write())
        .containsExactly("docs/two.html: ../src");
    assertThat(html("index.html"))
        .contains("<a href=\"docs/two.html#a-part\">two</a>")
        .contains("<a href=\"docs/uses/index.html\">the uses</a>");
    assertThat(html("docs/one.html"))
        .contains("<a href=\"../index.html\">up</a>", "<a href=\"uses/b.html\">api</a>")
        .contains("<a href=\"images/p.svg\"><img src=\"images/p.svg\"");
    assertThat(html("docs/two.html")).contains("<h2 id=\"a-part\">", "<h2 id=\"a-part-1\">");
    assertThat(html("docs/uses/b.html")).contains("<a href=\"https://example.org/x.md\">a</a>");
    assertThat(target.resolve("docs/images/p.svg")).hasContent("<svg/>");
  }

  @Test
  void linksThatLeadNowhereAreReported() throws IOException {
    page(
        "docs/two.md", "# Two\n## A part\n[a](no.md) [b](../README.md#no) [c](#no) ![d](no.png)\n");
    page("docs/uses/b.md", "# B\n<a href=\"../two.md\">raw</a> [e](../../../outside)\n");
    assertThat(new DocumentationSite(project, target).write())
        .containsExactly(
            "docs/two.html: no.md",
            "docs/two.html: ../index.html#no",
            "docs/two.html: #no",
            "docs/two.html: no.png",
            "docs/uses/b.html: ../two.md",
            "docs/uses/b.html: ../../../outside");
  }

  @Test
  void pagesComeInTheOrderInWhichTheFirstPageOfTheirFolderLinksToThem() throws IOException {
    page("docs/README.md", "# Docs\n[z](z.md) [how](how-to/) [two](two.md)\n");
    page("docs/two.md", "# Two\n## A part\n");
    page("docs/a.md", "# Alpha\n");
    page("docs/z.md", "# Zeta: last of all\n");
    page("docs/uses/b.md", "# B\n");
    page("docs/how-to/c.md", "# C\n");
    page("CHANGELOG.md", "# Changes\n");
    page("target/built.md", "# Built\n");
    page("data/set.md", "# Data of a user\n");
    page(".idea/tool.md", "# Tool\n");
    assertThat(new DocumentationSite(project, target).write()).isEmpty();
    String list = html("index.html");
    list = list.substring(list.indexOf("<nav class=\"pages\""), list.indexOf("</nav>"));
    assertThat(list.replaceAll("<[^>]*>|\\R", " ").trim().split("\\s{2,}"))
        .containsExactly(
            "Overview",
            "Docs",
            "Zeta",
            "How to",
            "C",
            "Two",
            "Uses",
            "B",
            "Alpha",
            "Project",
            "Changes");
    assertThat(html("docs/how-to/index.html"))
        .contains("<h1>How to</h1>", "<a href=\"c.html\">C</a>");
    assertThat(html("docs/z.html")).contains("rel=\"prev\">Docs</a>", "rel=\"next\">C</a>");
    assertThat(target.resolve("target")).doesNotExist();
    assertThat(target.resolve("data")).doesNotExist();
    assertThat(target.resolve(".idea")).doesNotExist();
  }

  @Test
  void tablesCodeAndHtmlAreShownAsViewersDo() throws IOException {
    page(
        "docs/two.md",
        "# Two\n## A part\n| a | b |\n|--:|---|\n| `<x>` | 1 |\n\n    f(x) < 1 & 2\n");
    page("docs/uses/b.md", "# B\n<details><summary>More</summary>\n\n*inside*\n\n</details>\n");
    assertThat(new DocumentationSite(project, target).write()).isEmpty();
    assertThat(html("docs/two.html"))
        .contains("<td align=\"right\"><code class=\"word\">&lt;x&gt;</code></td>")
        .contains("<pre><code>f(x) &lt; 1 &amp; 2\n</code></pre>");
    assertThat(html("docs/uses/b.html"))
        .contains("<details><summary>More</summary>\n<p><em>inside</em></p>\n</details>");
  }

  private int depth(Path page) {
    return target.relativize(page).getNameCount() - 1;
  }

  private void page(String path, String text) throws IOException {
    Path file = project.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String html(String path) throws IOException {
    return Files.readString(target.resolve(path));
  }
}
