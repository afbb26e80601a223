package dev.mercer.app.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The content of every page: its style, a short script of our own, and ECharts from its jar. */
public final class PageScripts {

  private static final String ABOUT_ECHARTS = "/META-INF/maven/org.webjars/echarts/pom.properties";

  private PageScripts() {}

  /** The script of Apache ECharts, from its jar. */
  public static String echarts() {
    Properties about = new Properties();
    try {
      about.load(new StringReader(resource(ABOUT_ECHARTS)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // The files are in a folder named by the version, which only the build knows.
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
