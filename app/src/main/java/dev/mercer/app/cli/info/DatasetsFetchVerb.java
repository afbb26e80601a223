package dev.mercer.app.cli.info;

import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.datasets.DataFile;
import dev.mercer.app.datasets.DataFolder;
import dev.mercer.app.datasets.Dataset;
import dev.mercer.app.datasets.DatasetCatalog;
import dev.mercer.app.datasets.Fetcher;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code mercer datasets fetch}: downloads data sets into the data folder. */
@Command(
    name = "fetch",
    description = {
      "Download data sets from their public addresses into the data folder.",
      "A download that was cut off is continued; checksums decide what is kept."
    },
    sortOptions = false,
    abbreviateSynopsis = true)
final class DatasetsFetchVerb implements Callable<Integer> {

  @Parameters(
      paramLabel = "NAME",
      arity = "1..*",
      description = "Data sets; mercer datasets lists them.")
  private List<String> names;

  @Option(
      names = "--from",
      paramLabel = "URL",
      description = "Take the published files from this folder of a mirror, by their names.")
  private String from;

  @Mixin private CommonOptions common;

  @ParentCommand private DatasetsVerb list;

  private final Console console;

  DatasetsFetchVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    list.requireNoListing();
    List<Dataset> datasets = DatasetCatalog.named(names);
    URI base = base(datasets);
    DataFolder folder = DataFolder.of(list.data());
    requireFetchable(datasets, folder);
    Fetcher fetcher = new Fetcher(common.progress(console));
    for (Dataset dataset : datasets) {
      System.out.println(dataset.name() + ": " + dataset.origin() + "; terms: " + dataset.terms());
      for (DataFile file : dataset.files()) {
        boolean fetched = fetcher.fetch(file, folder.path(), base);
        System.out.println(
            folder.path().resolve(file.path())
                + (fetched ? " fetched, checksum right" : " is there already, checksum right"));
      }
    }
    return 0;
  }

  /** Checks before any download, because some data sets have no address to download from. */
  private static void requireFetchable(List<Dataset> datasets, DataFolder folder) {
    for (Dataset dataset : datasets) {
      boolean here =
          dataset.files().stream()
              .allMatch(file -> Files.exists(folder.path().resolve(file.path())));
      if (dataset.byHand() != null && !here) {
        throw new IllegalArgumentException(
            dataset.name()
                + " cannot be fetched: "
                + dataset.byHand()
                + "; see "
                + dataset.page()
                + ", and put the file into "
                + folder.path());
      }
    }
  }

  private URI base(List<Dataset> datasets) {
    if (from == null) {
      return null;
    }
    if (datasets.size() > 1) {
      // MNIST and Fashion-MNIST have files with the same names.
      throw new IllegalArgumentException("--from is the folder of one data set; name one");
    }
    String scheme = from.toLowerCase(Locale.ROOT);
    if (!scheme.startsWith("http://") && !scheme.startsWith("https://")) {
      throw new IllegalArgumentException(
          "--from " + from + " is no address; write http://HOST/PATH or https://HOST/PATH");
    }
    try {
      return URI.create(from);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--from " + from + " is no address: " + e.getMessage(), e);
    }
  }
}
