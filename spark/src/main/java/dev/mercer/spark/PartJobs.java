package dev.mercer.spark;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartSums;
import dev.mercer.internal.features.PartTask;
import dev.mercer.internal.features.ResidualRace;
import dev.mercer.internal.novelty.NoveltyPart;
import dev.mercer.internal.select.RemotePivots;
import dev.mercer.internal.select.Selector;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.internal.select.ShadowStream;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;

/**
 * The passes over all rows that a fit needs, one Spark job each. Small data is broadcast, every
 * partition processes its rows block by block on one thread, and sums are merged as a tree.
 */
final class PartJobs {

  private static final int TREE_DEPTH = 2;

  private final JavaSparkContext context;
  private final JavaRDD<Row> rows;
  private final RowChecks checks;
  private final int columns;
  private final Backends backends;

  PartJobs(SparkContext context, JavaRDD<Row> rows, RowChecks checks, int columns) {
    this.context = JavaSparkContext.fromSparkContext(context);
    this.rows = rows;
    this.checks = checks;
    this.columns = columns;
    this.backends = new Backends(context);
  }

  /** The back ends with which the executors compute. */
  Backends backends() {
    return backends;
  }

  int partitions() {
    return rows.getNumPartitions();
  }

  /** The sums over all rows that a task describes. */
  double[] sums(PartTask task) {
    return withBroadcast(
        task,
        "Mercer: all rows through " + task.landmarks().count() + " landmarks",
        sent -> {
          RowChecks check = checks;
          int width = columns;
          Backends seen = backends;
          double[] all =
              rows.mapPartitions(
                      iterator -> {
                        if (!iterator.hasNext()) {
                          return Collections.emptyIterator();
                        }
                        seen.report();
                        try (Workers workers = Workers.of(1)) {
                          PartSums sums = new PartSums(sent.value().value(), workers);
                          PartitionBlocks.feed(iterator, check, width, sums::add);
                          return List.of(sums.sums()).iterator();
                        }
                      })
                  .treeAggregate(new double[0], PartSums::merge, PartSums::merge, TREE_DEPTH);
          return all;
        });
  }

  /** One round of a race, in which the rows with large residuals are proposed as pivots. */
  double[] race(RemotePivots pivots) {
    int most = pivots.proposals();
    long seed = pivots.raceSeed();
    double cutOff = pivots.cutOff();
    PartTask task = pivots.task();
    return withBroadcast(
        task,
        "Mercer: rows that " + task.landmarks().count() + " landmarks leave over",
        sent -> {
          RowChecks check = checks;
          int width = columns;
          return rows.mapPartitions(
                  iterator -> {
                    if (!iterator.hasNext()) {
                      return Collections.emptyIterator();
                    }
                    try (Workers workers = Workers.of(1)) {
                      ResidualRace race =
                          new ResidualRace(sent.value().value(), seed, cutOff, most, workers);
                      PartitionBlocks.feed(iterator, check, width, race::add);
                      return List.of(race.result()).iterator();
                    }
                  })
              .treeAggregate(
                  new double[0],
                  (one, other) -> ResidualRace.merge(one, other, width, most),
                  (one, other) -> ResidualRace.merge(one, other, width, most),
                  TREE_DEPTH);
        });
  }

  /**
   * T^2 and SPE of the rows drawn for the quantiles of novelty, measured on the executors that have
   * them.
   *
   * @param largestKey the largest key of the rows drawn
   */
  double[] measured(KernelPcaModel model, double largestKey) {
    int rank = model.rank();
    Broadcast<Sent.Model> sent = context.broadcast(Sent.Model.of(model));
    context.setJobDescription("Mercer: rows drawn for novelty");
    try {
      RowChecks check = checks;
      int width = columns;
      return rows.mapPartitions(
              iterator -> {
                if (!iterator.hasNext()) {
                  return Collections.emptyIterator();
                }
                try (Workers workers = Workers.of(1)) {
                  NoveltyPart part = new NoveltyPart(sent.value().value(), largestKey, workers);
                  PartitionBlocks.feed(iterator, check, width, part::add);
                  return List.of(part.result()).iterator();
                }
              })
          .treeAggregate(
              new double[0],
              (one, other) -> NoveltyPart.merge(one, other, rank),
              (one, other) -> NoveltyPart.merge(one, other, rank),
              TREE_DEPTH);
    } finally {
      context.setJobDescription(null);
      sent.destroy();
    }
  }

  /** The shadow centers of one partition. */
  private record PartShadow(int partition, double[] centers, double[] weights)
      implements Serializable {}

  /**
   * The shadow centers of all rows.
   *
   * @param merged the number of partitions whose centers were merged; with one partition, the
   *     centers are the same as on one machine
   */
  record Shadows(Landmarks landmarks, int merged) {}

  /**
   * Computes the shadow centers of every partition, then those of all these centers together, in
   * the order of the partitions.
   *
   * @param selector its text, from which every executor makes its own selector
   */
  Shadows shadows(Kernel kernel, String selector) {
    context.setJobDescription("Mercer: shadows of every partition");
    String spec = kernel.spec();
    RowChecks check = checks;
    int width = columns;
    List<PartShadow> found =
        rows.mapPartitionsWithIndex(
                (index, iterator) -> {
                  if (!iterator.hasNext()) {
                    return Collections.emptyIterator();
                  }
                  try (Workers workers = Workers.of(1)) {
                    ShadowStream stream =
                        new ShadowStream(
                            KernelSpec.kernel(spec), algorithm(selector), width, workers);
                    PartitionBlocks.feed(iterator, check, width, stream::add);
                    Rows centers = stream.centers();
                    double[] values = new double[centers.count() * width];
                    centers.copy(0, centers.count(), values, 0);
                    return List.of(new PartShadow(index, values, stream.weights())).iterator();
                  }
                },
                true)
            .collect();
    context.setJobDescription(null);
    List<PartShadow> inOrder = new java.util.ArrayList<>(found);
    inOrder.sort(Comparator.comparingInt(PartShadow::partition));
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      ShadowStream merged = new ShadowStream(kernel, algorithm(selector), columns, workers);
      for (PartShadow part : inOrder) {
        merged.add(DenseRows.wrap(part.weights().length, columns, part.centers()), part.weights());
      }
      return new Shadows(Landmarks.ofPoints(merged.centers(), merged.weights()), inOrder.size());
    }
  }

  private static Selector algorithm(String spec) {
    return SelectorCatalog.algorithm(SelectorCatalog.parse(spec));
  }

  private double[] withBroadcast(
      PartTask task, String description, Function<Broadcast<Sent.Task>, double[]> job) {
    Broadcast<Sent.Task> sent = context.broadcast(new Sent.Task(task));
    context.setJobDescription(description);
    try {
      return job.apply(sent);
    } finally {
      context.setJobDescription(null);
      sent.destroy();
    }
  }
}
