package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.docs.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The pages of the documentation that need Apache Spark. */
class SparkPagesTest {

  @TempDir static Path scratch;

  @Tag("whole")
  @TestFactory
  Stream<DynamicTest> pagesShowWhatTheProgramPrints() throws IOException, InterruptedException {
    return Pages.tests(Pages.all().stream().filter(Pages::onSpark).toList(), scratch);
  }

  @Test
  void theReferenceHasEveryParameter() throws IOException {
    List<String> lines = Files.readAllLines(Pages.folder().resolve("reference/spark.md"));
    int first = lines.indexOf("| parameter | default | meaning |");
    List<String> listed =
        lines.subList(first + 2, lines.size()).stream()
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> line.split("`")[1])
            .toList();
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(new KernelPcaEstimator().params()).map(Param::name).toList());
  }
}
