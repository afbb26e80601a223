package dev.mercer.evidence.reproduce;

import dev.mercer.internal.store.AtomicFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * All results of a folder as one Markdown page: how many claims hold, a line for each experiment,
 * then each with its verdicts, remarks, settings, tables and pictures.
 *
 * <p>Made from the record of each experiment alone, so that they may have been run one by one, at
 * different scales and on different machines; each says how.
 */
public final class ResultDocument {

  /** In bytes; what is larger stays beside the page of its run. */
  private static final long LARGEST_DRAWING = 100_000;

  /** Sheets of images, which cannot be drawn with less. */
  private static final long LARGEST_SHEET = 200_000;

  /** Where the pictures of a document are, seen from it. */
  static final String PICTURES = "images/reproduction";

  private static final String BEGIN = "<!-- results -->";
  private static final String END = "<!-- end of results -->";

  private static final Map<String, String> PAPERS = new LinkedHashMap<>();

  static {
    PAPERS.put("RS", "shadow densities and reduced-set kernel PCA");
    PAPERS.put("RK", "Nyström for kernel PCA of large data, with bounds");
    PAPERS.put("NY", "Nyström kernel PCA of digits");
    PAPERS.put("FK", "fast kernel PCA for polynomial and Gaussian kernels");
    PAPERS.put("SK", "subset kernel PCA");
  }

  private final Path folder;
  private final List<ResultRecord> records;

  ResultDocument(Path folder, List<ResultRecord> records) {
    this.folder = folder;
    this.records = records;
  }

  /** The page for the folder itself, whose pictures lie beside it. */
  String beside() throws IOException {
    return text("");
  }

