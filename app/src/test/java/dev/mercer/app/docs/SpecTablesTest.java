package dev.mercer.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.Loaded;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.KernelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The tables of kernels, selectors, methods and synthetic data have every name and every parameter
 * with its default, as the catalogues know them: what the tables do not have is asked for by a key
 * that nobody knows, since the refusal lists those that are known.
 */
class SpecTablesTest {

  private static final Pattern PARAMETER = Pattern.compile("`([a-z]+)(?:=([^`]*))?`.*");
  private static final Pattern LIST = Pattern.compile("(?:: |it takes |there are )([^:]*)$");
  private static final String NOBODY_KNOWS = "zzz";

  @Test
  void kernels() throws IOException {
    Map<String, Map<String, String>> table = table("reference/kernels.md", "| kernel |");
    requireTable(table, KernelSpec.names(), KernelSpec::kernel);
  }

  @Test
  void selectors() throws IOException {
    Map<String, Map<String, String>> table = table("reference/selectors.md", "| selector |");
    requireTable(table, SelectorCatalog.names(), SelectorCatalog::parse);
  }

  @Test
  void methods() throws IOException {
    MethodCatalog.Wishes none =
        new MethodCatalog.Wishes(null, null, null, null, null, "auto", "auto");
    Function<String, Object> parse = text -> MethodCatalog.parse(text, none);
    Map<String, Map<String, String>> table = table("reference/methods.md", "| method |");
    // The two kinds of sparse are two methods.
    Map<String, String> sparse = table.remove("sparse");
    List<String> names = new ArrayList<>(MethodCatalog.names());
    names.remove("sparse");
    requireTable(table, names, parse);
    TreeSet<String> known = keys("sparse", parse);
    known.addAll(keys("sparse(kind=l1)", parse));
    assertThat(sparse.keySet()).hasSameElementsAs(known);
    assertThat(parse.apply("sparse(kind=tipping,sample=" + sparse.get("sample") + ")"))
        .isEqualTo(parse.apply("sparse"));
    assertThat(parse.apply("sparse(kind=l1,candidates=" + sparse.get("candidates") + ")"))
        .isEqualTo(parse.apply("sparse(kind=l1)"));
  }

  @Test
  void syntheticData() throws IOException {
    Function<String, Object> rows =
        text -> {
          Loaded loaded = Loaded.of(DataRequest.of("synthetic:" + text));
          return List.of(Arrays.deepHashCode(loaded.rows()), loaded.labels().hashCode());
        };
    requireTable(table("reference/data.md", "| kind |"), known(NOBODY_KNOWS, rows), rows);
  }

  /** Names and parameters of a page's table, with their defaults, null where there is none. */
  private static Map<String, Map<String, String>> table(String page, String heading)
      throws IOException {
    List<String> lines = Files.readAllLines(Pages.folder().resolve(page));
    int first = 0;
    while (!lines.get(first).startsWith(heading)) {
      first++;
    }
    Map<String, Map<String, String>> table = new LinkedHashMap<>();
    for (String line : lines.subList(first + 2, lines.size())) {
      if (!line.startsWith("|")) {
        break;
      }
      String[] cells = line.split("(?<!\\\\)\\|");
      Map<String, String> parameters = new LinkedHashMap<>();
      for (String part : cells[2].strip().split("; (?=`)")) {
        Matcher matcher = PARAMETER.matcher(part);
        if (matcher.matches()) {
          parameters.put(matcher.group(1), matcher.group(2));
        }
      }
      table.put(cells[1].strip().replace("`", ""), parameters);
    }
    return table;
  }

  private static void requireTable(
      Map<String, Map<String, String>> table,
      Collection<String> names,
      Function<String, Object> parse) {
    assertThat(table.keySet()).containsExactlyInAnyOrderElementsOf(names);
    table.forEach(
        (name, parameters) -> {
          assertThat(parameters.keySet()).as(name).hasSameElementsAs(keys(name, parse));
          parameters.forEach(
              (key, value) -> {
                if (value != null) {
                  String explicit = name + "(" + key + "=" + value + ")";
                  assertThat(parse.apply(explicit)).as(explicit).isEqualTo(parse.apply(name));
                }
              });
        });
  }

  /** The keys that are known to what a text names. */
  private static TreeSet<String> keys(String text, Function<String, Object> parse) {
    String open = text.endsWith(")") ? text.substring(0, text.length() - 1) + "," : text + "(";
    return known(open + NOBODY_KNOWS + "=1)", parse);
  }

  /** What the refusal of a text lists as known, at its end. */
  private static TreeSet<String> known(String text, Function<String, Object> parse) {
    String refusal =
        catchThrowableOfType(RuntimeException.class, () -> parse.apply(text)).getMessage();
    Matcher list = LIST.matcher(refusal);
    return list.find()
        ? new TreeSet<>(List.of(list.group(1).replace("'", "").split(", ")))
        : new TreeSet<>();
  }
}
