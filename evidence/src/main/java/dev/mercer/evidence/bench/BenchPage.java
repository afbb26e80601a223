package dev.mercer.evidence.bench;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A page of results: where it is kept, what is measured for it, how it is laid out.
 *
 * @param name of its files, without ending; on the command line all its cases
 * @param script what writes it
 * @param cases in the order in which they are run and kept
 */
public record BenchPage(
    String name, String title, String script, List<BenchCase> cases, Body body) {

  /** Lays out the results of the cases that have any, by name and in order. */
  public interface Body {
    void append(Markdown page, Map<String, Map<String, Object>> records);
  }

  /** Appends the section of a case that has a result. */
  public static void section(
      Markdown page,
      Map<String, Map<String, Object>> records,
      String name,
      BiConsumer<Markdown, Map<String, Object>> section) {
    if (records.containsKey(name)) {
      section.accept(page, records.get(name));
    }
  }
}
