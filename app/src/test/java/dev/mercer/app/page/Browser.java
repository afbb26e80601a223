package dev.mercer.app.page;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's chromium without a window, its network switched off. */
public final class Browser implements AutoCloseable {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final int HEIGHT = 1400;

  /** Held, since loggers are forgotten otherwise: it warns of every newer chromium. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  static {
    SELENIUM.setLevel(Level.SEVERE);
  }

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** A browser as wide as asked for; where there is none the test is skipped, in CI it fails. */
  public static Browser open(int width) {
    boolean there = Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
    if (!there && "true".equals(System.getenv("CI"))) {
      Assertions.fail("chromium and chromium-driver are not installed; .ci/run installs them");
    }
    Assumptions.assumeTrue(there, "needs Debian's packages chromium and chromium-driver");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriver driver =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(20));
    // A window cannot be made narrower than 500 pixels; what a page is told can.
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", width < 600));
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand(
        "Network.emulateNetworkConditions",
        Map.of("offline", true, "latency", 0, "downloadThroughput", 0, "uploadThroughput", 0));
    return new Browser(driver);
  }

  public void visit(Path page) {
    driver.get(page.toUri().toString());
  }

  /** The value of an expression of the page's own language. */
  public Object value(String expression) {
    return driver.executeScript("return " + expression + ";");
  }

  public long number(String expression) {
    return ((Number) value(expression)).longValue();
  }

  public ChromeDriver driver() {
    return driver;
  }

  /** Everything the page complained about. */
  public List<String> complaints() {
    List<String> messages = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
      messages.add(entry.getLevel() + " " + entry.getMessage());
    }
    return messages;
  }

  /** The whole page as a picture. */
  public byte[] picture() {
    long height = number("document.documentElement.scrollHeight");
    Map<String, Object> result =
        driver.executeCdpCommand(
            "Page.captureScreenshot",
            Map.of(
                "captureBeyondViewport",
                true,
                "clip",
                Map.of(
                    "x",
                    0,
                    "y",
                    0,
                    "width",
                    number("window.innerWidth"),
                    "height",
                    height,
                    "scale",
                    1)));
    return java.util.Base64.getDecoder().decode((String) result.get("data"));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
