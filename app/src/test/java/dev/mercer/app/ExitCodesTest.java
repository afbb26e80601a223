package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.console.Failures;
import dev.mercer.app.machine.HeapBudget;
import dev.mercer.app.machine.MemorySize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything that can be wrong with a command: its exit code, one line that says what is wrong and
 * what is allowed, nothing on standard output, no stack trace, no file.
 */
class ExitCodesTest {

  @TempDir static Path folder;

  @BeforeAll
  static void makeFiles() throws IOException {
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 12; i++) {
      text.append(i % 5).append(',').append(i * i % 7).append(',').append(0.5 * i).append('\n');
    }
    write("good.csv", text.toString());
    write("empty.csv", "");
    write("header.csv", "a,b\n");
    write("text.csv", "a,b,name\n1,2,x\n3,4,y\n5,7,z\n");
    write("nan.csv", "a,b\n1,2\nNaN,4\n5,6\n");
    write("inf.csv", "a,b\n1,2\n3,4\n5,inf\n");
    write("gap.csv", "a,b\n1,2\n3,\n5,6\n");
    write("one.csv", "a,b\n1,2\n");
    write("equal.csv", "a,b\n" + "1,2\n".repeat(15));
    write("labels.csv", "a,b,y\n1,2,p\n3,4,q\n5,7,p\n");
    write("negative.csv", "a,b,w\n1,2,1\n3,4,-1\n5,7,2\n");
    write("zero.csv", "a,b,w\n1,2,0\n3,4,0\n5,7,0\n");
    write("alone.csv", "a,b,w\n1,2,0\n3,4,1\n5,7,0\n");
    StringBuilder few = new StringBuilder("a,b,w\n");
    for (int i = 0; i < 20; i++) {
      few.append(i % 5)
          .append(',')
          .append(i * i % 7)
          .append(',')
          .append(i < 4 ? 2 : 0)
          .append('\n');
    }
    write("few.csv", few.toString());
    write("strange.csv", "a,b,w\n1,2,1\n3,4,nan\n5,7,2\n");
    write("ab.csv", "a,b\n1,2\n3,4\n");
    write("oblong.csv", "1,2,3\n2,1,4\n");
    write("skew.csv", "1,2\n3,1\n");
    write("data.xyz", "1,2\n");
    write("words.safetensors", "hello world, this is no model");
    write("json.safetensors", "\u0002\0\0\0\0\0\0\0{}");
    Program fit =
        Program.run("fit", at("good.csv"), "--rank", 2, "--quiet", "-o", at("m.safetensors"));
    assertThat(fit.exit()).as(fit.err()).isZero();
    byte[] model = Files.readAllBytes(folder.resolve("m.safetensors"));
    Files.write(
        folder.resolve("cut.safetensors"), java.util.Arrays.copyOf(model, model.length - 9));
    model[model.length / 2] ^= 0x55;
    byte[] bad = model.clone();
    java.util.Arrays.fill(bad, 8, 40, (byte) '{');
    Files.write(folder.resolve("corrupt.safetensors"), bad);
    Files.createDirectory(folder.resolve("folder.safetensors"));
    write("rows-twice.txt", "3\n1\n3\n");
    write("rows-beyond.txt", "0\n12\n");
    write("rows-text.txt", "0\nx\n");
    write("rows-empty.txt", "\n");
    write("rows-few.txt", "0\n5\n");
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static String at(String name) {
    return folder.resolve(name).toString();
  }

  private static Arguments wrong(String command, String... fragments) {
    return Arguments.of(2, command, fragments);
  }

