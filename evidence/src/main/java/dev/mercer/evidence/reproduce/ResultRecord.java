package dev.mercer.evidence.reproduce;

import dev.mercer.app.page.DataTable;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is kept of one run of an experiment, as JSON: everything that is needed for pages about many
 * experiments.
 */
final class ResultRecord {

  private final Map<String, Object> json;

  private ResultRecord(Map<String, Object> json) {
    this.json = json;
  }

  /**
   * The record of a run.
   *
   * @param run scale, seed, machine and similar facts
   * @param pictures files that may be shown in documents
   */
  static ResultRecord of(
      Experiment experiment, Outcome outcome, Map<String, Object> run, List<String> pictures) {
    Map<String, Object> json = head(experiment, run);
    json.put("verdicts", outcome.verdicts().stream().map(ResultRecord::json).toList());
    json.put("notes", outcome.notes());
    Map<String, Object> settings = Json.object();
    outcome.settings().forEach((name, value) -> settings.put(name, String.valueOf(value)));
    json.put("settings", settings);
    json.put("tables", outcome.tables().stream().map(ResultRecord::json).toList());
    json.put("pictures", pictures);
    return new ResultRecord(json);
  }

  /** The record of an experiment that could not be run. */
  static ResultRecord skipped(Experiment experiment, String reason, Map<String, Object> run) {
    Map<String, Object> json = head(experiment, run);
    json.put("skipped", reason);
    return new ResultRecord(json);
  }

  static ResultRecord read(Path file) throws IOException {
    try {
      ResultRecord record = new ResultRecord(Json.parseObject(Files.readString(file)));
      record.verdicts(); // a word that is no verdict is found here, where the file can be named
      return record;
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw new FileSystemException(
          file.toString(),
          null,
          "is not a result of an earlier run; remove it or name another folder ("
              + e.getMessage()
              + ")");
    }
  }

  private static Map<String, Object> head(Experiment experiment, Map<String, Object> run) {
    Map<String, Object> json =
        Json.object(
            "id", experiment.id(), "source", experiment.source(), "claim", experiment.claim());
    json.putAll(run);
    return json;
  }

  private static Object json(Outcome.Verdict verdict) {
    return Json.object(
        "claim", verdict.claim(),
        "word", verdict.word(),
        "reason", verdict.reason());
  }

  private static Object json(DataTable table) {
    return Json.object("name", table.name(), "markdown", table.markdown());
  }

  String text() {
    return Json.write(json);
  }

  String id() {
    return fact("id");
  }

  String source() {
    return fact("source");
  }

  String claim() {
    return fact("claim");
  }

  String scale() {
    return fact("scale");
  }

  double seconds() {
    return ((Number) json.get("seconds")).doubleValue();
  }

  /** Why the experiment was not run; null if it was. */
  String skipped() {
    return (String) json.get("skipped");
  }

  /** Any value of the record, as text. */
  String fact(String name) {
    return String.valueOf(json.get(name));
  }

  List<Outcome.Verdict> verdicts() {
    return objects("verdicts")
        .map(
            each ->
                new Outcome.Verdict(
                    (String) each.get("claim"),
                    Judgment.named((String) each.get("word")),
                    (String) each.get("reason")))
        .toList();
  }

  int claims() {
    return verdicts().size();
  }

  int holding() {
    return (int) verdicts().stream().filter(Outcome.Verdict::holds).count();
  }

  List<String> notes() {
    return texts("notes");
  }

  List<String> pictures() {
    return texts("pictures");
  }

  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (json.get("settings") instanceof Map<?, ?> map) {
      map.forEach((name, value) -> settings.put((String) name, String.valueOf(value)));
    }
    return settings;
  }

  /** The tables, as pairs of name and Markdown. */
  List<Map.Entry<String, String>> tables() {
    return objects("tables")
        .map(each -> Map.entry((String) each.get("name"), (String) each.get("markdown")))
        .toList();
  }

  private List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    if (json.get(name) instanceof List<?> list) {
      list.forEach(each -> texts.add((String) each));
    }
    return texts;
  }

  private Stream<Map<?, ?>> objects(String name) {
    Stream<?> all = json.get(name) instanceof List<?> list ? list.stream() : Stream.empty();
    return all.map(each -> (Map<?, ?>) each);
  }
}
