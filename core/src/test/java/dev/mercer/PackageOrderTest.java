package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.backend.Backend;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the order of the internal packages: each uses only those before it in {@link
 * #LOWEST_FIRST}, and what a user of the library names.
 *
 * <p>The compiled classes are read, not the sources: every text in a class's constant pool that
 * names one of our classes, in a reference, a signature or a string for reflection, is a use.
 */
class PackageOrderTest {

  private static final String INTERNAL = "internal.";

  /** Each internal package uses only those before it; what is public, all of them may use. */
  private static final List<String> LOWEST_FIRST =
      List.of(
          "spec",
          "json",
          "store",
          "backend",
          "linalg",
          "rows",
          "kernel",
          "blocks",
          "gram",
          "explicit",
          "fastsum",
          "score",
          "eigen",
          "features",
          "cluster",
          "select",
          "certify",
          "problem",
          "exact",
          "hebbian",
          "fit",
          "novelty",
          "access");

  /** The root package and what a user names. */
  private static final List<String> PUBLIC = List.of("", "kernel", "data", "landmark", "method");

  private static final Pattern OUR_CLASS =
      Pattern.compile("dev[/.]mercer[/.]((?:[a-z][a-z0-9]*[/.])*)[A-Z]");

  @Test
  void everyPackageUsesOnlyLowerOnes() throws IOException, URISyntaxException {
    Map<String, Set<String>> uses = usesByClass(mainClasses());
    assertThat(uses).hasSizeGreaterThan(10);
    assertThat(violations(uses)).isEmpty();
  }

  @Test
  void thePageOnTheArchitectureListsThePackagesInThisOrder() throws IOException {
    String page = Files.readString(Path.of("").toAbsolutePath().resolveSibling("ARCHITECTURE.md"));
    String table = page.substring(page.indexOf("| internal package |"));
    table = table.substring(0, table.indexOf("\n\n"));
    assertThat(Pattern.compile("(?m)^\\| `([a-z]+)` \\|").matcher(table).results())
        .extracting(row -> row.group(1))
        .isEqualTo(LOWEST_FIRST);
  }

  @Test
  void aUseIsSeenInTheCompiledClass() throws IOException, URISyntaxException {
    Map<String, Set<String>> uses = usesByClass(mainClasses());
    assertThat(uses.get("internal.linalg.SymmetricOperator")).isEmpty();
    assertThat(uses.get("internal.eigen.EigenSolver")).contains("internal.linalg");
  }

  @Test
  void anUpwardUseIsReported() {
    assertThat(
            violations(Map.of("internal.linalg.Low", Set.of("internal.backend", "internal.fit"))))
        .containsExactly("internal.linalg.Low uses internal.fit, which is above it");
    assertThat(violations(Map.of("internal.linalg.Low", Set.of("", "kernel", "method")))).isEmpty();
    assertThat(violations(Map.of("KernelPca", Set.of("internal.fit", "method")))).isEmpty();
  }

  @Test
  void anUnknownPackageIsReported() {
    assertThatThrownBy(() -> violations(Map.of("helpers.Thing", Set.of())))
        .hasMessageContaining("package 'helpers' has no place in the order; add it");
  }

  private static List<String> violations(Map<String, Set<String>> uses) {
    List<String> found = new ArrayList<>();
    uses.forEach(
        (name, packages) -> {
          int level = level(packageOf(name));
          for (String used : packages) {
            boolean known = PUBLIC.contains(used) && level >= 0;
            if (!known && level(used) > level) {
              found.add(name + " uses " + used + ", which is above it");
            }
          }
        });
    return found;
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private static int level(String name) {
    if (PUBLIC.contains(name)) {
      return LOWEST_FIRST.size();
    }
    int level = name.startsWith(INTERNAL) ? LOWEST_FIRST.indexOf(name.substring(9)) : -1;
    if (level < 0) {
      throw new AssertionError(
          "package '"
              + name
              + "' has no place in the order; add it to PackageOrderTest and ARCHITECTURE.md");
    }
    return level;
  }

  /** Class name below dev/mercer to the packages it uses, its own left out. */
  private static Map<String, Set<String>> usesByClass(Path classes) throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    Path root = classes.resolve("dev/mercer");
    List<Path> files;
    try (Stream<Path> tree = Files.walk(root)) {
      files = tree.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (Path file : files) {
      String path = root.relativize(file).toString().replace(".class", "");
      String name = path.replace('\\', '.').replace('/', '.');
      String own = packageOf(name);
      Set<String> used = new TreeSet<>();
      for (String text : constantTexts(Files.readAllBytes(file))) {
        Matcher matcher = OUR_CLASS.matcher(text);
        while (matcher.find()) {
          String found = matcher.group(1).replace('/', '.');
          used.add(found.isEmpty() ? "" : found.substring(0, found.length() - 1));
        }
      }
      used.remove(own);
      uses.put(name, used);
    }
    return uses;
  }

  /** The CONSTANT_Utf8 entries of a class file (JVMS 4.4). */
  private static List<String> constantTexts(byte[] classFile) throws IOException {
    List<String> texts = new ArrayList<>();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    in.skipNBytes(8); // magic, minor, major
    int count = in.readUnsignedShort();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts.add(in.readUTF());
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++; // long and double take two places
        }
        default -> throw new IOException("unknown constant tag " + tag);
      }
    }
    return texts;
  }

  private static Path mainClasses() throws URISyntaxException {
    return Path.of(Backend.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
