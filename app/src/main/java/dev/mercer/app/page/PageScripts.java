package dev.mercer.app.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** What every page carries: its style, its own few lines of script, and ECharts from its jar. */
public final class PageScripts {

  private static final String ABOUT_ECHARTS = "/META-INF/maven/org.webjars/echarts/pom.properties";

  private PageScripts() {}

  /** Apache ECharts, as its jar has it. */
  public static String echarts() {
    Properties about = new Properties();
    try {
      about.load(new StringReader(resource(ABOUT_ECHARTS)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // The jar keeps its files below its version, which only the build names.
    return resource(
        "/META-INF/resources/webjars/echarts/" + about.getProperty("version") + "/echarts.min.js");
  }

  static String style() {
    return resource("page.css");
  }

  static String behavior() {
    return resource("page.js");
  }

  private static String resource(String name) {
    try (InputStream in = PageScripts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