  /** Words between bars are names of files of the folder. */
  static Stream<Arguments> failures() {
    return Stream.of(
        // the command line itself
        wrong("", "a verb is missing", "fit", "mercer --help"),
        wrong("fti |good.csv|", "unknown verb 'fti'", "did you mean 'fit'", "doctor"),
        wrong("--nonsense", "unknown option '--nonsense'"),
        wrong("fit", "DATA is missing", "mercer fit --help"),
        wrong(
            "fit |good.csv| --rnak 3", "unknown option '--rnak'", "did you mean --rank?", "--help"),
        wrong("fit |good.csv| --kernal=linear", "'--kernal'", "did you mean --kernel?"),
        wrong("fit |good.csv| |ab.csv|", "unexpected argument", "DATA"),
        wrong("doctor now", "unexpected argument 'now'"),
        wrong("fit |good.csv| --rank", "--rank needs a value", "R"),
        wrong("fit |good.csv| --report --quiet", "--report needs a value"),
        wrong("fit |good.csv| --rank 2 --rank 3", "--rank", "more than once"),
        wrong("fit |good.csv| --landmarks 5", "landmarks = 5", "fewer than the rank 10"),
        wrong("fit |good.csv| --landmarks 99 --rank 2", "landmarks = 99", "at most 12"),
        wrong("fit |good.csv| --landmarks 0", "landmarks = 0", "at least 1"),
        wrong("fit |good.csv| --landmarks 5 --gap 0.1", "give one of them"),
        wrong("fit |good.csv| --tolerance 1.5", "tolerance = 1.5", "above 0 and below 1"),
        wrong("fit |good.csv| --gap nan", "--gap"),
        wrong("fit |good.csv| --method exact --landmarks 5", "exact", "no landmarks"),
        wrong("fit |good.csv| --method subset --solver dense", "solver", "exact"),
        wrong("fit |good.csv| --selector unifrom --landmarks 5", "unifrom", "uniform"),
        wrong("fit |good.csv| --selector shadow(ell=4) --kernel linear --rank 2", "linear"),
        wrong("fit |good.csv| --selector shadow(ell=0) --rank 2", "ell"),
        wrong("fit |good.csv| --selector shadow --landmarks 3 --rank 2", "shadow", "itself"),
        wrong("fit |good.csv| --landmark-rows |rows-twice.txt| --rank 2", "row 3", "twice"),
        wrong("fit |good.csv| --landmark-rows |rows-beyond.txt| --rank 2", "row 12", "0 to 11"),
        wrong("fit |good.csv| --landmark-rows |rows-text.txt| --rank 2", "line 2", "'x'"),
        wrong("fit |good.csv| --landmark-rows |rows-empty.txt| --rank 2", "empty"),
        wrong("fit |good.csv| --landmark-rows |rows-few.txt| --rank 5", "fewer than the rank 5"),
        wrong("fit |good.csv| --landmark-rows |nowhere.txt|", "nowhere.txt", "does not exist"),
        wrong("transform |good.csv| -o x.csv", "--model MODEL is missing"),
        wrong("transform |good.csv| -m |m.safetensors|", "--output SCORES is missing"),
        // numbers
        wrong("fit |good.csv| --rank 0", "rank = 0", "at least 1"),
        wrong("fit |good.csv| --rank -1", "rank = -1", "at least 1"),
        wrong("fit |good.csv| --rank 13", "rank = 13", "12 rows", "at most 12"),
        wrong("plan |good.csv| --rank 13", "rank = 13", "at most 12"),
        wrong("fit |good.csv| --rank x", "--rank x is not a whole number"),
        wrong("fit |good.csv| --rank 2 --variance 0.5", "--rank", "--variance", "only one"),
        wrong("fit |good.csv| --variance 0", "variance = 0", "above 0 and at most 1"),
        wrong("fit |good.csv| --variance 1.5", "variance = 1.5", "at most 1"),
        wrong("fit |good.csv| --variance much", "--variance much is not a number"),
        wrong("fit |good.csv| --seed 1.5", "--seed 1.5 is not a whole number"),
        wrong("fit |good.csv| --threads 0", "--threads 0", "at least 1"),
        wrong("fit |good.csv| --memory lots", "'lots'", "4g"),
        wrong("fit |good.csv| --memory -1g", "'-1g'", "4g"),
        // names
        wrong("fit |good.csv| --kernel gausian", "'gausian'", "did you mean 'gaussian'", "cosine"),
        wrong("fit |good.csv| --kernel gaussian(sgma=2)", "'sgma'", "'sigma'", "gamma"),
        wrong("fit |good.csv| --kernel gaussian(sigma=-2)", "sigma = -2"),
        wrong("fit |good.csv| --kernel gaussian(sigma=2", "not closed"),
        wrong("fit |good.csv| --kernel linear+", "linear+"),
        wrong("fit |good.csv| --method subst", "subst", "subset"),
        wrong("fit |good.csv| --method subset(x=1)", "x"),
        wrong("fit |good.csv| --method exacd", "'exacd'", "did you mean 'exact'"),
        wrong("fit |good.csv| --method exact(a=1)", "'a'", "exact"),
        wrong("fit |good.csv| --solver qr", "'qr'", "auto, dense, lanczos"),
        wrong("fit |good.csv| --operator dense", "'dense'", "auto, stored, tiled"),
        wrong("fit |good.csv| --precision half", "'half'", "double, float"),
        wrong("fit |good.csv| --center median", "median", "feature, none"),
        wrong("fit |good.csv| --scale log", "'log'", "none, standard, minmax, max=VALUE"),
        wrong("fit |good.csv| --scale max=0", "max=0", "positive"),
        wrong("fit |good.csv| --scale max=abc", "max=abc", "max=255"),
        wrong("fit |good.csv| --missing fill", "fill", "error, drop"),
        wrong("fit builtin:iris", "builtin:iris", "digits"),
        wrong("fit synthetic:mooons", "mooons", "moons"),
        wrong("fit synthetic:moons(radius=2)", "radius", "noise"),
        // data
        wrong("fit |none.csv|", "none.csv", "check the path"),
        wrong("fit |.|", "is a folder", "*.csv"),
        wrong("fit |data.xyz|", "data.xyz", ".csv"),
        wrong("fit |empty.csv|", "empty.csv is empty"),
        wrong("fit |header.csv|", "header.csv", "no rows"),
        wrong("fit |text.csv|", "'name'", "not numeric", "--label name", "--drop name"),
        wrong("fit |nan.csv|", "row 1", "'a'", "NaN", "--missing drop"),
        wrong("fit |inf.csv|", "row 2", "'b'", "--missing drop"),
        wrong("fit |gap.csv|", "row 1", "'b'", "missing", "--missing drop"),
        wrong("fit |good.csv| --label z", "'z'", "--label", "'a', 'b', 'c'"),
        wrong("fit |good.csv| --columns a,z", "'z'", "--columns"),
        wrong("fit |good.csv| --drop a,b,c", "no feature column"),
        wrong("fit |good.csv| --classes 1", "--classes", "--label"),
        wrong("fit |labels.csv| --label y --classes r", "'r'", "'p', 'q'"),
        wrong("fit |good.csv| --rows 5:20", "5:20", "12 rows"),
        wrong("fit |good.csv| --rows 7", "'7'", "A:B"),
        wrong("fit |good.csv| --rows 5:2", "5:2"),
        wrong("fit |good.csv| --weights w", "'w'", "--weights"),
        wrong("fit |negative.csv| --weights w", "row 1", "-1", "at least 0"),
        wrong(
            "fit |few.csv| --weights w --rank 5",
            "rank = 5 exceeds the 4 rows of positive weight",
            "at most 4"),
        wrong(
            "fit |few.csv| --weights w --rank 2 --method subset --landmarks 5",
            "landmarks = 5 exceeds the 4 rows of positive weight",
            "at most 4"),
        wrong("fit |zero.csv| --weights w", "'w'", "0 in every row"),
        wrong("fit |strange.csv| --weights w", "row 1", "'w'", "finite"),
        wrong("fit |oblong.csv| --precomputed", "square", "2 x 3"),
        wrong("fit |skew.csv| --precomputed", "symmetric", "(0, 1)"),
        wrong("fit |skew.csv| --precomputed --kernel linear", "--precomputed", "--kernel"),
        // outputs
        wrong("fit |good.csv| -o |none/m.safetensors|", "--output", "none does not exist"),
        wrong("fit |good.csv| -o |folder.safetensors|", "is a folder"),
        wrong("fit |good.csv| -o |m.model|", "unknown ending", ".safetensors"),
        wrong("fit |good.csv| --scores |s.txt|", "unknown ending", ".csv, .npy, .parquet"),
        wrong("fit |good.csv| --scores |none/s.csv|", "none does not exist"),
        wrong("fit |good.csv| --report |none/r.json|", "none does not exist"),
        wrong("fit |good.csv| --scores |s.csv| --report |s.csv|", "two outputs"),
        wrong("transform |good.csv| -m |m.safetensors| -o |s.txt|", "unknown ending", ".npy"),
        wrong("transform |good.csv| -m |m.safetensors| -o |none/s.csv|", "does not exist"),
        // models
        wrong("transform |good.csv| -m |none| -o |s.csv|", "none", "no such file"),
        wrong("transform |good.csv| -m |words.safetensors| -o |s.csv|", "not a safetensors file"),
        wrong("transform |good.csv| -m |json.safetensors| -o |s.csv|", "not a model"),
        wrong("transform |good.csv| -m |cut.safetensors| -o |s.csv|", "cut"),
        wrong("inspect |corrupt.safetensors|", "corrupt.safetensors"),
        wrong("inspect |folder.safetensors|", "is a folder"),
        wrong("inspect |good.csv|", "good.csv", "safetensors"),
        wrong("transform |ab.csv| -m |m.safetensors| -o |s.csv|", "'c'", "it has 'a', 'b'"),
        wrong("evaluate |ab.csv| -m |m.safetensors|", "'c'"),
        wrong("transform |nan.csv| -m |m.safetensors| -o |s.csv|", "'c'"),
        // arithmetic
        Arguments.of(3, "fit |one.csv|", new String[] {"one"}),
        Arguments.of(3, "fit |one.csv| --kernel linear", new String[] {"only one row"}),
        Arguments.of(
            3, "fit |one.csv| --kernel gaussian(sigma=1) --rank 1", new String[] {"one row"}),
        Arguments.of(3, "fit |equal.csv|", new String[] {"equal"}),
        Arguments.of(3, "fit |equal.csv| --kernel linear", new String[] {"no variance"}),
        Arguments.of(3, "fit |equal.csv| --kernel gaussian(sigma=1)", new String[] {"no variance"}),
        Arguments.of(
            3,
            "fit |alone.csv| --weights w --kernel gaussian(sigma=1)",
            new String[] {"no variance"}),
        // memory
        Arguments.of(
            4,
            "fit synthetic:blobs(n=100000,d=50) --memory 1m",
            new String[] {"100000 rows", "rows would fit", "--memory"}),
        Arguments.of(
            4,
            "plan synthetic:blobs(n=100000,d=50) --method exact --memory 20m",
            new String[] {"100000 rows", "rows would fit", "--memory"}),
        Arguments.of(
            4,
            "plan synthetic:blobs(n=20000,d=5) --operator stored --memory 100m",
            new String[] {"stored", "operator tiled", "would fit"}));
  }

