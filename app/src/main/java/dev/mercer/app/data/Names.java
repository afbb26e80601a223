package dev.mercer.app.data;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Names in messages: quoted, listed, and the one that was probably meant. */
final class Names {

  private static final int LISTED = 20;

  /** Names longer than this are not compared: a message is not worth a quadratic cost. */
  private static final int COMPARED_LENGTH = 100;

  private Names() {}

  /** {@code 'a', 'b', 'c'}; cut after twenty. */
  static String list(Collection<String> names) {
    String shown =
        names.stream().limit(LISTED).map(n -> "'" + n + "'").collect(Collectors.joining(", "));
    return names.size() <= LISTED ? shown : shown + ", … (" + names.size() + " in all)";
  }

  /** {@code ; did you mean 'b'?} or nothing. */
  static String suggestion(String wanted, Collection<String> names) {
    return nearest(wanted, names).map(n -> "; did you mean '" + n + "'?").orElse("");
  }

  /** The name with the fewest edits, if they are fewer than half of its length. */
  static Optional<String> nearest(String wanted, Collection<String> names) {
    if (wanted.length() > COMPARED_LENGTH) {
      return Optional.empty();
    }
    record Candidate(String name, int edits) {}
    List<Candidate> close =
        names.stream()
            .filter(n -> n.length() <= COMPARED_LENGTH)
            .map(n -> new Candidate(n, edits(wanted.toLowerCase(), n.toLowerCase())))
            .filter(c -> 2 * c.edits < Math.max(wanted.length(), c.name.length()))
            .toList();
    return close.stream().min(Comparator.comparingInt(Candidate::edits)).map(Candidate::name);
  }

  /** Levenshtein's distance, one row of its table at a time. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
