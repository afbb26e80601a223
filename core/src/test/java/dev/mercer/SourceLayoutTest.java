package dev.mercer;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sources of all modules stay such that a reader finds a class: no file is longer than {@link
 * #LINES}, no package larger than {@link #FILES}, and no two classes of main code share a name.
 */
class SourceLayoutTest {

  private static final int LINES = 500;
  private static final int FILES = 40;

  private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

  @Test
  void noFileIsLong() throws IOException {
    assertThat(longFiles(sources(PROJECT))).isEmpty();
  }

  @Test
  void noPackageIsLarge() throws IOException {
    assertThat(largePackages(PROJECT, sources(PROJECT))).isEmpty();
  }

  @Test
  void noNameOccursTwice() throws IOException {
    assertThat(namesTwice(sources(PROJECT))).isEmpty();
  }

  @Test
  void whatIsTooMuchIsFound(@TempDir Path project) throws IOException {
    Path main = Files.createDirectories(project.resolve("one/src/main/java/p"));
    Path test = Files.createDirectories(project.resolve("one/src/test/java/p"));
    Path other = Files.createDirectories(project.resolve("two/src/main/java/q"));
    Path built = Files.createDirectories(project.resolve("one/target/generated/src/main/java/p"));
    for (int i = 0; i <= FILES; i++) {
      Files.writeString(main.resolve("Class" + i + ".java"), "x\n".repeat(LINES));
    }
    Files.writeString(test.resolve("Class1.java"), "x\n".repeat(LINES + 1));
    Files.writeString(other.resolve("Class2.java"), "");
    Files.writeString(other.resolve("package-info.java"), "");
    Files.writeString(built.resolve("Class3.java"), "x\n".repeat(LINES + 1));
    List<Path> sources = sources(project);
    assertThat(longFiles(sources)).containsOnly(Map.entry("Class1.java", LINES + 1));
    assertThat(largePackages(project, sources))
        .containsOnly(Map.entry("one/src/main/java/p", FILES + 1));
    assertThat(namesTwice(sources)).containsOnly("Class2.java");
  }

  private static Map<String, Integer> longFiles(List<Path> sources) throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    for (Path file : sources) {
      int lines = Files.readAllLines(file).size();
      if (lines > LINES) {
        found.put(name(file), lines);
      }
    }
    return found;
  }

  private static Map<String, Integer> largePackages(Path project, List<Path> sources) {
    Map<String, Integer> found = new TreeMap<>();
    sources.stream()
        .collect(groupingBy(Path::getParent))
        .forEach(
            (folder, files) -> {
              if (files.size() > FILES) {
                found.put(project.relativize(folder).toString().replace('\\', '/'), files.size());
              }
            });
    return found;
  }

  private static Set<String> namesTwice(List<Path> sources) {
    Set<String> seen = new TreeSet<>();
    Set<String> found = new TreeSet<>();
    for (Path file : sources) {
      boolean main = file.toString().replace('\\', '/').contains("/src/main/");
      if (main && !name(file).equals("package-info.java") && !seen.add(name(file))) {
        found.add(name(file));
      }
    }
    return found;
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /** The Java files below MODULE/src for every module. */
  private static List<Path> sources(Path project) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(project)) {
      for (Path source : modules.map(module -> module.resolve("src")).toList()) {
        if (Files.isDirectory(source)) {
          try (Stream<Path> files = Files.walk(source)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
          }
        }
      }
    }
    assertThat(found).isNotEmpty();
    return found;
  }
}
