package dev.mercer.app.data;

import dev.mercer.app.data.csv.CsvTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All that a request delivers, for tests. */
public record Loaded(
    double[][] rows,
    List<String> labels,
    double[] weights,
    List<Boolean> incomplete,
    List<String> names,
    long dropped) {

  public static Loaded of(DataRequest request) {
    return of(request, 1000);
  }

  public static Loaded of(DataRequest request, int blockRows) {
    return of(request, blockRows, CsvTable.SMALL_FILE);
  }

  public static Loaded of(DataRequest request, int blockRows, long smallCsv) {
    try (DataSource source = DataSources.open(request, smallCsv)) {
      RowBlock block = new RowBlock(blockRows, source.columns());
      List<double[]> rows = new ArrayList<>();
      List<String> labels = new ArrayList<>();
      List<Double> weights = new ArrayList<>();
      List<Boolean> incomplete = new ArrayList<>();
      int got;
      boolean last = false;
      while ((got = source.next(block)) > 0) {
        if (last) {
          throw new AssertionError("a block that was not full came before the last");
        }
        last = got < blockRows;
        for (int i = 0; i < got; i++) {
          int d = source.columns();
          rows.add(Arrays.copyOfRange(block.values(), i * d, (i + 1) * d));
          labels.add(block.label(i));
          weights.add(block.weight(i));
          incomplete.add(block.incomplete(i));
        }
      }
      return new Loaded(
          rows.toArray(double[][]::new),
          labels,
          weights.stream().mapToDouble(Double::doubleValue).toArray(),
          incomplete,
          source.featureNames(),
          source.droppedRows());
    }
  }

  double[] column(int j) {
    return Arrays.stream(rows).mapToDouble(row -> row[j]).toArray();
  }
}
