package dev.mercer.app.docs;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Compiles and runs the Java blocks of a page: each is the body of a method of a class that imports
 * what users of the library name. Import lines of the block go before that class.
 */
final class JavaBlocks {

  private static final String FRAME =
      """
      import dev.mercer.*;
      import dev.mercer.app.docs.Given;
      import dev.mercer.data.*;
      import dev.mercer.kernel.*;
      import dev.mercer.landmark.*;
      import dev.mercer.method.*;
      import dev.mercer.use.classify.*;
      import dev.mercer.use.denoise.*;
      import dev.mercer.use.discriminant.*;
      import dev.mercer.use.drive.*;
      import dev.mercer.use.ica.*;
      import dev.mercer.use.manifold.*;
      import dev.mercer.use.novelty.*;
      import dev.mercer.use.preimage.*;
      import java.nio.file.Path;
      import java.util.Arrays;
      import java.util.List;
      %s
      public class %s {
        public static void run() throws Exception {
      %s
        }
      }
      """;

  private int number;

  /**
   * Runs a block.
   *
   * @return what it printed
   * @throws IllegalStateException if it does not compile
   */
  String run(Page.Block block) throws Exception {
    String name = "Block" + ++number;
    List<String> code = new ArrayList<>(block.given());
    code.addAll(block.content());
    Path folder = Files.createTempDirectory("java-block");
    try {
      compile(folder, name, code);
      return call(folder, name);
    } finally {
      delete(folder);
    }
  }

  private static void compile(Path folder, String name, List<String> code) throws IOException {
    String imports = code.stream().filter(JavaBlocks::isImport).collect(Collectors.joining("\n"));
    String body = code.stream().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
    Path source = folder.resolve(name + ".java");
    Files.writeString(source, FRAME.formatted(imports, name, body));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                errors,
                errors,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    if (result != 0) {
      throw new IllegalStateException(
          "a Java block does not compile:\n" + errors.toString(StandardCharsets.UTF_8));
    }
  }

  private static boolean isImport(String line) {
    return line.startsWith("import ");
  }

  private static String call(Path folder, String name) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, JavaBlocks.class.getClassLoader())) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader.loadClass(name).getMethod("run").invoke(null);
      return printed.toString(StandardCharsets.UTF_8);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("a Java block failed", e.getCause());
    } finally {
      System.setOut(before);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      files.map(Path::toFile).forEach(File::delete);
    }
    Files.delete(folder);
  }
}
