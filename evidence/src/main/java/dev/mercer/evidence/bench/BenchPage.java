package dev.mercer.evidence.bench;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A page of results: which files hold it, which cases it measures, and how it is laid out.
 *
 * @param name the name of its files, without extension; on the command line it stands for all its
 *     cases
 * @param script the script that writes the page
 * @param cases the cases, in the order in which they are run and kept
 */
public record BenchPage(
    String name, String title, String script, List<BenchCase> cases, Body body) {

  /** Lays out the results of those cases that have any; they are given by name and in order. */
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
