package dev.mercer.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first page that anybody reads stays short, and its Java compiles and runs. */
class ReadmeTest {

  private static final int MOST_LINES = 120;

  @Test
  void isShort() throws IOException {
    assertThat(readme().lines()).hasSizeLessThan(MOST_LINES);
  }

  @Test
  void itsJavaCompilesAndRuns() throws Exception {
    List<Page.Block> java =
        readme().blocks().stream().filter(block -> block.language().equals("java")).toList();
    assertThat(java).hasSize(2); // the second needs Apache Spark and is run where that is
    assertThat(java.get(0).given()).isNotEmpty();
    assertThat(new JavaBlocks().run(java.get(0))).isEmpty();
  }

  private static Page readme() throws IOException {
    return Page.read(Path.of("").toAbsolutePath().resolveSibling("README.md"));
  }
}
