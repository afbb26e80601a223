package dev.mercer.site;

import java.nio.file.Path;

/**
 * Paths as links have them: relative to a root, with slashes; a folder ends with one or is empty.
 */
final class Paths {

  private Paths() {}

  /** The path of a file below a root. */
  static String below(Path root, Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /** The folder of a file. */
  static String folder(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  /** The name of a file or folder in its folder. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/', path.length() - 2) + 1);
  }

  /** Where a link in a file leads to: a path from the root, without the part behind {@code #}. */
  static String target(String from, String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    if (file.isEmpty()) {
      return from;
    }
    String path = Path.of(folder(from)).resolve(file).normalize().toString().replace('\\', '/');
    return file.endsWith("/") && !path.isEmpty() ? path + "/" : path;
  }

  /** The link from one file to another. */
  static String link(String from, String to) {
    return Path.of("/" + folder(from)).relativize(Path.of("/" + to)).toString().replace('\\', '/');
  }

  /** Whether a link leads out of the site. */
  static boolean leadsOut(String link) {
    return link.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*");
  }
}
