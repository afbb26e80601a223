package dev.mercer.app.datasets;

import dev.mercer.app.datasets.Checksums.Verdict;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.problem.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is known about data sets and which are in the data folder, as text and as JSON. */
public final class DatasetListing {

  private final DataFolder folder;
  private final List<Dataset> datasets;

  /** The results of checking existing files; empty if no check was requested. */
  private final Map<DataFile, Verdict> verdicts = new LinkedHashMap<>();

  /**
   * A listing.
   *
   * @param check whether to read the existing files and compare their checksums
   */
  public DatasetListing(DataFolder folder, List<Dataset> datasets, boolean check) {
    this.folder = folder;
    this.datasets = List.copyOf(datasets);
    for (Dataset dataset : datasets) {
      for (DataFile file : dataset.files()) {
        if (check && folder.holds(file)) {
          verdicts.put(file, folder.check(file));
        }
      }
    }
  }

  /** Existing files that were checked and differ from those in the catalog. */
  public List<String> wrong() {
    return verdicts.entrySet().stream()
        .filter(entry -> entry.getValue() == Verdict.DIFFERENT)
        .map(entry -> entry.getKey().path())
        .toList();
  }

  /** One line per data set. */
  public String table() {
    StringBuilder text = new StringBuilder(folderLine());
    text.append(
        String.format(
            Locale.ROOT,
            "%n%-15s %-21s %-10s %-9s %-8s %s%n",
            "name",
            "rows x features",
            "here",
            "size",
            "get by",
            "terms"));
    for (Dataset dataset : datasets) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-15s %-21s %-10s %-9s %-8s %s%n",
              dataset.name(),
              dataset.shape(),
              state(dataset),
              Bytes.text(dataset.bytes()),
              dataset.byHand() == null ? "fetch" : "hand",
              shortTerms(dataset)));
    }
    return text + "\nmercer datasets NAME tells more, mercer datasets fetch NAME downloads\n";
  }

  /** Everything about each data set. */
  public String details() {
    StringBuilder text = new StringBuilder(folderLine());
    for (Dataset dataset : datasets) {
      text.append("\n");
      line(text, dataset.name(), dataset.title());
      line(text, "shape", dataset.shape() + ", values " + dataset.range());
      line(text, "answer", dataset.answer());
      line(text, "origin", dataset.origin());
      line(text, "page", dataset.page());
      line(text, "terms", dataset.terms());
      if (dataset.builtin() != null) {
        line(text, "built in", dataset.builtin());
      }
      for (String note : dataset.notes()) {
        line(text, "note", note);
      }
      for (DataFile file : dataset.files()) {
        line(text, "file", file.path() + ", " + file.bytes() + " bytes, " + state(file));
        line(text, "", "SHA-256 " + file.sha256());
        for (String address : addresses(file.source())) {
          line(text, "", "from " + address);
        }
      }
      if (dataset.byHand() != null) {
        line(text, "by hand", dataset.byHand());
      }
    }
    return text.toString();
  }

  public Map<String, Object> json() {
    List<Object> list = new ArrayList<>();
    for (Dataset dataset : datasets) {
      List<Object> files = new ArrayList<>();
      for (DataFile file : dataset.files()) {
        boolean here = folder.holds(file);
        files.add(
            Json.object(
                "path", file.path(),
                "rows", file.rows(),
                "bytes", file.bytes(),
                "sha256", file.sha256(),
                "textSha256", file.textSha256(),
                "present", here,
                "presentBytes", here ? folder.length(file) : null,
                "check", verdicts.containsKey(file) ? verdicts.get(file).toString() : null,
                "addresses", addresses(file.source())));
      }
      list.add(
          Json.object(
              "name", dataset.name(),
              "title", dataset.title(),
              "features", dataset.features(),
              "answer", dataset.answer(),
              "range", dataset.range(),
              "terms", dataset.terms(),
              "origin", dataset.origin(),
              "page", dataset.page(),
              "notes", dataset.notes(),
              "builtin", dataset.builtin(),
              "byHand", dataset.byHand(),
              "files", files));
    }
    return Json.object(
        "folder", folder.path().toString(), "exists", folder.exists(), "datasets", list);
  }

  private String folderLine() {
    return "data folder "
        + folder.path()
        + " ("
        + folder.chosenBy()
        + (folder.exists() ? ")\n" : "), which does not exist yet\n");
  }

  private String state(Dataset dataset) {
    int here = 0;
    Verdict worst = null;
    for (DataFile file : dataset.files()) {
      here += folder.holds(file) ? 1 : 0;
      Verdict verdict = verdicts.get(file);
      worst = verdict != null && (worst == null || verdict.compareTo(worst) > 0) ? verdict : worst;
    }
    if (here == 0) {
      return dataset.builtin() != null ? "built in" : "no";
    }
    if (worst == Verdict.DIFFERENT) {
      return "differs";
    }
    if (here < dataset.files().size()) {
      return here + " of " + dataset.files().size();
    }
    return worst == null ? "yes" : "checked";
  }

  private String state(DataFile file) {
    if (!folder.holds(file)) {
      return "not here";
    }
    Verdict verdict = verdicts.get(file);
    if (verdict != null) {
      return "here, checksum " + verdict;
    }
    long length = folder.length(file);
    return length == file.bytes() ? "here" : "here with " + length + " bytes; see --check";
  }

  private static String shortTerms(Dataset dataset) {
    int end = dataset.terms().indexOf(';');
    return end < 0 ? dataset.terms() : dataset.terms().substring(0, end);
  }

  private static List<String> addresses(Source source) {
    List<String> all = new ArrayList<>();
    if (source instanceof Source.AsIs asIs) {
      asIs.addresses().forEach(address -> all.add(address.toString()));
    } else if (source instanceof Source.Converted converted) {
      converted.table().parts().stream()
          .flatMap(List::stream)
          .flatMap(original -> original.addresses().stream())
          .forEach(address -> all.add(address.toString()));
    }
    return all;
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-14s %s%n", name, value));
  }
}
