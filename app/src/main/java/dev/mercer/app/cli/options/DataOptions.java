package dev.mercer.app.cli.options;

import dev.mercer.app.data.ColumnRoles;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.MissingPolicy;
import dev.mercer.app.data.ReadingLimits;
import dev.mercer.app.data.RowRange;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Options about the input, the same for every command that reads rows. */
public final class DataOptions {

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = "The column that is not a feature: class or target.")
  public String label;

  @Option(
      names = "--columns",
      paramLabel = "a,b,c",
      split = ",",
      hideParamSyntax = true,
      description = "The features, in this order (default: all columns).")
  public List<String> columns = List.of();

  @Option(
      names = "--drop",
      paramLabel = "x,y",
      split = ",",
      hideParamSyntax = true,
      description = "Columns that are not features.")
  public List<String> drop = List.of();

  @Option(names = "--weights", paramLabel = "COLUMN", description = "The column of sample weights.")
  public String weights;

  @Option(
      names = "--rows",
      paramLabel = "A:B",
      description = "Only rows A to B - 1, zero-based; also A: and :B.")
  public RowRange rows = RowRange.ALL;

  @Option(
      names = "--classes",
      paramLabel = "2,6",
      split = ",",
      hideParamSyntax = true,
      description = "Only rows with these labels.")
  public List<String> classes = List.of();

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "The labels of IDX images, an idx1-ubyte file.")
  @Reads
  public Path labels;

  @Option(
      names = "--missing",
      paramLabel = "error|drop",
      description =
          "What to do with NaN, infinite or missing values: stop (default), or leave the rows out"
              + " (transform writes NaN scores for them).")
  public String missing = "error";

  /** The request for the rows of a fit. */
  public DataRequest request(String source, long nativeMemory, int threads) {
    return DataRequest.of(source)
        .with(columnRoles())
        .withRows(rows)
        .withClasses(classes)
        .withLabelsFile(labels)
        .withMissing(policy(MissingPolicy.DROP))
        .with(new ReadingLimits(nativeMemory, threads));
  }

  /** The roles of the columns. */
  public ColumnRoles columnRoles() {
    return new ColumnRoles(label, columns, drop, weights);
  }

  /** The request for rows that each get a result, NaN for a row with a missing value. */
  public DataRequest alignedRequest(String source, CommonOptions common) {
    return request(source, NativeMemory.forReading(common), common.threads())
        .withMissing(policy(MissingPolicy.NAN));
  }

  /** The policy that was chosen; what "drop" means depends on the command. */
  public MissingPolicy policy(MissingPolicy drop) {
    return switch (missing) {
      case "error" -> MissingPolicy.ERROR;
      case "drop" -> drop;
      default ->
          throw new IllegalArgumentException(
              "--missing " + missing + " is unknown; allowed are error, drop");
    };
  }
}
