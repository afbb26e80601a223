package dev.mercer.evidence.reproduce;

import dev.mercer.internal.store.AtomicFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a page that the program writes, between the marks {@value #BEGIN} and {@value #END}.
 * Text that people wrote before and after the marks stays as it is.
 */
final class ResultsPart {

  private static final String BEGIN = "<!-- results -->";
  private static final String END = "<!-- end of results -->";

  private final Path page;
  private final String before;
  private final String results;
  private final String after;

  private ResultsPart(Path page, String before, String results, String after) {
    this.page = page;
    this.before = before;
    this.results = results;
    this.after = after;
  }

  /**
   * Finds this part in a page.
   *
   * @param title the heading to use if there is no page yet
   * @throws IllegalArgumentException if the page exists but lacks the marks
   */
  static ResultsPart of(Path page, String title) throws IOException {
    if (!Files.exists(page)) {
      return new ResultsPart(page, "# " + title + "\n\n" + BEGIN, "", END + "\n");
    }
    String text = read(page);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(
          page + " has no line " + BEGIN + " and after it " + END + "; results go between");
    }
    int first = begin + BEGIN.length();
    return new ResultsPart(
        page, text.substring(0, first), text.substring(first, end), text.substring(end));
  }

  private static String read(Path page) throws IOException {
    try {
      return Files.readString(page);
    } catch (CharacterCodingException e) {
      throw new FileSystemException(
          page.toString(), null, "is not UTF-8 text; a page of results is Markdown");
    }
  }

  /** The text that is between the marks now. */
  String results() {
    return results;
  }

  /** Writes the page with new text between the marks. */
  void replace(String markdown) throws IOException {
    try (AtomicFile file = AtomicFile.create(page)) {
      String all = before + "\n\n" + markdown + after;
      file.stream().write(all.getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }
}
