package dev.mercer.app.docs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs pages one after the other in the current folder, which is emptied before each: a process of
 * its own, since a Java program cannot change its folder. {@link Pages} starts it.
 */
final class PagesMain {

  static final String WRITE = "--write";

  private PagesMain() {}

  /**
   * Runs pages.
   *
   * @param arguments the folder for the results, the folder of the data sets (which need not be
   *     there), {@link #WRITE} if pages that are wrong are to be written anew, and the pages
   */
  public static void main(String[] arguments) throws IOException {
    Path results = Path.of(arguments[0]);
    Path data = Path.of(arguments[1]);
    List<String> rest = new ArrayList<>(Arrays.asList(arguments).subList(2, arguments.length));
    boolean write = rest.remove(WRITE);
    for (int i = 0; i < rest.size(); i++) {
      Path page = Path.of(rest.get(i));
      emptyFolder();
      if (Files.isDirectory(data)) {
        Files.createSymbolicLink(Path.of("data"), data);
      }
      layOutLibrary();
      Pages.Result result = run(page, write);
      Files.write(results.resolve(Integer.toString(i)), result.toLines());
    }
    emptyFolder();
    System.exit(0); // some pages leave threads behind
  }

  private static Pages.Result run(Path file, boolean write) {
    long start = System.nanoTime();
    List<String> wrong = new ArrayList<>();
    String missing = null;
    try {
      PageRun run = PageRun.of(Page.read(file));
      wrong.addAll(run.differences());
      missing = run.missing();
      if (write) {
        run.write();
      }
    } catch (Exception | Error e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      wrong.add(file.getFileName() + ": " + trace);
    }
    return new Pages.Result(file, wrong, missing, (System.nanoTime() - start) / 1e9);
  }

  private static void emptyFolder() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(""))) {
      List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : all) {
        if (!file.toString().isEmpty()) {
          Files.delete(file);
        }
      }
    }
  }

  /** The jars of the library where a build puts them, for pages that start Java themselves. */
  private static void layOutLibrary() throws IOException {
    Path folder = Files.createDirectories(Path.of("app", "target", "lib"));
    String entries =
        Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" "));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, entries);
    try (OutputStream out = Files.newOutputStream(folder.resolve("all.jar"))) {
      new JarOutputStream(out, manifest).close();
    }
  }
}
