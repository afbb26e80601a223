package dev.mercer.app.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.app.page.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The page of a fit, looked at in a real browser. */
@Tag("whole")
class FitPageTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1280, 400})
  void aPageOpensWithoutComplaintsAndDrawsItsPlots(int width) throws IOException {
    Path page = fitted("builtin:digits", "--rank", "5");
    try (Browser browser = Browser.open(width)) {
      browser.visit(page);
      assertThat(browser.number("window.innerWidth")).isEqualTo(width);
      assertThat(browser.number("document.querySelectorAll('.plot').length")).isEqualTo(5);
      assertThat(browser.number("document.querySelectorAll('.plot canvas').length")).isEqualTo(5);
      assertThat(inked(browser)).isEqualTo(5);
      // Nothing is wider than the window, so nothing must be scrolled sideways.
      assertThat(browser.number("document.documentElement.scrollWidth")).isEqualTo(width);
      assertThat(browser.complaints()).isEmpty();
      keep(browser, "fit-" + width + ".png");
    }
  }

  @Test
  void aPointTellsItsRowAndLabelUnderTheMouse() throws IOException {
    Path page = fitted("builtin:digits", "--rank", "5");
    try (Browser browser = Browser.open(1280)) {
      browser.visit(page);
      // Where the first point of the first series is drawn, relative to its plot's middle.
      Object at =
          browser.value(
              "(function(){var e=document.getElementById('plot0');"
                  + "var c=echarts.getInstanceByDom(e);var s=c.getOption().series[0].data[0];"
                  + "var p=c.convertToPixel({seriesIndex:0},s.value);"
                  + "return [Math.round(p[0]-e.clientWidth/2),Math.round(p[1]-e.clientHeight/2)]})()");
      WebElement plot = browser.driver().findElement(By.id("plot0"));
      java.util.List<?> offset = (java.util.List<?>) at;
      new Actions(browser.driver())
          .moveToElement(
              plot, ((Number) offset.get(0)).intValue(), ((Number) offset.get(1)).intValue())
          .perform();
      String shown = String.valueOf(browser.value("document.getElementById('plot0').innerText"));
      assertThat(shown).contains("row ").contains(", ");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void aTableSortsByItsNumbers() throws IOException {
    Path page = fitted("synthetic:swiss-roll(n=500)", "--method", "subset", "--landmarks", "40");
    try (Browser browser = Browser.open(1280)) {
      browser.visit(page);
      WebElement header =
          browser.driver().findElement(By.xpath("//caption[.='Stages']/..//th[.='seconds']"));
      header.click();
      assertThat(header.getAttribute("aria-sort")).isEqualTo("ascending");
      assertThat(browser.value(SECONDS)).asList().isSorted();
      header.click();
      assertThat(header.getAttribute("aria-sort")).isEqualTo("descending");
      java.util.List<?> falling = (java.util.List<?>) browser.value(SECONDS);
      assertThat(((Number) falling.get(0)).doubleValue())
          .isGreaterThanOrEqualTo(((Number) falling.get(falling.size() - 1)).doubleValue());
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static final String SECONDS =
      "Array.from(document.querySelectorAll('table')).filter(t=>t.caption.textContent=='Stages')[0]"
          + ".tBodies[0].rows.length && Array.from(Array.from(document.querySelectorAll('table'))"
          + ".filter(t=>t.caption.textContent=='Stages')[0].tBodies[0].rows)"
          + ".map(r=>Number(r.children[1].dataset.value)+1e-12)";

  @Test
  void hostileNamesAndLabelsStayText() throws IOException {
    Path data = folder.resolve("data.csv");
    StringBuilder rows = new StringBuilder("\"</script><script>alert(1)</script>\",b,label\n");
    for (int i = 0; i < 30; i++) {
      rows.append(i % 7).append(',').append(i % 5).append(",<img src=x onerror=alert(2)>\n");
    }
    Files.writeString(data, rows);
    Path page = fitted(data.toString(), "--label", "label", "--rank", "2");
    try (Browser browser = Browser.open(1280)) {
      browser.visit(page);
      assertThat(inked(browser)).isGreaterThanOrEqualTo(3);
      assertThat(browser.number("document.querySelectorAll('img').length")).isZero();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void anEndingThatIsNoPageIsRefused() {
    Program run =
        Program.run("fit", "builtin:digits", "--html", folder.resolve("x.txt").toString());
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--html");
    assertThat(folder.resolve("x.txt")).doesNotExist();
  }

  /** How many plots have something drawn on them. */
  private static long inked(Browser browser) {
    return browser.number(
        "Array.from(document.querySelectorAll('.plot canvas')).filter(function(c){"
            + "var d=c.getContext('2d').getImageData(0,0,c.width,c.height).data;"
            + "for(var i=3;i<d.length;i+=4){if(d[i]>0)return true;}return false;}).length");
  }

  private Path fitted(String... arguments) {
    Path page = folder.resolve("page.html");
    java.util.List<String> all = new java.util.ArrayList<>(java.util.List.of("fit"));
    all.addAll(java.util.List.of(arguments));
    all.addAll(java.util.List.of("--html", page.toString(), "--quiet"));
    Program run = Program.run(all.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isZero();
    return page;
  }

  /** Pictures for people to look at, beside the build. */
  private static void keep(Browser browser, String name) throws IOException {
    Path pictures = Path.of("target", "pictures");
    Files.createDirectories(pictures);
    Files.write(pictures.resolve(name), browser.picture());
  }
}
