package dev.mercer.evidence.reproduce;

import dev.mercer.app.page.DataTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Every claim with its verdict, by paper, each with a link to the result that decided it. */
final class VerdictIndex {

  private final List<ExperimentSection> sections;

  VerdictIndex(List<ExperimentSection> sections) {
    this.sections = sections;
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("**").append(holding()).append("** ").append(scales()).append("\n\n");
    text.append(counts()).append('\n');
    for (Paper paper : Paper.values()) {
      List<ExperimentSection> those = of(paper);
      if (!those.isEmpty()) {
        text.append("## ").append(paper.title()).append("\n\n");
        text.append(claims(paper, those)).append('\n');
      }
    }
    return text.toString();
  }

  /** A sentence about how many claims hold. */
  private String holding() {
    long hold = claims(sections).stream().filter(claim -> claim.judgment().holds()).count();
    return hold
        + " of "
        + claims(sections).size()
        + " claims of "
        + sections.size()
        + " experiments hold.";
  }

  /**
   * The scale at which the experiments were run; where scales differ, with the experiments' names.
   */
  private String scales() {
    Map<String, List<String>> ids = new TreeMap<>();
    for (ExperimentSection section : sections) {
      if (!section.skipped()) {
        ids.computeIfAbsent(section.scale(), scale -> new ArrayList<>()).add(section.id());
      }
    }
    if (ids.size() == 1) {
      return "All were run at " + ids.keySet().iterator().next() + " scale.";
    }
    return ids.entrySet().stream()
        .map(of -> "Run at " + of.getKey() + " scale: " + String.join(", ", of.getValue()) + ".")
        .collect(Collectors.joining(" "));
  }

  private String counts() {
    List<String> head = new ArrayList<>(List.of("paper", "about", "experiments", "claims"));
    Arrays.stream(Judgment.values()).map(Judgment::word).forEach(head::add);
    DataTable table = new DataTable("Papers", head.toArray(String[]::new));
    for (Paper paper : Paper.values()) {
      List<ExperimentSection> those = of(paper);
      if (those.isEmpty()) {
        continue;
      }
      List<ExperimentSection.Claim> claims = claims(those);
      List<Object> row = new ArrayList<>();
      row.add(link(paper.name(), paper.file()));
      row.add(paper.about());
      row.add(those.size());
      row.add(claims.size());
      for (Judgment judgment : Judgment.values()) {
        row.add(claims.stream().filter(claim -> claim.judgment() == judgment).count());
      }
      table.row(row.toArray());
    }
    return table.markdown();
  }

  private static String claims(Paper paper, List<ExperimentSection> sections) {
    DataTable table = new DataTable("Claims", "experiment", "verdict", "claim");
    for (ExperimentSection section : sections) {
      String link = link(section.id(), paper.file() + "#" + section.anchor());
      if (section.skipped()) {
        table.row(link, "skipped", null);
      }
      for (ExperimentSection.Claim claim : section.claims()) {
        table.row(link, claim.judgment().markdown(), claim.words());
      }
    }
    return table.markdown();
  }

  private static String link(String words, String address) {
    return "[" + words + "](" + address + ")";
  }

  private List<ExperimentSection> of(Paper paper) {
    return sections.stream().filter(section -> Paper.of(section.id()) == paper).toList();
  }

  private static List<ExperimentSection.Claim> claims(List<ExperimentSection> sections) {
    return sections.stream().flatMap(section -> section.claims().stream()).toList();
  }
}
