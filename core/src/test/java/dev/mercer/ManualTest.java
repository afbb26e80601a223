package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Matrix;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worked example of the library's manual is taken from the text of the package documentation,
 * compiled and run.
 */
class ManualTest {

  private static final Path MANUAL = Path.of("src/main/java/dev/mercer/package-info.java");

  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\n(.*?)\n \\* \\}</pre>", 32);

  private static final String FRAME =
      """
      import dev.mercer.*;
      import dev.mercer.data.*;
      import dev.mercer.kernel.*;
      import dev.mercer.landmark.*;
      import dev.mercer.method.*;
      import java.nio.file.Path;
      public class Example {
        public static Matrix run(double[][] training, double[][] unseen, Path file)
            throws Exception {
          %s
          return scores;
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void theExampleCompilesAndRuns() throws Exception {
    Path source = directory.resolve("Example.java");
    Files.writeString(source, FRAME.formatted(example()));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    String classes = classes().toString();
    int code = compiler.run(null, errors, errors, "-cp", classes, source.toString());
    assertThat(code).as(errors.toString(StandardCharsets.UTF_8)).isZero();

    double[][] training = points(400, 1);
    double[][] unseen = points(7, 2);
    Path file = directory.resolve("model.safetensors");
    Said said = run(training, unseen, file);

    assertThat(said.scores().rows()).isEqualTo(unseen.length);
    assertThat(said.scores().columns()).isEqualTo(3);
    assertThat(said.text()).contains("subset", " bytes\n", "missed, of the best variance, at most");
    assertThat(KernelPcaModel.load(file).report().certificate().value("optimalityGap"))
        .isBetween(0.0, 0.01);
  }

  private record Said(Matrix scores, String text) {}

  private Said run(double[][] training, double[][] unseen, Path file) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {directory.toUri().toURL()}, KernelPca.class.getClassLoader())) {
      Method run =
          loader
              .loadClass("Example")
              .getMethod("run", double[][].class, double[][].class, Path.class);
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      Matrix scores = (Matrix) run.invoke(null, training, unseen, file);
      return new Said(scores, printed.toString(StandardCharsets.UTF_8));
    } catch (InvocationTargetException e) {
      throw new AssertionError("the example failed", e.getCause());
    } finally {
      System.setOut(before);
    }
  }

  private static String example() throws IOException {
    Matcher matcher = EXAMPLE.matcher(Files.readString(MANUAL));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1).replaceAll("(?m)^ \\* ?", "");
  }

  private static Path classes() throws URISyntaxException {
    return Path.of(KernelPca.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static double[][] points(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] result = new double[n][2];
    for (double[] point : result) {
      double angle = 2 * Math.PI * random.nextDouble();
      point[0] = Math.cos(angle) + 0.1 * random.nextDouble();
      point[1] = Math.sin(angle) + 0.1 * random.nextDouble();
    }
    return result;
  }
}
