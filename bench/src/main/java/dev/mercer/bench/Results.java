package dev.mercer.bench;

import dev.mercer.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The results of all cases, one line of JSON each, and the page made of them. A case that is run
 * again replaces its line; the page is always made of all lines.
 */
final class Results {

  private final Path lines;
  private final Path page;
  private final List<String> order;
  private final Map<String, Map<String, Object>> records = new LinkedHashMap<>();

  /**
   * @param order the names of all cases, as they are to stand in the files
   */
  Results(Path folder, List<String> order) throws IOException {
    this.lines = folder.resolve("exact.jsonl");
    this.page = folder.resolve("exact.md");
    this.order = order;
    Files.createDirectories(folder);
    if (Files.exists(lines)) {
      for (String line : Files.readAllLines(lines)) {
        Map<String, Object> record = Json.parseObject(line);
        records.put(Fields.text(record, "case"), record);
      }
    }
  }

  Map<String, Object> earlier(String name) {
    return records.getOrDefault(name, Map.of());
  }

  /** Keeps a result and writes both files. */
  void put(String name, Map<String, Object> record) throws IOException {
    Map<String, Object> complete = Json.object("case", name);
    complete.putAll(record);
    // Read back what is written, so that a result looks the same whether it is new or not.
    records.put(name, Json.parseObject(Json.compact(complete)));
    StringBuilder text = new StringBuilder();
    for (String known : order) {
      if (records.containsKey(known)) {
        text.append(Json.compact(records.get(known))).append("\n");
      }
    }
    Files.writeString(lines, text);
    Files.writeString(page, page());
  }

  private String page() {
    Markdown text = new Markdown();
    text.heading("Exact kernel PCA against scikit-learn")
        .paragraph(
            "Written by `bench/exact`; how to run and read it: [bench/README.md](../README.md)."
                + " The two sides never run at the same time.\n");
    for (String setting : distinct("when", "machine", "software", "peer", "quick")) {
      text.paragraph("- " + setting);
    }
    Map<String, Map<String, Object>> fits = new LinkedHashMap<>();
    for (String name : order) {
      Map<String, Object> record = records.get(name);
      if (record != null && record.containsKey("columns")) {
        fits.put(name, record);
      }
    }
    if (!fits.isEmpty()) {
      FitTables.append(text, fits);
    }
    if (records.containsKey("transform")) {
      TransformCase.append(text, records.get("transform"));
    }
    if (records.containsKey("mnist60k")) {
      LargeCase.append(text, records.get("mnist60k"));
    }
    if (records.containsKey("start")) {
      StartCase.append(text, records.get("start"));
    }
    if (records.containsKey("tiles")) {
      TileCase.append(text, records.get("tiles"));
    }
    return text.toString();
  }

  /** What was used, and by which cases where not all used the same. */
  private List<String> distinct(String... fields) {
    Map<String, TreeSet<String>> users = new LinkedHashMap<>();
    for (String field : fields) {
      for (Map<String, Object> record : records.values()) {
        if (record.get(field) instanceof String value) {
          users.computeIfAbsent(value, v -> new TreeSet<>()).add(Fields.text(record, "case"));
        }
      }
    }
    return users.entrySet().stream()
        .map(
            entry ->
                entry.getValue().size() == records.size()
                    ? entry.getKey()
                    : entry.getKey() + " (" + String.join(", ", entry.getValue()) + ")")
        .toList();
  }
}
