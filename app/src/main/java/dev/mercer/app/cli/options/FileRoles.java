package dev.mercer.app.cli.options;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.DataSources;
import dev.mercer.internal.store.Destination;
import dev.mercer.internal.store.Reason;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Refuses a call that would replace one of its own inputs, or write two results to one file, before
 * anything is read or written. It checks every call of every command, from the options and
 * parameters marked {@link Reads} and {@link Writes}.
 *
 * <p>Two names are one file if their links lead to the same place, however they are written, or if
 * both exist and the file system says so (hard links). A file in a folder that is read counts as
 * read, and a folder that is written as a whole includes everything in it.
 */
public final class FileRoles {

  /**
   * A file of the call.
   *
   * @param option the option that names it
   * @param named the name as given there, or the file that a glob found
   * @param file where that name leads after following links
   */
  private record Role(String option, Path named, Path file) {

    @Override
    public String toString() {
      return option + " " + named;
    }
  }

  private final List<Role> read = new ArrayList<>();
  private final List<Role> written = new ArrayList<>();

  private FileRoles() {}

  /**
   * @throws ParameterException if two of the files are the same
   */
  public static void check(ParseResult call) {
    ParseResult verb = call;
    while (verb.hasSubcommand()) {
      verb = verb.subcommand();
    }
    CommandLine line = verb.commandSpec().commandLine();
    try {
      FileRoles roles = new FileRoles();
      for (ArgSpec argument : verb.matchedArgs()) {
        roles.add(argument);
      }
      roles.requireDistinct();
    } catch (IOException e) {
      throw new ParameterException(line, e.getMessage() == null ? Reason.of(e) : e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(line, e.getMessage());
    }
  }

  private void add(ArgSpec argument) throws IOException {
    if (!(argument.userObject() instanceof Field field) || argument.getValue() == null) {
      return;
    }
    String name =
        argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    if (field.isAnnotationPresent(Reads.class)) {
      for (Path file : files(argument.getValue())) {
        read.add(new Role(name, file, Destination.of(file)));
      }
    }
    Writes writes = field.getAnnotation(Writes.class);
    if (writes != null) {
      Path target = argument.getValue();
      List<Path> files =
          writes.inside().length == 0 ? List.of(target) : inside(target, writes.inside());
      for (Path file : files) {
        written.add(new Role(name, file, Destination.of(file)));
      }
    }
  }

  /** The files of a value: a path is a file; a text is DATA, which may be a glob or no file. */
  private static List<Path> files(Object value) {
    if (value instanceof Path path) {
      return List.of(path);
    }
    try {
      return DataSources.files(value.toString());
    } catch (DataException e) {
      // No file matches. The command reports that; an engine may still find a file of this name.
      return asPath(value.toString());
    }
  }

  private static List<Path> asPath(String value) {
    try {
      return List.of(Path.of(value));
    } catch (InvalidPathException e) {
      return List.of();
    }
  }

  private static List<Path> inside(Path folder, String[] patterns) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String pattern : patterns) {
      if (!pattern.contains("*")) {
        files.add(folder.resolve(pattern));
      } else if (Files.isDirectory(folder)) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
          found.forEach(files::add);
        }
      }
    }
    return files;
  }

  private void requireDistinct() throws IOException {
    for (int i = 0; i < written.size(); i++) {
      Role output = written.get(i);
      for (Role input : read) {
        requireKept(input, output);
      }
      for (Role other : written.subList(0, i)) {
        // An option that names a file twice, by a glob and by name, still writes it only once.
        if (!other.option().equals(output.option()) && same(output.file(), other.file())) {
          throw new IllegalArgumentException(
              other + " and " + output + " are the same file, for two outputs; name two files");
        }
      }
    }
  }

  /** Fails if writing the output would destroy the input, or a part of it. */
  private static void requireKept(Role input, Role output) throws IOException {
    boolean same = same(output.file(), input.file());
    boolean holds = input.file().startsWith(output.file());
    boolean heldBy =
        output.file().startsWith(input.file())
            && Files.isDirectory(input.file())
            && Files.exists(output.file());
    if (same || holds || heldBy) {
      throw new IllegalArgumentException(
          output
              + " would replace "
              + input
              + (same ? ", which is the same file" : ", for one holds the other")
              + "; name another file to write");
    }
  }

  private static boolean same(Path one, Path other) throws IOException {
    return one.equals(other)
        || Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
  }
}
