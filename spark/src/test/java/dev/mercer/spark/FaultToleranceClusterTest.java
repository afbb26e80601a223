package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.spark.RunsOn.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executors that die in the middle change no result; what fails for good leaves none. */
@Tag("whole")
@RunsOn(Engine.CLUSTER)
class FaultToleranceClusterTest {

  // Blocks of scores have 2048 rows: a partition that stops at its middle has handed some over.
  private static final int PART = 5000;
  private static final int PARTITIONS = 9;
  // Finished by then: their results are lost with the executor, and are computed again.
  private static final int FIRST_HELD = 4;
  private static final String PASS = "Mercer: all rows through";
  private static final String COMMITTER = "mapreduce.fileoutputcommitter.algorithm.version";
  private static final String WRITING = "scores are written";

  private final TestRows rows = new TestRows(PART * PARTITIONS, 4, 3);

  private KernelPcaEstimator estimator() {
    return new KernelPcaEstimator()
        .setKernel("gaussian(sigma=2)")
        .setRank(4)
        .setOutputCol("scores")
        .setLandmarkPoints(Arrays.copyOf(rows.values, 20));
  }

  @Test
  @Timeout(180)
  void anExecutorKilledInTheAggregatedPass(
      SparkSession spark, StandaloneCluster cluster, @TempDir Path signals) throws Exception {
    Dataset<Row> plain = rows.data(spark, PARTITIONS);
    KernelPcaTransformer expected = estimator().fit(plain);

    Dataset<Row> held = held(spark, plain, PASS, signals);
    KernelPcaTransformer found =
        withKill(spark, cluster, signals, PASS, () -> estimator().fit(held));
    for (int i = 0; i < 4; i++) {
      double eigenvalue = expected.model().eigenvalues()[i];
      assertThat(found.model().eigenvalues()[i]).isCloseTo(eigenvalue, within(1e-10 * eigenvalue));
    }
    assertThat(found.model().report().samples()).isEqualTo(PART * PARTITIONS);
    equal(inOrder(found.transform(plain)), inOrder(expected.transform(plain)));
  }

  @Test
  @Timeout(180)
  void anExecutorKilledWhileScoresAreWritten(
      SparkSession spark, StandaloneCluster cluster, @TempDir Path signals, @TempDir Path out)
      throws Exception {
    Dataset<Row> plain = rows.data(spark, PARTITIONS);
    KernelPcaTransformer fitted = estimator().fit(plain);
    String folder = out.resolve("scores.parquet").toString();

    Dataset<Row> held = held(spark, plain, WRITING, signals);
    withKill(
        spark,
        cluster,
        signals,
        WRITING,
        () -> {
          spark.sparkContext().setJobDescription(WRITING);
          return write(fitted.transform(held), folder);
        });
    equal(inOrder(spark.read().parquet(folder)), inOrder(fitted.transform(plain)));
    assertThat(names(out)).containsExactly("scores.parquet");
    // Only what was complete is replaced.
    assertThat(ScoresFolder.write(plain.select("id"), "parquet", folder)).isEqualTo(plain.count());
    Files.delete(out.resolve("scores.parquet").resolve("_SUCCESS"));
    assertThatThrownBy(() -> ScoresFolder.write(plain, "parquet", folder))
        .hasMessageContaining("already exists");
  }

  @Test
  void aJobThatFailsLeavesNothing(SparkSession spark, @TempDir Path out) throws Exception {
    Dataset<Row> plain = rows.data(spark, PARTITIONS);
    KernelPcaTransformer fitted = estimator().fit(plain);
    Dataset<Row> failing = spark.createDataFrame(failing(plain.toJavaRDD()), TestRows.SCHEMA);
    Dataset<Row> scores = fitted.transform(failing);

    // Why Spark alone does not do: with this committer, which clusters may have as their default,
    // the tasks before the one that fails have put their files in place.
    Path direct = out.resolve("direct.parquet");
    assertThatThrownBy(() -> scores.write().option(COMMITTER, "2").parquet(direct.toString()))
        .hasStackTraceContaining("a row of no use");
    assertThat(spark.read().parquet(direct.toString()).count())
        .isBetween(1L, (long) PART * PARTITIONS - 1);

    Configuration configuration = spark.sparkContext().hadoopConfiguration();
    String before = configuration.get(COMMITTER);
    configuration.set(COMMITTER, "2");
    try {
      Path folder = out.resolve("scores.parquet");
      assertThatThrownBy(() -> ScoresFolder.write(scores, "parquet", folder.toString()))
          .hasStackTraceContaining("a row of no use");
      assertThat(names(out)).containsExactly("direct.parquet");
    } finally {
      configuration.set(COMMITTER, before);
    }
  }