  @ParameterizedTest(name = "{0}: mercer {1}")
  @MethodSource("failures")
  void oneLineAndTheRightCode(int exit, String command, String[] fragments) throws IOException {
    Object[] words =
        command.isEmpty()
            ? new Object[0]
            : Stream.of(command.split(" "))
                .map(word -> word.startsWith("|") ? at(word.substring(1, word.length() - 1)) : word)
                .toArray();
    long before = count();
    Program program = Program.run(words);
    assertThat(program.exit()).as(program.err()).isEqualTo(exit);
    assertThat(program.out()).isEmpty();
    assertThat(program.reason()).startsWith("mercer: ").contains(fragments);
    // Beside the reason only lines of stages that were done.
    assertThat(program.err().lines().filter(line -> !line.matches("\\w+: [\\d.]+ s"))).hasSize(1);
    assertThat(count()).as("no file was made").isEqualTo(before);
  }

  private static long count() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.count();
    }
  }

  @Test
  void anErrorOfOursIsABugAndSaysHowToReportIt() {
    Program program = failed(new IllegalStateException("index off by one"));
    assertThat(program.exit()).isEqualTo(1);
    assertThat(program.err())
        .startsWith("mercer: internal error, a bug in mercer ")
        .contains("report it", "mercer doctor")
        .contains("IllegalStateException: index off by one")
        .contains("\tat dev.mercer.app.ExitCodesTest");
    assertThat(failed(new StackOverflowError()).exit()).isEqualTo(1);
  }

  @Test
  void whatOnlyHappensUnderneathHasItsCodeToo() {
    assertThat(failed(new CancellationException()).exit()).isEqualTo(130);
    assertThat(failed(new OutOfMemoryError("Java heap space")).exit()).isEqualTo(4);
    assertThat(failed(new OutOfMemoryError("Java heap space")).err()).contains("--memory");
    assertThat(failed(new IOException("disk\nfull")))
        .isEqualTo(new Program(2, "", "mercer: disk full\n"));
  }

  private static Program failed(Throwable error) {
    java.io.PrintStream before = System.err;
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    System.setErr(new java.io.PrintStream(bytes, true));
    try {
      int exit = new Failures(Console.of(0)).failed(error);
      return new Program(exit, "", bytes.toString());
    } finally {
      System.setErr(before);
    }
  }

  @Test
  void whatIsAdvisedForMemoryIsEnough() {
    for (long planned : new long[] {1L << 20, 200L << 20, 5L << 30}) {
      long memory = MemorySize.parse(HeapBudget.memoryFor(planned, 2)).bytes();
      // as the launcher divides it
      long heap = memory - (128L << 20) - Math.min(memory / 8, 2 * (16L << 20)) - memory / 64;
      assertThat(HeapBudget.plannable(heap)).isGreaterThanOrEqualTo(planned);
      assertThat(memory).isLessThan(2 * planned + (300L << 20));
    }
  }
}
