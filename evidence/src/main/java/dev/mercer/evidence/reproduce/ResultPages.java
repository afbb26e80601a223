package dev.mercer.evidence.reproduce;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A folder of Markdown pages made from results: {@value #INDEX} has every claim with its verdict,
 * and each paper has a page with its experiments, their verdicts, settings, tables and pictures.
 *
 * <p>An experiment that is written replaces its earlier section and pictures. Sections of
 * experiments that are not among the records stay, because full-scale results take hours and are
 * kept nowhere else. For the same reason a skipped experiment does not replace a result.
 */
final class ResultPages {

  static final String INDEX = "README.md";
  static final String PICTURES = "images";

  /** In bytes. A larger drawing is not copied; it stays next to the page of its run. */
  private static final long LARGEST_DRAWING = 100_000;

  /** The limit for sheets of images, which need more bytes than drawings. */
  private static final long LARGEST_SHEET = 200_000;

  private final Path results;
  private final List<ResultRecord> records;

  /**
   * @param results the folder that holds the pictures of the records
   */
  ResultPages(Path results, List<ResultRecord> records) {
    this.results = results;
    this.records = records;
  }

  /**
   * Writes the pages.
   *
   * @param order all existing experiments; sections of any others are left out
   * @throws IllegalArgumentException if a page exists but has no place for results; then nothing
   *     was written
   */
  void into(Path folder, List<Experiment> order) throws IOException {
    ResultsPart index = ResultsPart.of(folder.resolve(INDEX), "Reproduction");
    Map<Paper, ResultsPart> pages = new EnumMap<>(Paper.class);
    Map<String, ExperimentSection> sections = new LinkedHashMap<>();
    for (Paper paper : Paper.values()) {
      ResultsPart page = ResultsPart.of(folder.resolve(paper.file()), paper.title());
      pages.put(paper, page);
      ExperimentSection.in(page.results()).forEach(each -> sections.put(each.id(), each));
    }
    Files.createDirectories(folder.resolve(PICTURES));
    for (ResultRecord record : records) {
      ExperimentSection earlier = sections.get(record.id());
      if (record.skipped() == null || earlier == null || earlier.skipped()) {
        sections.put(record.id(), ExperimentSection.of(record, pictures(record)));
        replacePictures(record, folder.resolve(PICTURES));
      }
    }
    List<ExperimentSection> shown =
        order.stream()
            .map(Experiment::id)
            .filter(sections::containsKey)
            .map(sections::get)
            .toList();
    for (Paper paper : Paper.values()) {
      StringBuilder text = new StringBuilder();
      shown.stream()
          .filter(section -> Paper.of(section.id()) == paper)
          .forEach(section -> text.append(section.markdown()));
      ResultsPart page = pages.get(paper);
      if (!text.isEmpty() || !page.results().isBlank()) {
        page.replace(text.toString());
      }
    }
    index.replace(new VerdictIndex(shown).markdown());
  }

  /**
   * Shows the first picture at once and the others on demand; those that are too large are only
   * mentioned.
   */
  private String pictures(ResultRecord record) throws IOException {
    StringBuilder text = new StringBuilder();
    StringBuilder more = new StringBuilder();
    List<String> left = new ArrayList<>();
    for (String picture : record.pictures()) {
      if (fits(picture)) {
        (text.isEmpty() ? text : more)
            .append("![" + record.id() + "](" + PICTURES + "/" + picture + ")\n\n");
      } else {
        left.add(picture + " (" + Files.size(results.resolve(picture)) / 1000 + " kB)");
      }
    }
    if (!more.isEmpty()) {
      text.append(
          ExperimentSection.details("More pictures", more.toString().stripTrailing() + "\n"));
    }
    if (!left.isEmpty()) {
      text.append("Too large to be kept here: ").append(String.join(", ", left)).append(".\n\n");
    }
    return text.toString();
  }

  private void replacePictures(ResultRecord record, Path pictures) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(pictures, record.id() + "-*")) {
      for (Path picture : old) {
        Files.delete(picture);
      }
    }
    for (String picture : record.pictures()) {
      if (fits(picture)) {
        Files.copy(results.resolve(picture), pictures.resolve(picture));
      }
    }
  }

  /** Whether a picture is small enough to be kept with the documents. */
  private boolean fits(String picture) throws IOException {
    long largest = picture.endsWith(".png") ? LARGEST_SHEET : LARGEST_DRAWING;
    return Files.size(results.resolve(picture)) <= largest;
  }
}
