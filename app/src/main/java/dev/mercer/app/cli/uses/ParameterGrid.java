package dev.mercer.app.cli.uses;

import dev.mercer.internal.spec.Names;
import dev.mercer.kernel.KernelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values to choose from: {@code sigma=1,2,4,rank=5,10}. A key starts at {@code NAME=}; values are
 * separated by {@code , : ;} or {@code |}. {@code rank} and {@code landmarks} are whole numbers,
 * every other key is a parameter of the kernel.
 */
final class ParameterGrid {

  private static final String RANK = "rank";
  private static final String LANDMARKS = "landmarks";
  private static final String EXAMPLE = "; write for instance sigma=1,2,4,rank=5,10";

  private final Map<String, List<String>> values;

  private ParameterGrid(Map<String, List<String>> values) {
    this.values = values;
  }

  /**
   * @throws IllegalArgumentException if a key has no values or occurs twice, or a value is not a
   *     number
   */
  static ParameterGrid parse(String text) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    List<String> current = null;
    for (String token : text.split("[,:;|]", -1)) {
      String value = token.strip();
      int equals = value.indexOf('=');
      if (equals >= 0) {
        String key = value.substring(0, equals).strip();
        value = value.substring(equals + 1).strip();
        current = new ArrayList<>();
        if (key.isEmpty() || values.put(key, current) != null) {
          throw new IllegalArgumentException(
              "grid "
                  + Names.quote(text)
                  + (key.isEmpty() ? " has a '=' without a name" : " names " + key + " twice")
                  + EXAMPLE);
        }
      }
      if (current == null || value.isEmpty()) {
        throw new IllegalArgumentException(
            "grid "
                + Names.quote(text)
                + (current == null ? " begins without NAME=" : " lacks a value")
                + EXAMPLE);
      }
      current.add(value);
    }
    ParameterGrid grid = new ParameterGrid(values);
    grid.ranks();
    grid.landmarks();
    return grid;
  }

  /** Ranks to try, ascending; empty if the grid has none. */
  int[] ranks() {
    return wholeNumbers(RANK);
  }

  /** Numbers of landmarks to try, ascending; empty if the grid has none. */
  int[] landmarks() {
    return wholeNumbers(LANDMARKS);
  }

  private int[] wholeNumbers(String key) {
    return values.getOrDefault(key, List.of()).stream()
        .mapToInt(value -> wholeNumber(key, value))
        .sorted()
        .distinct()
        .toArray();
  }

  private static int wholeNumber(String key, String value) {
    try {
      int number = Integer.parseInt(value);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "grid: " + key + " = " + Names.quote(value) + " is not a whole number", e);
    }
    throw new IllegalArgumentException("grid: " + key + " = " + value + "; at least 1 is needed");
  }

  /**
   * The kernels to try, each with its parameters, in the order written, with the last key changing
   * fastest. If the grid has no kernel parameters, it is the kernel as it is.
   *
   * @throws IllegalArgumentException if the kernel lacks a parameter or refuses a value
   */
  Map<Map<String, String>, KernelSpec> kernels(KernelSpec kernel) {
    Map<Map<String, String>, KernelSpec> result = new LinkedHashMap<>();
    result.put(Map.of(), kernel);
    for (Map.Entry<String, List<String>> entry : values.entrySet()) {
      if (!Arrays.asList(RANK, LANDMARKS).contains(entry.getKey())) {
        result = product(result, entry.getKey(), entry.getValue());
      }
    }
    return result;
  }

  private static Map<Map<String, String>, KernelSpec> product(
      Map<Map<String, String>, KernelSpec> kernels, String key, List<String> choices) {
    Map<Map<String, String>, KernelSpec> result = new LinkedHashMap<>();
    kernels.forEach(
        (parameters, kernel) -> {
          for (String choice : choices) {
            Map<String, String> more = new LinkedHashMap<>(parameters);
            more.put(key, choice);
            result.put(more, kernel.with(key, choice));
          }
        });
    return result;
  }
}
