package dev.mercer.app.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every command and every Java block of the documentation runs and prints what its page shows. */
@Tag("whole")
class PagesTest {

  @TempDir static Path scratch;

  @TestFactory
  Stream<DynamicTest> pagesShowWhatTheProgramPrints() throws IOException, InterruptedException {
    return Pages.tests(Pages.all().stream().filter(page -> !Pages.onSpark(page)).toList(), scratch);
  }
}
