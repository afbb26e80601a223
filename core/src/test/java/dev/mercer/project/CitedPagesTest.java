package dev.mercer.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What comments and messages of the code refer to exists: pages, their headings, and other files.
 *
 * <p>A page is cited by its path or by its name alone, and a heading behind it in quotation marks:
 * {@code theory.md, "Sample weights"}. A name without a folder in {@code {@code …}} is that of a
 * file which the program writes, and is not looked for.
 */
class CitedPagesTest {

  /** The parts of a source file in which a word is not code; the first group is a comment. */
  private static final Pattern TEXT =
      Pattern.compile(
          "(/\\*(?s:.*?)\\*/|//[^\\n]*+(?:\\n\\s*+//[^\\n]*+)*+)"
              + "|\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])++'");

  private static final Pattern PAGE =
      Pattern.compile(
          "(?<![\\w./$-])([\\w./-]*\\w\\.md)\\b((?:,? (?:and )?\"[^\"]+\")*)"
              + "(,? (?:secs?\\.|sections?) [\\d.]*\\d)?");

  private static final Pattern FILE =
      Pattern.compile("(?<![\\w./$-])(?:docs|evidence|core|uses|app|spark)/[\\w./-]*\\w");

  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

  @Test
  void whatTheCodeCitesExists() throws IOException {
    List<Path> sources = ProjectFiles.named(name -> name.endsWith(".java"));
    assertThat(sources).hasSizeGreaterThan(500);
    List<String> missing = new ArrayList<>();
    int cited = 0;
    for (Path source : sources) {
      boolean main = ProjectFiles.path(source).contains("/src/main/");
      for (String text : texts(Files.readString(source), main)) {
        cited += PAGE.matcher(text).find() ? 1 : 0;
        missing(text).forEach(what -> missing.add(ProjectFiles.path(source) + ": " + what));
      }
    }
    assertThat(missing).isEmpty();
    assertThat(cited).as("comments that cite a page").isGreaterThan(20);
  }

  @Test
  void whatScriptsCiteExists() throws IOException {
    List<Path> scripts =
        ProjectFiles.named(
            name -> !name.contains(".") || name.endsWith(".py") || name.equals("pom.xml"));
    assertThat(scripts).contains(ProjectFiles.ROOT.resolve("mercer"));
    List<String> missing = new ArrayList<>();
    for (Path script : scripts) {
      String text = Files.readString(script).replaceAll("\\n\\s*#\\s*", " ");
      Matcher page = PAGE.matcher(text);
      while (page.find()) {
        missing(page.group()).forEach(what -> missing.add(ProjectFiles.path(script) + ": " + what));
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void whatDoesNotExistIsFound() throws IOException {
    String source =
        """
        /**
         * By missing.md section 2, README.md sec. 2, README.md, "No
         * such heading", and README.md, "Start"; writes {@code gone.md}.
         */
        class A {
          // As docs/missing/page.md says,
          // and {@code core/missing.xml}.
          String a = "see docs/missing.md, but /* not this.md */";
          char b = '"'; // other.md
        }
        """;
    List<String> missing = new ArrayList<>();
    for (String text : texts(source, true)) {
      missing.addAll(missing(text));
    }
    assertThat(missing)
        .containsExactly(
            "missing.md",
            "README.md sec. 2",
            "README.md, \"No such heading\"",
            "docs/missing/page.md",
            "core/missing.xml",
            "docs/missing.md",
            "other.md");
    assertThat(texts(source, false)).noneMatch(text -> text.contains("docs/missing.md"));
  }

  /** Comments, each on one line; of main code also the texts that name a file below docs. */
  private static List<String> texts(String source, boolean main) {
    List<String> found = new ArrayList<>();
    Matcher matcher = TEXT.matcher(source);
    while (matcher.find()) {
      if (matcher.group(1) != null) {
        found.add(matcher.group(1).replaceAll("\\n\\s*(?:\\*|//)\\s*", " "));
      } else if (main) {
        FILE.matcher(matcher.group())
            .results()
            .map(result -> result.group())
            .filter(file -> file.startsWith("docs/"))
            .forEach(found::add);
      }
    }
    return found;
  }

  private static List<String> missing(String text) throws IOException {
    List<String> missing = new ArrayList<>();
    String cited = text.replaceAll("\\{@code [\\w.-]+\\.md}", "");
    Matcher page = PAGE.matcher(cited);
    while (page.find()) {
      Path file = page(page.group(1));
      if (file == null) {
        missing.add(page.group(1));
        continue;
      }
      if (page.group(3) != null) { // headings have no numbers
        missing.add(page.group(1) + page.group(3));
      }
      List<String> headings = MarkdownPage.of(file).headings();
      Matcher heading = QUOTED.matcher(page.group(2));
      while (heading.find()) {
        if (!headings.contains(heading.group(1))) {
          missing.add(page.group(1) + ", \"" + heading.group(1) + "\"");
        }
      }
    }
    Matcher file = FILE.matcher(cited);
    while (file.find()) {
      if (!file.group().endsWith(".md") && !Files.exists(ProjectFiles.ROOT.resolve(file.group()))) {
        missing.add(file.group());
      }
    }
    return missing;
  }

  /** The page of this path, or the one of this name; null where there is none. */
  private static Path page(String cited) throws IOException {
    for (Path page : ProjectFiles.pages()) {
      String path = ProjectFiles.path(page);
      if (path.equals(cited) || !cited.contains("/") && path.endsWith("/" + cited)) {
        return page;
      }
    }
    return null;
  }
}
