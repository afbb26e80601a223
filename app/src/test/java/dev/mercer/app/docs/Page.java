package dev.mercer.app.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation: its lines, its fenced blocks and its pictures.
 *
 * @param blocks in the order of the page
 */
record Page(Path file, List<String> lines, List<Block> blocks) {

  private static final Pattern FENCE = Pattern.compile("```([a-z]*)(?: exit=(\\d+))?");
  private static final Pattern SAVED = Pattern.compile("(?://|#) ([\\w-]+\\.[a-z]+)");
  private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*]\\(([^)\\s]+)\\)");
  private static final String GIVEN = "<!-- given";
  private static final String GIVEN_END = "-->";

  /**
   * A fenced block.
   *
   * @param first number of its first line of content, from 0
   * @param end number of the line of the closing fence
   * @param exit the exit code that its commands must have
   * @param given Java code that a Java block stands on and that the reader does not see
   */
  record Block(
      int first, int end, String language, int exit, List<String> content, List<String> given) {

    /** The name of the file that a first line such as {@code # score.py} gives a block; or null. */
    String savedAs() {
      Matcher matcher = SAVED.matcher(content.isEmpty() ? "" : content.get(0));
      return matcher.matches() ? matcher.group(1) : null;
    }
  }

  static Page read(Path file) throws IOException {
    return of(file, Files.readAllLines(file));
  }

  static Page of(Path file, List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    List<String> given = List.of();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.equals(GIVEN)) {
        int end = find(file, lines, i + 1, GIVEN_END);
        given = lines.subList(i + 1, end);
        i = end;
      } else if (line.startsWith("```")) {
        Matcher matcher = FENCE.matcher(line);
        if (!matcher.matches()) {
          throw new IllegalStateException(file + ":" + (i + 1) + ": unknown fence " + line);
        }
        int end = find(file, lines, i + 1, "```");
        int exit = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
        blocks.add(new Block(i + 1, end, matcher.group(1), exit, lines.subList(i + 1, end), given));
        given = List.of();
        i = end;
      } else if (!line.isBlank()) {
        given = List.of();
      }
    }
    return new Page(file, List.copyOf(lines), List.copyOf(blocks));
  }

  private static int find(Path file, List<String> lines, int from, String end) {
    for (int i = from; i < lines.size(); i++) {
      if (lines.get(i).equals(end)) {
        return i;
      }
    }
    throw new IllegalStateException(file + ":" + from + ": nothing ends what begins here");
  }

  /** The name of the page without its ending, by which its pictures begin. */
  String stem() {
    return file.getFileName().toString().replaceFirst("\\.md$", "");
  }

  /** The pictures of the page that its own commands make: {@code STEM-NAME.svg} or .png. */
  List<Path> pictures() {
    List<Path> pictures = new ArrayList<>();
    for (String line : lines) {
      Matcher matcher = PICTURE.matcher(line);
      while (matcher.find()) {
        Path picture = file.resolveSibling(matcher.group(1)).normalize();
        if (picture.getFileName().toString().startsWith(stem() + "-")) {
          pictures.add(picture);
        }
      }
    }
    return pictures;
  }

  /** Whether only blank lines are between two blocks. */
  boolean adjacent(Block one, Block next) {
    return lines.subList(one.end() + 1, next.first() - 1).stream().allMatch(String::isBlank);
  }
}
