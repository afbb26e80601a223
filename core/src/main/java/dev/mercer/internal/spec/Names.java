package dev.mercer.internal.spec;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds out which name a misspelled one was probably meant to be, and writes a message that
 * suggests it.
 */
public final class Names {

  // Longer texts are cut in messages, so that a message is always one line.
  private static final int LONGEST_QUOTE = 60;

  private Names() {}

  /**
   * For instance {@code unknown kernel 'gausian'; did you mean 'gaussian'? known kernels: gaussian,
   * linear}.
   *
   * @param kind what the name stands for, in the singular
   * @param known the valid names, at least one
   */
  public static String unknown(String kind, String given, Collection<String> known) {
    return "unknown " + kind + " " + quote(given) + suggestion(kind, given, known);
  }

  /** For instance {@code unknown key 'sgma' of gaussian; did you mean 'sigma'? known keys: …}. */
  static String unknownKey(String owner, String given, Collection<String> known) {
    String problem = "unknown key " + quote(given) + " of " + owner;
    return known.isEmpty()
        ? problem + ", which takes no keys"
        : problem + suggestion("key", given, known);
  }

  /** The text in quotes, cut to a length that fits on a line, with control characters replaced. */
  public static String quote(String text) {
    StringBuilder result = new StringBuilder("'");
    int end = Math.min(text.length(), LONGEST_QUOTE);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      result.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? '?' : c);
    }
    return result.append(end < text.length() ? "…'" : "'").toString();
  }

  private static String suggestion(String kind, String given, Collection<String> known) {
    return "; did you mean '"
        + nearest(given, known)
        + "'? known "
        + kind
        + "s: "
        + String.join(", ", known);
  }

  /**
   * The known name that a given one is probably meant to be: one that takes at most a third as many
   * edits as the given name has characters.
   */
  public static Optional<String> close(String given, Collection<String> known) {
    String best = known.isEmpty() ? null : nearest(given, known);
    boolean similar =
        best != null
            && given.length() <= LONGEST_QUOTE
            && 3 * edits(given.toLowerCase(Locale.ROOT), best) <= given.length();
    return similar ? Optional.of(best) : Optional.empty();
  }

  /** The known name with the fewest edits from the given one; the first of several. */
  static String nearest(String given, Collection<String> known) {
    String lower =
        given.substring(0, Math.min(given.length(), LONGEST_QUOTE)).toLowerCase(Locale.ROOT);
    String best = null;
    int fewest = Integer.MAX_VALUE;
    for (String name : known) {
      int edits = edits(lower, name.toLowerCase(Locale.ROOT));
      if (edits < fewest) {
        fewest = edits;
        best = name;
      }
    }
    return best;
  }

  /**
   * The number of insertions, deletions and replacements that turn one word into another
   * (Levenshtein).
   */
  static int edits(String from, String to) {
    int[] previous = new int[to.length() + 1];
    int[] current = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      int[] done = previous;
      previous = current;
      current = done;
    }
    return previous[to.length()];
  }
}
