package dev.mercer.app.docs;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a command as a shell divides it, for commands that need no more of a shell than
 * quotes.
 */
final class ShellWords {

  private static final String SPECIAL = "|&;<>()$`*?[]#~{}!";

  private ShellWords() {}

  /**
   * Divides a command.
   *
   * @throws IllegalStateException if a character that means something to a shell is not quoted
   */
  static List<String> of(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\\' && i + 1 < command.length() && command.charAt(i + 1) == '\n') {
        i++;
      } else if (Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
          word = null;
        }
      } else {
        word = word == null ? new StringBuilder() : word;
        if (c == '\'' || c == '"') {
          quote = c;
        } else if (SPECIAL.indexOf(c) >= 0 || c == '\\') {
          throw new IllegalStateException("a shell would not take " + c + " as it is: " + command);
        } else {
          word.append(c);
        }
      }
    }
    if (quote != 0) {
      throw new IllegalStateException("a quote is not closed: " + command);
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }
}
