package dev.mercer.evidence.bench.uses;

import dev.mercer.app.plot.Plot;
import dev.mercer.app.plot.SvgPlot;
import dev.mercer.evidence.bench.BenchProgram;
import dev.mercer.evidence.bench.CaseResults;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.reproduce.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Draws the picture of docs/how-to/feed-a-learner.md: accuracy on the digits by number of
 * components, from evidence/results/embeddings.jsonl. Started by {@code evidence/run
 * dev.mercer.evidence.bench.uses.EmbeddingPictures}; measures nothing.
 */
public final class EmbeddingPictures {

  private EmbeddingPictures() {}

  public static void main(String[] arguments) throws IOException {
    Path root = BenchProgram.root();
    Map<String, Object> record =
        new CaseResults(root.resolve("evidence/results"), UsesComparison.EMBEDDINGS).earlier("rk");
    if (record.isEmpty()) {
      throw new IllegalStateException("nothing was measured; run evidence/uses embeddings");
    }
    Files.writeString(
        root.resolve("docs/images/uses-embeddings.svg"), SvgPlot.draw(accuracies(record)));
  }

  /** The mean over the splits with bars of one standard deviation; the paper's numbers are dots. */
  static Plot accuracies(Map<String, Object> record) {
    Plot plot =
        Plot.of(
            "Accuracy on the digits by number of components",
            record.get("splits")
                + " splits, mean and standard deviation; KPCA: "
                + record.get("kernel"),
            Plot.Axis.logarithmic("components"),
            Plot.Axis.linear("accuracy on the test rows"));
    List<Map<String, Object>> runs = Fields.objects(record, "components");
    double[] x = runs.stream().mapToDouble(run -> Fields.number(run, "components")).toArray();
    plot = line(plot, "PCA, logistic C = 1", runs, "pca", "usual", x);
    plot = line(plot, "KPCA, logistic C = 1", runs, "kpca", "usual", x);
    plot = line(plot, "KPCA, logistic C = 1000", runs, "kpca", "free", x);
    plot = line(plot, "PCA, 3-NN", runs, "pca", "neighbors", x);
    return plot.dots("RK: PCA, KPCA at 5", new double[] {5, 5}, RkTables.printedAtFive(), null);
  }

  private static Plot line(
      Plot plot,
      String name,
      List<Map<String, Object>> runs,
      String method,
      String classifier,
      double[] x) {
    double[] mean = new double[x.length];
    double[] low = new double[x.length];
    double[] high = new double[x.length];
    for (int k = 0; k < x.length; k++) {
      double[] values = Fields.numbers(Fields.object(runs.get(k), method), classifier);
      mean[k] = Spread.of(values).mean();
      low[k] = mean[k] - Spread.of(values).deviation();
      high[k] = mean[k] + Spread.of(values).deviation();
    }
    return plot.line(name, x, mean, low, high);
  }
}
