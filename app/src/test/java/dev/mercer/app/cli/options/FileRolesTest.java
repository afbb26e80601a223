package dev.mercer.app.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Main;
import dev.mercer.app.Program;
import dev.mercer.app.cli.console.Console;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** No call replaces what it reads, or writes two results to one file, whatever the names. */
class FileRolesTest {

  /** Folders that are looked into for known names; nothing there is replaced. */
  private static final Set<String> NEITHER = Set.of("datasets --data", "fetch --data");

  /** What a verb cannot do without beside its files. */
  private static final Map<String, String> NEEDED =
      Map.of("--components", "2", "--methods", "exact");

  private static final String ROWS = "a,b\n1,2\n3,5\n4,4\n9,1\n";

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void rows() throws IOException {
    data = Files.writeString(folder.resolve("in.csv"), ROWS);
  }

  private static List<CommandLine> verbs() {
    return List.copyOf(Main.commandLine(Console.of(0)).getSubcommands().values());
  }

  private static List<ArgSpec> arguments(CommandLine verb) {
    List<ArgSpec> all = new ArrayList<>(verb.getCommandSpec().positionalParameters());
    all.addAll(verb.getCommandSpec().options());
    return all;
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static boolean reads(ArgSpec argument) {
    return argument.userObject() instanceof Field field && field.isAnnotationPresent(Reads.class);
  }

  private static boolean writes(ArgSpec argument) {
    return argument.userObject() instanceof Field field && field.isAnnotationPresent(Writes.class);
  }

  private static boolean folder(ArgSpec written) {
    return ((Field) written.userObject()).getAnnotation(Writes.class).inside().length > 0;
  }

  @Test
  void everyArgumentThatNamesAFileHasARole() {
    Set<String> data = Set.of("DATA", "TRAIN", "TEST", "REF", "MODEL");
    for (CommandLine verb : verbs()) {
      for (ArgSpec argument : arguments(verb)) {
        boolean file =
            argument.typeInfo().getType() == Path.class
                || argument.typeInfo().getType() == String.class
                    && data.contains(argument.paramLabel());
        String name = verb.getCommandName() + " " + name(argument);
        if (file && !NEITHER.contains(name) && !name.equals("plan DATA")) {
          assertThat(reads(argument) ^ writes(argument)).as(name).isTrue();
        }
      }
    }
  }

  /** A verb, something it writes, and something else it names. */
  record Pair(CommandLine verb, ArgSpec written, ArgSpec other) {
    @Override
    public String toString() {
      return verb.getCommandName() + " " + name(written) + " " + name(other);
    }
  }

  static Stream<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (CommandLine verb : verbs()) {
      for (ArgSpec written : arguments(verb).stream().filter(FileRolesTest::writes).toList()) {
        if (!folder(written)) {
          for (ArgSpec other : arguments(verb)) {
            if (other != written && (reads(other) || writes(other) && !folder(other))) {
              pairs.add(new Pair(verb, written, other));
            }
          }
        }
      }
    }
    assertThat(pairs).hasSizeGreaterThan(60);
    return pairs.stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aFileThatIsNamedTwiceIsRefusedByEveryVerb(Pair pair) throws IOException {
    List<Object> words = new ArrayList<>(List.of(pair.verb().getCommandName()));
    int number = 0;
    for (ArgSpec argument : arguments(pair.verb())) {
      boolean named = argument == pair.written() || argument == pair.other();
      if (named || argument.required() || !argument.isOption()) {
        if (argument.isOption()) {
          words.add(name(argument));
        }
        boolean file = named || reads(argument) || writes(argument);
        words.add(
            named ? data : file ? folder.resolve("file" + number++) : NEEDED.get(name(argument)));
      }
    }
    // TRAIN stands before TEST, so that TEST can be named.
    Program refused = Program.run(words.toArray());
    assertThat(refused.exit()).as(words + ": " + refused.err()).isEqualTo(2);
    assertThat(refused.err()).hasLineCount(1);
    assertThat(refused.reason())
        .startsWith("mercer: ")
        .contains(name(pair.written()), name(pair.other()), "the same file", "name ");
    assertThat(data).hasContent(ROWS);
  }

  private void assertRefused(String what, Object... words) throws IOException {
    Program refused = Program.run(words);
    assertThat(refused.exit()).as(refused.err()).isEqualTo(2);
    assertThat(refused.err()).contains(what).hasLineCount(1);
    assertThat(data).hasContent(ROWS);
  }

  @Test
  void otherNamesOfTheSameFile() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("in.csv"));
    Path chain = Files.createSymbolicLink(folder.resolve("chain.csv"), link);
    Path hard = Files.createLink(folder.resolve("hard.csv"), data);
    Path sub = Files.createDirectory(folder.resolve("sub"));
    Path way = Files.createSymbolicLink(folder.resolve("way"), sub);
    List<Path> names =
        List.of(
            link,
            chain,
            hard,
            sub.resolve("../in.csv"),
            way.resolve("../in.csv"),
            Path.of(folder + "/./in.csv"));
    for (Path name : names) {
      assertRefused(
          "--scores " + name + " would replace DATA " + data, "fit", data, "--scores", name);
      assertRefused("would replace DATA " + name, "fit", name, "--scores", data);
      assertThat(name).exists();
    }
    assertRefused("would replace DATA " + data, "fit", folder + "/i*.csv", "--scores", data);
    assertRefused("would replace DATA " + data, "fit", folder + "/**/in.csv", "--scores", link);
  }

  @Test
  void outputsThatDoNotExistYet() throws IOException {
    Path sub = Files.createDirectory(folder.resolve("sub"));
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling.csv"), Path.of("sub/new"));
    Path circle = Files.createSymbolicLink(folder.resolve("circle.csv"), Path.of("circle.csv"));
    assertRefused(
        "are the same file, for two outputs; name two files",
        "fit",
        data,
        "--report",
        sub.resolve("new"),
        "--scores",
        dangling);
    assertRefused("leads in a circle", "fit", data, "--scores", circle);
    Program apart = Program.run("fit", data, "--kernel", "linear", "--quiet", "--scores", dangling);
    assertThat(apart.exit()).as(apart.err()).isZero();
    assertThat(dangling).isSymbolicLink();
    assertThat(sub.resolve("new")).isRegularFile();
  }

  @Test
  void filesInAFolderOfResults() throws IOException {
    Path table = Files.move(data, folder.resolve("table.csv"));
    data = table;
    Path elsewhere = Files.createSymbolicLink(folder.resolve("rows.csv"), table);
    for (Path name : List.of(table, elsewhere)) {
      assertRefused(
          "--output " + table + " would replace",
          "compare",
          name,
          "--methods",
          "exact",
          "-o",
          folder);
    }
    Files.writeString(folder.resolve("summary.md"), "results");
    Files.writeString(folder.resolve("index.html"), "of a run before");
  }

  /** An engine writes and reads folders. */
  @Test
  void foldersOfAnEngine() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("rows.parquet"));
    Path part = Files.writeString(parts.resolve("part-0.parquet"), "x");
    Path model = folder.resolve("m.safetensors");
    for (Object[] inAndOut :
        new Object[][] {{parts, parts}, {part, parts}, {parts, part}, {parts + "/*", parts}}) {
      assertRefused(
          "would replace",
          "transform",
          inAndOut[0],
          "-m",
          model,
          "--engine",
          "spark",
          "-o",
          inAndOut[1]);
    }
    assertThat(part).hasContent("x");
  }
}
