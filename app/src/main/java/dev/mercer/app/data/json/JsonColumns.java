package dev.mercer.app.data.json;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.columns.Limits;
import dev.mercer.app.data.columns.QuotedNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of a JSON file: all keys that occur in any of its objects, in the order of their
 * first occurrence. Most objects have the same keys in the same order, so the column of a key is
 * guessed from the previous object, and looked up only if the guess is wrong.
 */
final class JsonColumns {

  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();

  /** The columns of the keys of the last object. */
  private int[] guesses = new int[64];

  /** For each column the last object that had it, counted from 1. */
  private int[] met = new int[64];

  private int objects;

  List<String> names() {
    return names;
  }

  int place(int field) {
    return guesses[field];
  }

  /**
   * Finds the columns of the object that was read last; {@link #place} returns them.
   *
   * @throws DataException if a key occurs twice
   */
  void take(JsonRecords records, String table) {
    objects++;
    if (guesses.length < records.fields()) {
      guesses = Arrays.copyOf(guesses, Math.max(records.fields(), 2 * guesses.length));
    }
    for (int field = 0; field < records.fields(); field++) {
      int guess = guesses[field];
      if (guess >= names.size() || !records.keyIs(names.get(guess), field)) {
        guess = find(records.key(field), table);
        guesses[field] = guess;
      }
      if (met[guess] == objects) {
        throw records.wrong(
            "has the key " + QuotedNames.list(List.of(names.get(guess))) + " twice");
      }
      met[guess] = objects;
    }
  }

  private int find(String name, String table) {
    Integer known = places.get(name);
    if (known != null) {
      return known;
    }
    int place = names.size();
    Limits.checkColumns(table, place + 1L);
    names.add(name);
    places.put(name, place);
    if (met.length == place) {
      met = Arrays.copyOf(met, 2 * place);
    }
    return place;
  }
}
