package dev.mercer.app.data.columns;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names in messages: in quotes, as a list, or as a suggestion of what was probably meant. */
public final class QuotedNames {

  private static final int LISTED = 20;

  private QuotedNames() {}

  /** {@code 'a', 'b', 'c'}; cut after twenty. */
  public static String list(Collection<String> names) {
    String shown =
        names.stream().limit(LISTED).map(n -> "'" + n + "'").collect(Collectors.joining(", "));
    return names.size() <= LISTED ? shown : shown + ", … (" + names.size() + " in all)";
  }

  /** {@code ; did you mean 'b'?} or nothing. */
  public static String suggestion(String wanted, Collection<String> names) {
    return dev.mercer.internal.spec.Names.close(wanted, names)
        .map(n -> "; did you mean '" + n + "'?")
        .orElse("");
  }
}
