package dev.mercer.app.cli.info;

import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.data.DataException;
import dev.mercer.app.datasets.DataFolder;
import dev.mercer.app.datasets.DatasetCatalog;
import dev.mercer.app.datasets.DatasetListing;
import dev.mercer.internal.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/** {@code mercer datasets}: which data sets are known, where they are, and if they are correct. */
@Command(
    name = "datasets",
    description = "List the data sets of the experiments: where they are, terms, checksums.",
    sortOptions = false,
    abbreviateSynopsis = true,
    synopsisSubcommandLabel = "[fetch NAME...]",
    subcommands = DatasetsFetchVerb.class)
public final class DatasetsVerb implements Callable<Integer> {

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      description = "Tell everything about these (default: a line for each that is known).")
  private List<String> names = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "The folder of data sets (default: MERCER_DATA, else data).")
  private Path data;

  @Option(names = "--check", description = "Compare the checksums of the files that are there.")
  private boolean check;

  @Option(names = "--json", description = "Everything, as JSON.")
  private boolean json;

  @Mixin private CommonOptions common;

  @Override
  public Integer call() {
    DataFolder folder = DataFolder.of(data);
    DatasetListing listing =
        new DatasetListing(
            folder, names.isEmpty() ? DatasetCatalog.all() : DatasetCatalog.named(names), check);
    if (json) {
      System.out.println(Json.write(listing.json()));
    } else {
      System.out.print(names.isEmpty() ? listing.table() : listing.details());
    }
    if (!listing.wrong().isEmpty()) {
      throw new DataException(
          "in "
              + folder.path()
              + " these are not the files that are known: "
              + String.join(", ", listing.wrong())
              + "; move them away and fetch them again");
    }
    return 0;
  }

  /** The data folder, whether it is given before or after the name of a subcommand. */
  Path data() {
    return data;
  }

  /** Fails if options of the listing were given to a subcommand. */
  void requireNoListing() {
    if (check || json || !names.isEmpty()) {
      throw new IllegalArgumentException(
          "fetch comes first: mercer datasets fetch NAME...; --check and --json are of the list");
    }
  }
}
