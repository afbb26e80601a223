package dev.mercer.project;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** The files of the project's own tree, without what a build or a user has put there. */
final class ProjectFiles {

  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private ProjectFiles() {}

  /** All pages in Markdown. */
  static List<Path> pages() throws IOException {
    return named(name -> name.endsWith(".md"));
  }

  /**
   * The path of a file from the project's root, with slashes, as messages and citations have it.
   */
  static String path(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  /** All files with such names, in the order of their paths. */
  static List<Path> named(Predicate<String> name) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return isOurs(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (name.test(file.getFileName().toString())) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(found);
    return found;
  }

  /**
   * Neither built nor downloaded by a user ({@code data} holds data sets of others). Of the hidden
   * folders only two have files of ours; the others belong to tools.
   */
  private static boolean isOurs(Path folder) {
    String name = folder.getFileName().toString();
    boolean hidden = name.startsWith(".") && !name.equals(".github") && !name.equals(".ci");
    return folder.equals(ROOT)
        || !hidden && !name.equals("target") && !folder.equals(ROOT.resolve("data"));
  }
}
