package dev.mercer.evidence.bench;

import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The results of all cases, one line of JSON per case, and the page made of them. A case that is
 * run again replaces its line; the page is always made of all lines.
 */
public final class CaseResults {

  private final Path lines;
  private final Path page;
  private final BenchPage layout;
  private final Map<String, Map<String, Object>> records = new LinkedHashMap<>();

  public CaseResults(Path folder, BenchPage layout) throws IOException {
    this.lines = folder.resolve(layout.name() + ".jsonl");
    this.page = folder.resolve(layout.name() + ".md");
    this.layout = layout;
    Files.createDirectories(folder);
    if (Files.exists(lines)) {
      for (String line : Files.readAllLines(lines)) {
        Map<String, Object> record = Json.parseObject(line);
        records.put(Fields.text(record, "case"), record);
      }
    }
  }

  public Map<String, Object> earlier(String name) {
    return records.getOrDefault(name, Map.of());
  }

  /** Keeps a result, then writes the JSON lines and the page. */
  public void put(String name, Map<String, Object> record) throws IOException {
    Map<String, Object> complete = Json.object("case", name);
    complete.putAll(record);
    // The written form is parsed again, so that a new result looks the same as one read from a
    // file.
    records.put(name, Json.parseObject(Json.compact(complete)));
    StringBuilder text = new StringBuilder();
    for (Map<String, Object> known : ordered().values()) {
      text.append(Json.compact(known)).append("\n");
    }
    Files.writeString(lines, text);
    Files.writeString(page, page());
  }

  /** The results that exist, in the order of the cases. */
  private Map<String, Map<String, Object>> ordered() {
    Map<String, Map<String, Object>> result = new LinkedHashMap<>();
    for (BenchCase work : layout.cases()) {
      if (records.containsKey(work.name())) {
        result.put(work.name(), records.get(work.name()));
      }
    }
    return result;
  }

  private String page() {
    boolean peers = records.values().stream().anyMatch(record -> record.get("peer") != null);
    Markdown text = new Markdown();
    text.heading(layout.title())
        .paragraph(
            "Written by `"
                + layout.script()
                + "`; how to run and read it: [evidence/README.md](../README.md)."
                + (peers ? " The two sides never run at the same time.\n" : "\n"));
    for (String setting : distinct("when", "machine", "software", "peer", "quick")) {
      text.paragraph("- " + setting);
    }
    layout.body().append(text, ordered());
    return text.toString();
  }

  /** The distinct values of these fields; each names its cases if the cases do not all agree. */
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
