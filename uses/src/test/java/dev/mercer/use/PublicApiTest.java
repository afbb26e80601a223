package dev.mercer.use;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.KernelPca;
import dev.mercer.PublicApi;
import dev.mercer.use.novelty.Novelty;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a user of the library can name is written down in {@code docs/api.txt}, so that a change of
 * it shows in review; it stays small, and names nothing that a user cannot.
 *
 * <p>{@code -Dmercer.api.write=true} writes the file anew.
 */
class PublicApiTest {

  private static final Path FILE = Path.of("").toAbsolutePath().resolveSibling("docs/api.txt");

  private static final int CORE_TYPES = 80;
  private static final int USES_TYPES = 45;

  @Test
  void isWhatIsWrittenDown() throws IOException, URISyntaxException {
    List<String> lines =
        Stream.of(core(), uses()).map(PublicApi::lines).flatMap(List::stream).toList();
    assertThat(lines).hasSizeGreaterThan(200);
    if (Boolean.getBoolean("mercer.api.write")) {
      Files.write(FILE, lines);
      return;
    }
    assertThat(lines)
        .as("write docs/api.txt anew by -Dmercer.api.write=true, see CONTRIBUTING.md")
        .containsExactlyElementsOf(Files.readAllLines(FILE));
  }

  @Test
  void namesNothingThatAUserCannotName() throws IOException, URISyntaxException {
    Set<String> found = new TreeSet<>(core().namesWhatAUserCannot());
    found.addAll(uses().namesWhatAUserCannot());
    assertThat(found).isEmpty();
  }

  @Test
  void staysSmall() throws IOException, URISyntaxException {
    assertThat(core().types()).as("public types of core").isLessThanOrEqualTo(CORE_TYPES);
    assertThat(uses().types()).as("public types of uses").isLessThanOrEqualTo(USES_TYPES);
  }

  private static PublicApi core() throws IOException, URISyntaxException {
    return PublicApi.ofModuleOf(KernelPca.class);
  }

  private static PublicApi uses() throws IOException, URISyntaxException {
    return PublicApi.ofModuleOf(Novelty.class);
  }
}
