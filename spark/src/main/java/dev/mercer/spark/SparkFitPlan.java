package dev.mercer.spark;

import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.features.PartSums;
import dev.mercer.internal.novelty.NoveltyDraw;
import dev.mercer.internal.novelty.NoveltyStage;
import dev.mercer.internal.select.RemoteChoice;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * What a fit on a cluster takes, computed before it starts. Only the rows are counted, and Parquet
 * files contain their number; no kernel value is computed.
 *
 * @param driverBytes the kernel matrix of the landmarks, its factor, the second moments, a copy to
 *     solve and its vectors, and the sums of two partitions
 * @param broadcastBytes the landmarks, their factor, and the sampled rows with their features
 * @param taskBytes the sums twice, a block of rows, and its kernel values
 */
public record SparkFitPlan(
    long rows,
    int columns,
    int partitions,
    int landmarks,
    List<Stage> stages,
    long driverBytes,
    long broadcastBytes,
    long taskBytes,
    List<String> notes) {

  /** The usual number of rounds in which pivots are chosen. */
  private static final int USUAL_ROUNDS = 4;

  /**
   * One stage.
   *
   * @param passes how often all rows are read
   */
  public record Stage(String name, int passes, long kernelValues, double flops) {}

  public static SparkFitPlan of(KernelPcaEstimator settings, Dataset<?> data) {
    settings.transformSchema(data.schema());
    Dataset<Row> features = data.toDF().select(functions.col(settings.getFeaturesCol()));
    long rows = data.count();
    int columns = columns(features, settings.getFeaturesCol());
    DistributedSelector selector = DistributedSelector.parse(settings.getSelector());
    List<String> notes = new ArrayList<>();
    Integer count = settings.value(settings.landmarks(), Integer.class);
    int m = count != null ? count : KernelPcaEstimator.DEFAULT_LANDMARKS;
    boolean open = count == null && settings.isDefined(settings.tolerance());
    if (open || selector.way() != RemoteChoice.GIVEN && selector.choosesCount()) {
      notes.add("how many landmarks there will be follows from the data; costs are those of " + m);
    }
    m = (int) Math.min(m, rows);
    int q = ResidualSample.COLUMNS;
    long p = m + q;
    List<Stage> stages = new ArrayList<>();
    stages.add(new Stage("survey", 1, 0, 0));
    if (selector.way() == RemoteChoice.PIVOTS) {
      // The number k of landmarks grows to m: a third of the squares, half of the kernel values.
      stages.add(
          new Stage(
              "select",
              USUAL_ROUNDS,
              rows * m * USUAL_ROUNDS / 2,
              (double) rows * m * USUAL_ROUNDS / 2 * (2.0 * columns + 2.0 * m / 3)));
      notes.add("the selector takes about " + USUAL_ROUNDS + " rounds, each a pass over all rows");
    } else if (selector.way() != RemoteChoice.GIVEN && selector.way() != RemoteChoice.DRAW) {
      stages.add(new Stage("select", 1, 0, 2.0 * rows * m * columns));
    }
    stages.add(
        new Stage("features", 1, rows * p, 2.0 * rows * p * columns + (double) rows * p * p));
    stages.add(new Stage("solve", 0, 0, 4.0 / 3 * 8 * Math.pow(m, 3)));
    if (settings.getNovelty()) {
      long measured = Math.min(rows, NoveltyDraw.MOST_ROWS);
      long values = measured * m + (long) m * m;
      stages.add(new Stage(NoveltyStage.NAME, 1, values, 2.0 * values * columns));
    }
    long sums = 8L * p * (p + 1) / 2;
    return new SparkFitPlan(
        rows,
        columns,
        features.rdd().getNumPartitions(),
        m,
        List.copyOf(stages),
        5 * 8L * m * m + 2 * sums + 8L * (ResidualSample.CANDIDATES + m) * (columns + m),
        8L * (2L * m * m + p * columns + (long) q * m),
        2 * sums + 2 * 8L * p * p + 8L * PartSums.blockRows(columns) * (2L * columns + p),
        List.copyOf(notes));
  }

  private static int columns(Dataset<Row> features, String name) {
    int known =
        org.apache.spark.ml.attribute.AttributeGroup.fromStructField(features.schema().apply(name))
            .size();
    if (known >= 0) {
      return known;
    }
    Row first = features.first();
    if (first.isNullAt(0)) {
      throw new IllegalArgumentException("requirement failed: row 0: column " + name + " is null");
    }
    return ((Vector) first.get(0)).size();
  }
}