  @Test
  void textHasAHeader(SparkSession spark, @TempDir Path out) throws Exception {
    Dataset<Row> plain = rows.data(spark, 2).select("id", "w").where("id < 7");
    String folder = out.resolve("scores.csv").toString();
    ScoresFolder.write(plain, "csv", folder);
    Dataset<Row> read = spark.read().option("header", true).option("inferSchema", true).csv(folder);
    assertThat(read.schema()).isEqualTo(plain.schema());
    assertThat(read.collectAsList()).isEqualTo(plain.collectAsList());
    assertThatThrownBy(() -> ScoresFolder.write(plain, "orc", folder)).hasMessageContaining("orc");
  }

  /**
   * The same rows; the later partitions wait at their middle, in jobs described so, for the file
   * {@code go}, and tell by a file that their process waits.
   */
  private static Dataset<Row> held(
      SparkSession spark, Dataset<Row> data, String description, Path signals) {
    String folder = signals.toString();
    JavaRDD<Row> waiting =
        data.toJavaRDD().mapPartitions(source -> new Held(source, description, folder), true);
    return spark.createDataFrame(waiting, TestRows.SCHEMA);
  }

  private static final class Held implements Iterator<Row> {
    private final Iterator<Row> source;
    private final Path signals;
    private final boolean waits;
    private int given;

    Held(Iterator<Row> source, String description, String folder) {
      this.source = source;
      this.signals = Path.of(folder);
      String job = TaskContext.get().getLocalProperty("spark.job.description");
      this.waits =
          job != null && job.startsWith(description) && TaskContext.getPartitionId() >= FIRST_HELD;
    }

    @Override
    public boolean hasNext() {
      return source.hasNext();
    }

    @Override
    public Row next() {
      if (waits && given++ == PART / 2) {
        await();
      }
      return source.next();
    }

    private void await() {
      try {
        Files.writeString(signals.resolve("waits-" + ProcessHandle.current().pid()), "");
        while (!Files.exists(signals.resolve("go"))) {
          Thread.sleep(10);
        }
      } catch (java.io.IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Runs the work, and kills one of its executors when both are in the middle of a partition. */
  private static <T> T withKill(
      SparkSession spark,
      StandaloneCluster cluster,
      Path signals,
      String description,
      Supplier<T> work)
      throws Exception {
    JobWatch watch = new JobWatch();
    spark.sparkContext().addSparkListener(watch);
    try {
      CompletableFuture<T> result = CompletableFuture.supplyAsync(work);
      while (names(signals).size() < 2) {
        if (result.isDone()) {
          throw new AssertionError("over before it was disturbed: " + result.get());
        }
        Thread.sleep(10);
      }
      long victim = cluster.executorPids().get(0);
      assertThat(names(signals)).contains("waits-" + victim);
      cluster.kill(victim);
      Files.writeString(signals.resolve("go"), "");
      T value = result.get(150, TimeUnit.SECONDS);
      assertThat(watch.lost().keySet())
          .as("jobs that lost a task with its executor")
          .isNotEmpty()
          .allMatch(job -> job.startsWith(description));
      return value;
    } finally {
      spark.sparkContext().removeSparkListener(watch);
    }
  }

  private static JavaRDD<Row> failing(JavaRDD<Row> rows) {
    return rows.map(
        row -> {
          if (row.getInt(0) == PART * (PARTITIONS - 1) + PART / 2) {
            throw new IllegalStateException("a row of no use");
          }
          return row;
        });
  }

  private static Void write(Dataset<Row> scores, String folder) {
    try {
      ScoresFolder.write(scores, "parquet", folder);
      return null;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<Row> inOrder(Dataset<Row> scores) {
    List<Row> result = new ArrayList<>(scores.select("id", "scores").collectAsList());
    result.sort(Comparator.comparingInt(row -> row.getInt(0)));
    return result;
  }

  private static void equal(List<Row> found, List<Row> expected) {
    assertThat(found).hasSize(expected.size());
    double largest = 0;
    double difference = 0;
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).getInt(0)).isEqualTo(expected.get(i).getInt(0));
      double[] one = ((Vector) found.get(i).get(1)).toArray();
      double[] other = ((Vector) expected.get(i).get(1)).toArray();
      for (int c = 0; c < other.length; c++) {
        largest = Math.max(largest, Math.abs(other[c]));
        difference = Math.max(difference, Math.abs(one[c] - other[c]));
      }
    }
    assertThat(difference).isLessThanOrEqualTo(1e-9 * largest);
  }

  private static List<String> names(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    }
  }
}
