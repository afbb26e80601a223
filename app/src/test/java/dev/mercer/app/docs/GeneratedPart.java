package dev.mercer.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a page between the marks {@code <!-- generated -->} and {@code <!-- end -->}, which a
 * test compares with what makes it, or writes ({@link Pages#write}).
 */
public final class GeneratedPart {

  private static final String BEGIN = "<!-- generated -->\n";
  private static final String END = "<!-- end -->\n";

  private GeneratedPart() {}

  /** Compares or writes the part of a page of the documentation. */
  public static void check(String page, String text) throws IOException {
    Path file = Pages.folder().resolve(page);
    String old = Files.readString(file);
    int begin = old.indexOf(BEGIN);
    int end = old.indexOf(END, begin);
    assertThat(begin).as("the mark %s in %s", BEGIN.strip(), page).isNotNegative();
    assertThat(end).as("the mark %s in %s", END.strip(), page).isNotNegative();
    String current =
        old.substring(0, begin + BEGIN.length())
            + "\n"
            + text.strip()
            + "\n\n"
            + old.substring(end);
    if (Pages.write() && !current.equals(old)) {
      Files.writeString(file, current);
    }
    assertThat(Files.readString(file)).as("docs/check --write writes it anew").isEqualTo(current);
  }
}
