package dev.mercer.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every relative link in the project's Markdown leads to a file, and to a heading if it says so.
 */
class DocumentationLinksTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+)$");

  @Test
  void everyRelativeLinkLeadsSomewhere() throws IOException {
    Path project = Path.of("").toAbsolutePath().getParent();
    List<Path> pages = pages(project);
    assertThat(pages)
        .contains(project.resolve("README.md"), project.resolve("docs/explanation/theory.md"));
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      broken.addAll(brokenLinks(page));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void brokenLinksAreFound(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("other.md"), "# A heading, `here`\n");
    Path page = directory.resolve("page.md");
    Files.writeString(
        page,
        "# Top\n[a](other.md) [b](other.md#a-heading-here) [c](#top) [d](https://example.org/x)\n"
            + "[e](missing.md) [f](other.md#nothing) [g](#nowhere)");
    assertThat(brokenLinks(page))
        .containsExactly("page.md: missing.md", "page.md: other.md#nothing", "page.md: #nowhere");
  }

  private static List<Path> pages(Path project) throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(project);
        Stream<Path> docs = Files.walk(project.resolve("docs"))) {
      Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  private static List<String> brokenLinks(Path page) throws IOException {
    List<String> broken = new ArrayList<>();
    Matcher matcher = LINK.matcher(Files.readString(page));
    while (matcher.find()) {
      String link = matcher.group(1);
      if (!link.contains("://") && !link.startsWith("mailto:") && !leadsSomewhere(page, link)) {
        broken.add(page.getFileName() + ": " + link);
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
    return hash < 0 || anchors(target).contains(link.substring(hash + 1));
  }

  /** Headings as the anchors that common Markdown viewers make of them. */
  private static List<String> anchors(Path page) throws IOException {
    List<String> anchors = new ArrayList<>();
    Matcher matcher = HEADING.matcher(Files.readString(page));
    while (matcher.find()) {
      anchors.add(
          matcher
              .group(1)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-'));
    }
    return anchors;
  }
}
