package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.backend.Backend;
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
 * Holds the order of the packages: each uses only those before it in {@link #LOWEST_FIRST}.
 *
 * <p>The compiled classes are read, not the sources: every text in a class's constant pool that
 * names one of our classes, in a reference, a signature or a string for reflection, is a use.
 */
class PackageOrderTest {

  /** {@code ""} is the root package. */
  private static final List<String> LOWEST_FIRST =
      List.of(
          "spec",
          "json",
          "store",
          "backend",
          "linalg",
          "kernel",
          "data",
          "gram",
          "fastsum",
          "eigen",
          "landmark",
          "certify",
          "method",
          "",
          "use");

  private static final Pattern OUR_CLASS =
      Pattern.compile("dev[/.]mercer[/.](?:([a-z][a-z0-9]*)[/.])?[A-Z]");

  @Test
  void everyPackageUsesOnlyLowerOnes() throws IOException, URISyntaxException {
    Map<String, Set<String>> uses = usesByClass(mainClasses());
    assertThat(uses).hasSizeGreaterThan(10);
    assertThat(violations(uses)).isEmpty();
  }

  @Test
  void aUseIsSeenInTheCompiledClass() throws IOException, URISyntaxException {
    assertThat(usesByClass(mainClasses()).get("linalg/SymmetricOperator")).isEmpty();
    assertThat(usesByClass(mainClasses()).get("eigen/EigenSolver")).contains("linalg");
  }

  @Test
  void anUpwardUseIsReported() {
    assertThat(violations(Map.of("linalg/Low", Set.of("backend", "method"))))
        .containsExactly(
            "dev.mercer.linalg.Low uses dev.mercer.method, which is above it; allowed are"
                + " [spec, json, store, backend]");
    assertThat(violations(Map.of("KernelPca", Set.of("method", "use")))).hasSize(1);
    assertThat(violations(Map.of("use/Novelty", Set.of("")))).isEmpty();
  }

  @Test
  void anUnknownPackageIsReported() {
    assertThatThrownBy(() -> violations(Map.of("helpers/Thing", Set.of())))
        .hasMessageContaining("package 'helpers' has no place in the order; add it");
  }

  private static List<String> violations(Map<String, Set<String>> uses) {
    List<String> found = new ArrayList<>();
    uses.forEach(
        (name, packages) -> {
          String own = name.contains("/") ? name.substring(0, name.indexOf('/')) : "";
          int level = level(own);
          for (String used : packages) {
            if (level(used) > level) {
              found.add(
                  "dev.mercer."
                      + name.replace('/', '.')
                      + " uses dev.mercer"
                      + (used.isEmpty() ? "" : "." + used)
                      + ", which is above it; allowed are "
                      + LOWEST_FIRST.subList(0, level));
            }
          }
        });
    return found;
  }

  private static int level(String name) {
    int level = LOWEST_FIRST.indexOf(name);
    if (level < 0) {
      throw new AssertionError(
          "package '"
              + name
              + "' has no place in the order; add it to PackageOrderTest and to docs/design.md");
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
      String name = root.relativize(file).toString().replace('\\', '/').replace(".class", "");
      String own = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
      Set<String> used = new TreeSet<>();
      for (String text : constantTexts(Files.readAllBytes(file))) {
        Matcher matcher = OUR_CLASS.matcher(text);
        while (matcher.find()) {
          used.add(matcher.group(1) == null ? "" : matcher.group(1));
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