  /**
   * Writes the page into a document: between the marks {@value #BEGIN} and {@value #END} where it
   * has them, else as the whole document. Pictures are copied to {@value #PICTURES} beside it, in
   * place of earlier ones of the same experiments.
   */
  void into(Path document) throws IOException {
    String page = BEGIN + "\n\n" + text(PICTURES + "/") + END;
    String all = page + "\n";
    if (Files.exists(document)) {
      String before = text(document);
      int begin = before.indexOf(BEGIN);
      int end = before.indexOf(END);
      if (begin < 0 || end < begin) {
        throw new IllegalArgumentException(
            document + " has no line " + BEGIN + " and after it " + END + "; results go between");
      }
      all = before.substring(0, begin) + page + before.substring(end + END.length());
    }
    Path pictures = document.toAbsolutePath().resolveSibling(PICTURES);
    Files.createDirectories(pictures);
    for (ResultRecord record : records) {
      try (DirectoryStream<Path> old = Files.newDirectoryStream(pictures, record.id() + "-*")) {
        for (Path picture : old) {
          Files.delete(picture);
        }
      }
      for (String picture : record.pictures()) {
        if (fits(picture)) {
          Files.copy(folder.resolve(picture), pictures.resolve(picture));
        }
      }
    }
    try (AtomicFile file = AtomicFile.create(document)) {
      file.stream().write(all.getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }

  private static String text(Path document) throws IOException {
    try {
      return Files.readString(document);
    } catch (CharacterCodingException e) {
      throw new FileSystemException(
          document.toString(), null, "is not UTF-8 text; name a Markdown file");
    }
  }

  private String text(String pictures) throws IOException {
    StringBuilder text = new StringBuilder("## All verdicts\n\n");
    summary(text);
    for (ResultRecord record : records) {
      section(text, record, pictures);
    }
    return text.toString();
  }

  private void summary(StringBuilder text) {
    text.append("**").append(count(records)).append(" hold.**");
    for (String scale : distinct("scale")) {
      List<ResultRecord> those = where("scale", scale);
      text.append(those.size() == records.size() ? " All at " : " At ").append(scale);
      text.append(" scale");
      text.append(those.size() == records.size() ? "" : ": " + count(those)).append('.');
    }
    text.append(
        "\n\n| paper | | experiments | claims | hold | differ |\n|---|---|---|---|---|---|\n");
    PAPERS.forEach(
        (paper, about) -> {
          List<ResultRecord> those =
              records.stream().filter(each -> each.source().startsWith(paper + ",")).toList();
          if (!those.isEmpty()) {
            row(
                text,
                paper,
                about,
                those.size(),
                claims(those),
                holding(those),
                claims(those) - holding(those));
          }
        });
    text.append("\n| id | claim | hold | scale | time |\n|---|---|---|---|---|\n");
    for (ResultRecord record : records) {
      row(
          text,
          "[" + record.id() + "](#" + anchor(record) + ")",
          record.claim(),
          record.skipped() != null ? "skipped" : record.holding() + " of " + record.claims(),
          record.scale(),
          duration(record.seconds()));
    }
    text.append('\n');
    for (String fact : List.of("machine", "software")) {
      Set<String> values = distinct(fact);
      for (String value : values) {
        text.append("- ").append(fact).append(": ").append(value);
        if (values.size() > 1) {
          text.append(" (");
          text.append(
              String.join(", ", where(fact, value).stream().map(ResultRecord::id).toList()));
          text.append(')');
        }
        text.append('\n');
      }
    }
    text.append('\n');
  }

  private void section(StringBuilder text, ResultRecord record, String pictures)
      throws IOException {
    text.append("## ").append(title(record)).append("\n\n").append(record.claim()).append("\n\n");
    if (record.skipped() != null) {
      text.append("Skipped: ").append(record.skipped()).append("\n\n");
      return;
    }
    text.append("| verdict | claim | what decides |\n|---|---|---|\n");
    for (Outcome.Verdict verdict : record.verdicts()) {
      String word = verdict.holds() ? verdict.word() : "**" + verdict.word() + "**";
      row(text, word, verdict.claim(), verdict.reason());
    }
    text.append('\n');
    for (String note : record.notes()) {
      text.append("- ").append(note).append('\n');
    }
    text.append("- ").append(record.scale()).append(" scale, seed ").append(record.fact("seed"));
    text.append(", ").append(duration(record.seconds())).append(" on ");
    text.append(record.fact("threads")).append(" threads\n\n");
    List<String> settings = new ArrayList<>();
    record.settings().forEach((name, value) -> settings.add(name + ": " + value));
    if (!settings.isEmpty()) {
      text.append("Settings: ").append(String.join("; ", settings)).append(".\n\n");
    }
    for (Map.Entry<String, String> table : record.tables()) {
      text.append("<details><summary>Table: ").append(table.getKey()).append("</summary>\n\n");
      text.append(table.getValue()).append("\n</details>\n\n");
    }
    pictures(text, record, pictures);
  }

  /** The first picture at once, the others on demand, what is too large in words. */
  private void pictures(StringBuilder text, ResultRecord record, String where) throws IOException {
    List<String> shown = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (String picture : record.pictures()) {
      if (where.isEmpty() || fits(picture)) {
        shown.add("![" + record.id() + "](" + where + picture + ")\n\n");
      } else {
        left.add(picture + " (" + Files.size(folder.resolve(picture)) / 1000 + " kB)");
      }
    }
    for (int k = 0; k < shown.size(); k++) {
      if (k == 1) {
        text.append("<details><summary>More pictures</summary>\n\n");
      }
      text.append(shown.get(k));
    }
    text.append(shown.size() > 1 ? "</details>\n\n" : "");
    if (!left.isEmpty()) {
      text.append("Too large to be kept here: ").append(String.join(", ", left)).append(".\n\n");
    }
  }

  /** Whether a picture is small enough to be kept with documents. */
  private boolean fits(String picture) throws IOException {
    long largest = picture.endsWith(".png") ? LARGEST_SHEET : LARGEST_DRAWING;
    return Files.size(folder.resolve(picture)) <= largest;
  }

  private static String title(ResultRecord record) {
    return record.id() + ": " + record.source();
  }

  /** The address Markdown viewers give to a heading. */
  private static String anchor(ResultRecord record) {
    return title(record).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
  }

  private static void row(StringBuilder text, Object... cells) {
    text.append('|');
    for (Object cell : cells) {
      text.append(' ').append(String.valueOf(cell).replace("|", "\\|")).append(" |");
    }
    text.append('\n');
  }

  private static String duration(double seconds) {
    return seconds < 120
        ? Math.round(seconds * 10) / 10.0 + " s"
        : Math.round(seconds / 60) + " min";
  }

  private static String count(List<ResultRecord> those) {
    return holding(those) + " of " + claims(those) + " claims of " + those.size() + " experiments";
  }

  private static int claims(List<ResultRecord> those) {
    return those.stream().mapToInt(ResultRecord::claims).sum();
  }

  private static int holding(List<ResultRecord> those) {
    return those.stream().mapToInt(ResultRecord::holding).sum();
  }

  private Set<String> distinct(String fact) {
    Set<String> values = new TreeSet<>();
    records.forEach(record -> values.add(record.fact(fact)));
    return values;
  }

  private List<ResultRecord> where(String fact, String value) {
    return records.stream().filter(record -> record.fact(fact).equals(value)).toList();
  }
}
