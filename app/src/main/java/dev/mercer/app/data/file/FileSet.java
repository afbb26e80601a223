package dev.mercer.app.data.file;

import dev.mercer.app.data.DataException;
import dev.mercer.internal.store.Reason;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that a path or glob stands for, in the order of their names.
 *
 * <ol>
 *   <li>if the path exists, it is that file, even if its name contains glob characters;
 *   <li>otherwise every part of the path with {@code * ? [ {} is matched against the names in its
 *       folder; {@code **} stands for any number of folders; names that start with a dot match only
 *       if the pattern has the dot, too.
 * </ol>
 *
 * Fails if nothing matches, and for folders and for addresses of other machines.
 */
public final class FileSet {

  private static final Pattern ADDRESS = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+://.*");
  private static final Pattern PREFIX = Pattern.compile("([a-zA-Z][a-zA-Z0-9_-]+):.*");
  private static final Pattern GLOB = Pattern.compile(".*[*?\\[{].*");

  private FileSet() {}

  public static List<Path> expand(String source) {
    if (source.isBlank()) {
      throw new DataException(
          "DATA is empty; give a path, builtin:NAME or synthetic:NAME(key=value,…)");
    }
    if (ADDRESS.matcher(source).matches()) {
      throw new DataException(
          source + " is on another machine; only local files are read: download it first");
    }
    Path literal = pathOf(source);
    if (literal != null && Files.exists(literal)) {
      return List.of(requireFile(literal));
    }
    if (GLOB.matcher(source).matches()) {
      List<Path> found = new ArrayList<>();
      try {
        match(start(source), parts(source), 0, found);
      } catch (IOException e) {
        throw new DataException(source + " cannot be looked up: " + Reason.of(e), e);
      }
      if (found.isEmpty()) {
        throw new DataException("no file matches " + source);
      }
      found.sort(Comparator.comparing(Path::toString));
      return found;
    }
    var prefix = PREFIX.matcher(source);
    throw new DataException(
        "no file "
            + source
            + (prefix.matches()
                ? ", and '"
                    + prefix.group(1)
                    + ":' is not a kind of data; allowed are a path, builtin:NAME and synthetic:NAME(key=value,…)"
                : "; check the path"));
  }

  public static Path requireFile(Path path) {
    if (Files.isDirectory(path)) {
      throw new DataException(
          path + " is a folder; name its files, for instance " + path.resolve("*.csv"));
    }
    if (!Files.exists(path)) {
      throw new DataException("no file " + path + "; check the path");
    }
    if (!Files.isReadable(path)) {
      throw new DataException(path + " may not be read; check its permissions");
    }
    return path;
  }

  /** Null if the text cannot be a path at all (on some systems no name may contain a star). */
  private static Path pathOf(String source) {
    try {
      return Path.of(source);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static Path start(String source) {
    return source.startsWith("/") ? Path.of("/") : Path.of("");
  }

  private static List<String> parts(String source) {
    return Stream.of(source.split("[/" + (java.io.File.separatorChar == '\\' ? "\\\\" : "") + "]"))
        .filter(part -> !part.isEmpty())
        .toList();
  }

  private static void match(Path folder, List<String> parts, int at, List<Path> found)
      throws IOException {
    if (at == parts.size()) {
      if (Files.isRegularFile(folder)) {
        found.add(requireFile(folder));
      }
      return;
    }
    String part = parts.get(at);
    if (part.equals("**")) {
      match(folder, parts, at + 1, found);
      for (Path child : children(folder)) {
        if (Files.isDirectory(child, java.nio.file.LinkOption.NOFOLLOW_LINKS)
            && !child.getFileName().toString().startsWith(".")) {
          match(child, parts, at, found);
        }
      }
    } else if (GLOB.matcher(part).matches()) {
      PathMatcher matcher = matcher(folder, part);
      for (Path child : children(folder)) {
        boolean hidden = child.getFileName().toString().startsWith(".");
        if (matcher.matches(child.getFileName()) && (!hidden || part.startsWith("."))) {
          match(child, parts, at + 1, found);
        }
      }
    } else {
      Path child = folder.resolve(part);
      if (Files.exists(child)) {
        match(child, parts, at + 1, found);
      }
    }
  }

  private static PathMatcher matcher(Path folder, String part) {
    try {
      return folder.getFileSystem().getPathMatcher("glob:" + part);
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "'" + part + "' is neither a file nor a pattern; * ? [abc] and {a,b} are known", e);
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    if (!Files.isDirectory(folder.toString().isEmpty() ? Path.of(".") : folder)) {
      return List.of();
    }
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(children::add);
    }
    return children;
  }
}
