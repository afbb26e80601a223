package dev.mercer.evidence.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.app.page.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The pages of reproduced experiments and their index, looked at in a real browser. */
@Tag("whole")
class ReproducePageTest {

  /** Plots with error bars; contours over the plane; both without data of others. */
  private static final List<String> IDS = List.of("fk-fig5", "sk-fig1");

  @TempDir private static Path folder;

  @BeforeAll
  static void run() {
    Program run = Program.run("reproduce", IDS.get(0), IDS.get(1), "-o", folder, "--quiet");
    assertThat(run.exit()).as(run.err()).isZero();
    Program without =
        Program.run("reproduce", "rs-fig6", "--data", folder, "-o", folder, "--quiet");
    assertThat(without.exit()).as(without.err()).isZero();
    assertThat(without.out()).contains("rs-fig6").contains("skipped");
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 400})
  void everyPageOpensWithoutComplaintsAndDrawsItsPlots(int width) throws IOException {
    try (Browser browser = Browser.open(width)) {
      for (String page : List.of("index", IDS.get(0), IDS.get(1))) {
        browser.visit(folder.resolve(page + ".html"));
        assertThat(browser.number("window.innerWidth")).isEqualTo(width);
        // What is wider than the window scrolls by itself, the page does not.
        assertThat(browser.number("document.documentElement.scrollWidth"))
            .as(page)
            .isEqualTo(width);
        long plots = browser.number("document.querySelectorAll('.plot').length");
        assertThat(browser.number(INKED)).as(page).isEqualTo(plots);
        assertThat(browser.complaints()).as(page).isEmpty();
        Path pictures = Path.of("target", "pictures");
        Files.createDirectories(pictures);
        Files.write(
            pictures.resolve("reproduce-" + page + "-" + width + ".png"), browser.picture());
      }
      browser.visit(folder.resolve(IDS.get(0) + ".html"));
      assertThat(browser.number("document.querySelectorAll('.plot canvas').length")).isPositive();
      browser.visit(folder.resolve(IDS.get(1) + ".html"));
      assertThat(browser.number("document.querySelectorAll('figure svg path').length"))
          .isGreaterThan(8);
    }
  }

  @Test
  void aLogarithmicAxisNamesSmallNumbersToo() {
    try (Browser browser = Browser.open(1280)) {
      browser.visit(folder.resolve("fk-fig5.html"));
      Object labels =
          browser.value(
              "echarts.getInstanceByDom(document.getElementById('plot0')).getModel()"
                  + ".getComponent('yAxis').axis.getViewLabels().map(l=>l.formattedLabel)");
      assertThat(labels)
          .asList()
          .hasSizeGreaterThanOrEqualTo(4)
          .doesNotHaveDuplicates()
          .allSatisfy(label -> assertThat((String) label).matches("1e-\\d+"))
          .anySatisfy(label -> assertThat(Double.parseDouble((String) label)).isLessThan(1e-12));
    }
  }

  private static final String INKED =
      "Array.from(document.querySelectorAll('.plot canvas')).filter(function(c){"
          + "var d=c.getContext('2d').getImageData(0,0,c.width,c.height).data;"
          + "for(var i=3;i<d.length;i+=4){if(d[i]>0)return true;}return false;}).length";

  @Test
  void everyLinkLeadsToAFileAndEveryPictureHasItsNumbers() throws IOException {
    try (Browser browser = Browser.open(1280)) {
      for (String page : List.of("index", IDS.get(0), IDS.get(1))) {
        browser.visit(folder.resolve(page + ".html"));
        List<String> links = new ArrayList<>();
        for (WebElement link : browser.driver().findElements(By.tagName("a"))) {
          links.add(link.getDomAttribute("href"));
        }
        assertThat(links).as(page).isNotEmpty();
        for (String link : links) {
          assertThat(folder.resolve(link)).as(page).isNotEmptyFile();
        }
        if (!page.equals("index")) {
          long shown = browser.number("document.querySelectorAll('.plot, figure, table').length");
          assertThat(links.stream().filter(link -> link.endsWith(".csv")).distinct().count())
              .as(page)
              .isEqualTo(shown);
        }
      }
    }
  }

  @Test
  void theIndexLeadsToThePagesAndBack() {
    try (Browser browser = Browser.open(1280)) {
      for (String id : IDS) {
        browser.visit(folder.resolve("index.html"));
        browser.driver().findElement(By.linkText(id)).click();
        assertThat(browser.driver().getTitle()).endsWith(id);
        browser.driver().findElement(By.linkText("all experiments")).click();
        assertThat(browser.driver().getTitle()).contains("tables and figures");
      }
      // What was skipped says why and has no page.
      assertThat(browser.driver().findElements(By.linkText("rs-fig6"))).isEmpty();
      assertThat(browser.driver().getPageSource()).contains("is not in the data folder");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void theVerdictsSort() {
    try (Browser browser = Browser.open(1280)) {
      browser.visit(folder.resolve("index.html"));
      WebElement header =
          browser.driver().findElement(By.xpath("//caption[.='Verdicts']/..//th[.='id']"));
      header.click();
      assertThat(column(browser)).isSorted();
      header.click();
      assertThat(header.getDomAttribute("aria-sort")).isEqualTo("descending");
      List<String> falling = column(browser);
      assertThat(falling.get(0)).isEqualTo("sk-fig1");
      assertThat(falling.get(falling.size() - 1)).isEqualTo("fk-fig5");
    }
  }

  private static List<String> column(Browser browser) {
    return browser.driver().findElements(By.xpath("//caption[.='Verdicts']/..//td[1]")).stream()
        .map(WebElement::getText)
        .toList();
  }

  @Test
  void pagesOfMarkdownAreMadeOfAFolderOfResults(@TempDir Path docs) throws IOException {
    Map<String, String> first = new TreeMap<>();
    for (int twice = 0; twice < 2; twice++) {
      Program run = Program.run("reproduce", "-o", folder, "--document", docs);
      assertThat(run.exit()).as(run.err()).isZero();
      for (String page : List.of("README.md", "fk.md", "rs.md", "sk.md")) {
        String text = Files.readString(docs.resolve(page));
        assertThat(first.getOrDefault(page, text)).isEqualTo(text);
        first.put(page, text);
      }
    }
    assertThat(first.get("README.md"))
        .contains("claims of 3 experiments hold", "All were run at small scale.")
        .contains("[fk-fig5](fk.md#fk-fig5-fk-figure-5)")
        .contains("[rs-fig6](rs.md#rs-fig6-rs-figure-6) | skipped");
    assertThat(first.get("fk.md"))
        .contains("## fk-fig5: FK, figure 5", "Run at small scale with seed 0", "| machine | ");
    assertThat(first.get("rs.md")).contains("Skipped: ");
    List<String> named =
        Pattern.compile("\\]\\((images/[^)]+)\\)")
            .matcher(first.get("fk.md") + first.get("sk.md"))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(named).hasSizeGreaterThanOrEqualTo(2);
    for (String picture : named) {
      assertThat(docs.resolve(picture)).isNotEmptyFile();
      assertThat(Files.size(docs.resolve(picture))).isLessThanOrEqualTo(100_000);
    }
    try (Stream<Path> kept = Files.list(docs.resolve("images"))) {
      assertThat(kept).hasSize(named.size());
    }
  }
}
