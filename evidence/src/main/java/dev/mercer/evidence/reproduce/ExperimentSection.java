package dev.mercer.evidence.reproduce;

import dev.mercer.app.page.DataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a paper's page that shows one experiment. It is either written from a record or found
 * on a page that was written before. The index reads both in the same way, so that it always agrees
 * with the pages.
 *
 * @param id of the experiment
 * @param markdown the text from its heading to the next one
 */
record ExperimentSection(String id, String markdown) {

  private static final Pattern HEADING = Pattern.compile("(?m)^## ([a-z0-9-]+): .*$");
  private static final Pattern SCALE = Pattern.compile("(?m)^Run at (\\w+) scale ");
  private static final Pattern VERDICT =
      Pattern.compile("(?m)^\\| \\**(.+?)\\** \\| (.+?) \\| .+ \\|$");
  private static final String VERDICTS_HEAD = "| verdict | claim | what decides |\n|---|---|---|\n";
  private static final String SKIPPED = "Skipped: ";

  /** A claim as the index lists it. */
  record Claim(Judgment judgment, String words) {}

  /** The sections of a page, in its order. */
  static List<ExperimentSection> in(String page) {
    List<ExperimentSection> sections = new ArrayList<>();
    Matcher heading = HEADING.matcher(page);
    boolean more = heading.find();
    while (more) {
      int begin = heading.start();
      String id = heading.group(1);
      more = heading.find();
      sections.add(
          new ExperimentSection(id, page.substring(begin, more ? heading.start() : page.length())));
    }
    return sections;
  }

  /**
   * Writes the section of a record.
   *
   * @param pictures links to the pictures that are kept, and text about the others
   */
  static ExperimentSection of(ResultRecord record, String pictures) {
    StringBuilder text = new StringBuilder();
    text.append("## ").append(record.id()).append(": ").append(record.source()).append("\n\n");
    text.append(record.claim()).append("\n\n");
    if (record.skipped() != null) {
      text.append(SKIPPED).append(record.skipped()).append("\n\n");
      return new ExperimentSection(record.id(), text.toString());
    }
    DataTable verdicts = new DataTable("Verdicts", "verdict", "claim", "what decides");
    for (Outcome.Verdict verdict : record.verdicts()) {
      verdicts.row(verdict.judgment().markdown(), verdict.claim(), verdict.reason());
    }
    text.append(verdicts.markdown()).append('\n');
    for (String note : record.notes()) {
      text.append("- ").append(note).append('\n');
    }
    text.append(record.notes().isEmpty() ? "" : "\n");
    text.append("Run at ").append(record.scale()).append(" scale with seed ");
    text.append(record.fact("seed")).append(" on ").append(threads(record.fact("threads")));
    text.append(" in ").append(duration(record.seconds())).append(".\n\n");
    text.append(details("Settings", settings(record)));
    record
        .tables()
        .forEach(table -> text.append(details("Table: " + table.getKey(), table.getValue())));
    return new ExperimentSection(record.id(), text.append(pictures).toString());
  }

  private static String settings(ResultRecord record) {
    DataTable table = new DataTable("Settings", "setting", "value");
    record.settings().forEach(table::row);
    for (String fact : List.of("machine", "software")) {
      table.row(fact, record.fact(fact));
    }
    return table.markdown();
  }

  /** Markdown that stays folded until the reader opens it. */
  static String details(String summary, String markdown) {
    return "<details><summary>" + summary + "</summary>\n\n" + markdown + "\n</details>\n\n";
  }

  private static String threads(String count) {
    return count + (count.equals("1") ? " thread" : " threads");
  }

  private static String duration(double seconds) {
    return seconds < 120
        ? Math.round(seconds * 10) / 10.0 + " seconds"
        : Math.round(seconds / 60) + " minutes";
  }

  /** Whether the section only says why the experiment could not be run. */
  boolean skipped() {
    return markdown.contains("\n" + SKIPPED);
  }

  /** The claims it judges; none if the experiment was skipped. */
  List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    int head = markdown.indexOf(VERDICTS_HEAD);
    if (head >= 0) {
      int begin = head + VERDICTS_HEAD.length();
      Matcher row = VERDICT.matcher(markdown.substring(begin, markdown.indexOf("\n\n", begin)));
      while (row.find()) {
        String words = row.group(2).replace("\\|", "|"); // Table cells have escaped text.
        claims.add(new Claim(Judgment.named(row.group(1)), words));
      }
    }
    return claims;
  }

  /** {@code small} or {@code full}; empty if the experiment was skipped. */
  String scale() {
    Matcher found = SCALE.matcher(markdown);
    return found.find() ? found.group(1) : "";
  }

  /** The link target on its page, derived from the heading as Markdown viewers do it. */
  String anchor() {
    String heading = markdown.substring(3, markdown.indexOf('\n'));
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
  }
}
