package dev.mercer.spark;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.Stage;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.RDDInfo;
import org.apache.spark.storage.StorageLevel;

/**
 * What {@code evidence/spark} measures, in a process of its own that is the driver of a {@link
 * StandaloneCluster} of two workers; core is measured in the same process.
 *
 * <p>Arguments: a case and its settings as JSON; the result is JSON on the standard output. Or
 * {@code options}: the options this program needs of Java, one a line.
 */
final class Measurements {

  private static final String KERNEL = "gaussian(sigma=10)";
  private static final int WORKERS = 2;
  // Many for every core: executors do not cache equally many (9 and 7 of 16 were seen), and while
  // one works off the last of its own the other waits.
  private static final int PARTITIONS = 32;
  private static final int MOST_WARMING = 10;
  // Cached rows are scored so often in one job: starting a job is no matter of throughput.
  private static final int COPIES = 4;

  private final int[] rows;
  private final int landmarks;
  private final int rank;
  private final int runs;

  private Measurements(Map<String, Object> settings) {
    this.rows =
        ((List<?>) settings.get("rows")).stream().mapToInt(n -> ((Number) n).intValue()).toArray();
    this.landmarks = number(settings, "landmarks");
    this.rank = number(settings, "rank");
    this.runs = number(settings, "runs");
  }

  private static int number(Map<String, Object> settings, String name) {
    return ((Number) settings.get(name)).intValue();
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("options")) {
      System.out.println(String.join("\n", JavaModuleOptions.defaultModuleOptionArray()));
      return;
    }
    Measurements work = new Measurements(Json.parseObject(arguments[1]));
    Map<String, Object> result =
        switch (arguments[0]) {
          case "scale" -> onCluster(work::scale);
          case "core" -> work.besideCore();
          case "equality" -> work.equality();
          case "faults" -> onCluster(work::faults);
          default -> throw new IllegalArgumentException("no case is called " + arguments[0]);
        };
    result.put("kernel", KERNEL);
    result.put("landmarks", work.landmarks);
    result.put("rank", work.rank);
    System.out.println(Json.compact(result));
  }

  private interface ClusterWork {
    Map<String, Object> run(SparkSession spark, StandaloneCluster cluster) throws IOException;
  }

  private static Map<String, Object> onCluster(ClusterWork work) throws IOException {
    try (StandaloneCluster cluster = new StandaloneCluster(WORKERS)) {
      SparkSession.Builder builder = SparkSession.builder().appName("Mercer's measurements");
      builder.config("spark.ui.enabled", false);
      cluster.conf().forEach(builder::config);
      try (SparkSession spark = builder.getOrCreate()) {
        cluster.awaitExecutors(spark);
        Map<String, Object> result = work.run(spark, cluster);
        result.put(
            "cluster",
            "cluster: Spark "
                + spark.version()
                + ", standalone, "
                + WORKERS
                + " workers of 1 core, executors of "
                + cluster.conf().get("spark.executor.memory")
                + ", all on this machine");
        result.put("partitions", PARTITIONS);
        return result;
      }
    }
  }

  private KernelPcaEstimator estimator() {
    return new KernelPcaEstimator()
        .setKernel(KERNEL)
        .setLandmarks(landmarks)
        .setRank(rank)
        .setOutputCol("scores");
  }

  /** Fits of more and more rows: the time of every stage, and what the executors hold. */
  private Map<String, Object> scale(SparkSession spark, StandaloneCluster cluster)
      throws IOException {
    estimator().fit(GeneratedRows.data(spark, rows[0], PARTITIONS)); // so that all are warm
    List<Object> sizes = new ArrayList<>();
    for (int count : rows) {
      say(count + " rows");
      Dataset<Row> data = GeneratedRows.data(spark, count, PARTITIONS);
      ExecutorMemory.heaps(spark, cluster, ExecutorMemory::resetPeaks);
      double[] seconds = new double[runs];
      List<Object> stages = new ArrayList<>();
      KernelPcaTransformer fitted = null;
      for (int i = 0; i < runs; i++) {
        long start = System.nanoTime();
        fitted = estimator().fit(data);
        seconds[i] = since(start);
        stages.add(stages(fitted.model()));
      }
      double[] peaks = ExecutorMemory.heaps(spark, cluster, ExecutorMemory::peakHeap);
      double[] live = ExecutorMemory.heaps(spark, cluster, ExecutorMemory::liveHeap);
      sizes.add(
          Json.object(
              "rows",
              count,
              "seconds",
              seconds,
              "stages",
              stages,
              "peakHeapBytes",
              Arrays.stream(peaks).max().orElseThrow(),
              "liveHeapBytes",
              Arrays.stream(live).max().orElseThrow(),
              "peakBytes",
              ExecutorMemory.peakBytes(cluster.executorPids()),
              "residualTraceShare",
              fitted.model().report().certificate().value("residualTraceShare"),
              "backends",
              new TreeMap<>(engine(fitted.model(), "backends", Map.class))));
    }
    return Json.object("sizes", sizes);
  }

  /** Seconds by stage; those of a name that came again are added. */
  private static Map<String, Object> stages(KernelPcaModel model) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("survey", engine(model, "surveySeconds", Double.class));
    for (Stage stage : model.report().stages()) {
      result.merge(stage.name(), stage.seconds(), (one, other) -> (Double) one + (Double) other);
    }
    return result;
  }

  private static <T> T engine(KernelPcaModel model, String name, Class<T> type) {
    return type.cast(((Map<?, ?>) model.report().fact("engine").orElseThrow()).get(name));
  }

  /** The same rows by core, in memory, and by the cluster, made on the fly and cached. */
  private Map<String, Object> besideCore() throws IOException {
    int count = rows[0];
    DenseRows inMemory = GeneratedRows.inMemory(count);
    Map<String, Object> result = onCluster((spark, cluster) -> besideCore(spark, inMemory));
    result.put("rows", count);
    return result;
  }

  /** In turn, so that what disturbs the machine for some seconds disturbs both. */
  private Map<String, Object> besideCore(SparkSession spark, DenseRows inMemory) {
    KernelPca pca =
        KernelPca.with(KernelSpec.parse(KERNEL))
            .rank(rank)
            .threads(WORKERS)
            .method(Subset.of(Landmarking.count(landmarks)));
    Dataset<Row> made = GeneratedRows.data(spark, inMemory.count(), PARTITIONS);
    say("rows made on the fly");
    Timed<?> making = inTurn(() -> drain(made.select("features"))).get(0);
    Timed<?> fitMade = inTurn(() -> estimator().fit(made)).get(0);
    Dataset<Row> cached = made.select("features").persist(StorageLevel.MEMORY_ONLY());
    cached.count();
    say("fits of cached rows, and by core");
    List<Timed<?>> fits = inTurn(() -> pca.fit(inMemory), () -> estimator().fit(cached));
    KernelPcaModel core = (KernelPcaModel) fits.get(0).result();
    KernelPcaTransformer fitted = (KernelPcaTransformer) fits.get(1).result();
    say("scores of cached rows, and by core");
    List<Timed<?>> transforms =
        inTurn(
            () -> {
              for (int i = 0; i < COPIES; i++) {
                core.transform(inMemory);
              }
              return null;
            },
            () -> toNowhere(fitted.transform(copies(cached)).select("scores")),
            () -> drain(copies(cached)));
    RDDInfo[] stored = spark.sparkContext().getRDDStorageInfo();
    return Json.object(
        "threads", WORKERS,
        "makingSeconds", making.seconds(),
        "fitMadeSeconds", fitMade.seconds(),
        "coreFitSeconds", fits.get(0).seconds(),
        "fitSeconds", fits.get(1).seconds(),
        "stages", stages(fitted.model()),
        "copies", COPIES,
        "coreTransformSeconds", transforms.get(0).seconds(),
        "transformSeconds", transforms.get(1).seconds(),
        "readingSeconds", transforms.get(2).seconds(),
        "cachedPartitions", Arrays.stream(stored).mapToInt(RDDInfo::numCachedPartitions).sum(),
        "cachedBytes", Arrays.stream(stored).mapToLong(RDDInfo::memSize).sum());
  }

  private static Dataset<Row> copies(Dataset<Row> data) {
    Dataset<Row> result = data;
    for (int i = 1; i < COPIES; i++) {
      result = result.union(data);
    }
    return result;
  }

  /** Reads rows as a fit does. */
  private static Void drain(Dataset<Row> data) {
    data.toJavaRDD()
        .foreachPartition(
            source -> {
              while (source.hasNext()) {
                source.next();
              }
            });
    return null;
  }

  /** Spark's own sink for measuring: every column of every row is computed, nothing is kept. */
  private static Void toNowhere(Dataset<Row> data) {
    data.write().format("noop").mode("overwrite").save();
    return null;
  }

  /** Rows divided in several ways, through the same landmarks as core. */
  private Map<String, Object> equality() throws IOException {
    int count = rows[0];
    double[][] points = new double[landmarks][];
    Arrays.setAll(points, i -> GeneratedRows.row((long) count * i / landmarks));
    DenseRows inMemory = GeneratedRows.inMemory(count);
    KernelPcaModel expected =
        KernelPca.with(KernelSpec.parse(KERNEL))
            .rank(rank)
            .method(Subset.of(Landmarking.by(new GivenPoints(DenseRows.of(points)))))
            .fit(inMemory);
    double[] scores = expected.transform(inMemory).values();
    return onCluster(
        (spark, cluster) -> {
          Map<String, Dataset<Row>> layouts = new LinkedHashMap<>();
          for (int partitions : new int[] {1, 2, 7, 64}) {
            layouts.put(String.valueOf(partitions), GeneratedRows.data(spark, count, partitions));
          }
          layouts.put(
              "5: two empty, one with all but eight rows",
              GeneratedRows.data(spark, 0, 0, 3, count - 5, count - 5, count));
          List<Object> found = new ArrayList<>();
          for (Map.Entry<String, Dataset<Row>> layout : layouts.entrySet()) {
            say(layout.getKey() + " partitions");
            Dataset<Row> data = layout.getValue();
            KernelPcaTransformer fitted = estimatorOf(points).fit(data);
            found.add(
                Json.object(
                    "partitions", layout.getKey(),
                    "eigenvalues", eigenvalueDifference(fitted.model(), expected),
                    "scores", scoreDifference(fitted.transform(data), scores)));
          }
          return Json.object("rows", count, "layouts", found);
        });
  }

  /** A fit and a transform undisturbed, and with an executor killed when half is done. */
  private Map<String, Object> faults(SparkSession spark, StandaloneCluster cluster)
      throws IOException {
    int count = rows[0];
    Dataset<Row> data = GeneratedRows.data(spark, count, PARTITIONS);
    Timed<?> calm = inTurn(() -> estimator().fit(data)).get(0);
    KernelPcaTransformer fitted = (KernelPcaTransformer) calm.result();
    Killed<KernelPcaTransformer> fit =
        withKill(spark, cluster, "Mercer: all rows through", () -> estimator().fit(data));
    cluster.awaitExecutors(spark);

    Path folder = Files.createTempDirectory("mercer-scores");
    try {
      Dataset<Row> scores = fitted.transform(data).select("id", "scores");
      String calmly = folder.resolve("calm.parquet").toString();
      ScoresFolder.write(scores, "parquet", calmly); // so that all are warm
      long start = System.nanoTime();
      ScoresFolder.write(scores, "parquet", calmly);
      double calmSeconds = since(start);
      String disturbed = folder.resolve("disturbed.parquet").toString();
      Killed<Boolean> write =
          withKill(
              spark,
              cluster,
              "scores",
              () -> {
                spark.sparkContext().setJobDescription("scores are written");
                ScoresFolder.write(scores, "parquet", disturbed);
                return true;
              });
      Dataset<Row> one = spark.read().parquet(calmly);
      Dataset<Row> other = spark.read().parquet(disturbed);
      return Json.object(
          "rows", count,
          "fitSeconds", calm.seconds(),
          "fitKilledSeconds", fit.seconds(),
          "fitTasksLost", fit.lost(),
          "eigenvalues", eigenvalueDifference(fit.result().model(), fitted.model()),
          "writeSeconds", calmSeconds,
          "writeKilledSeconds", write.seconds(),
          "writeTasksLost", write.lost(),
          "written", other.count(),
          "different", one.count() - one.intersect(other).count());
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /**
   * @param lost tasks that ended with their executor
   */
  private record Killed<T>(double seconds, int lost, T result) {}

  private static <T> Killed<T> withKill(
      SparkSession spark, StandaloneCluster cluster, String description, Callable<T> work) {
    JobWatch watch = new JobWatch();
    spark.sparkContext().addSparkListener(watch);
    FutureTask<T> task = new FutureTask<>(work);
    long start = System.nanoTime();
    new Thread(task, "disturbed").start();
    try {
      while (watch.done(description) < PARTITIONS / 2 && !task.isDone()) {
        Thread.sleep(5);
      }
      cluster.kill(cluster.executorPids().get(0));
      T result = task.get();
      double seconds = since(start);
      int lost = watch.lost().values().stream().mapToInt(n -> n).sum();
      return new Killed<>(seconds, lost, result);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("the work that was disturbed did not end", e);
    } finally {
      spark.sparkContext().removeSparkListener(watch);
    }
  }

  private KernelPcaEstimator estimatorOf(double[][] points) {
    return new KernelPcaEstimator()
        .setKernel(KERNEL)
        .setRank(rank)
        .setOutputCol("scores")
        .setLandmarkPoints(points);
  }

  private static double eigenvalueDifference(KernelPcaModel found, KernelPcaModel expected) {
    double most = 0;
    for (int i = 0; i < expected.rank(); i++) {
      double value = expected.eigenvalues()[i];
      most = Math.max(most, Math.abs(found.eigenvalues()[i] - value) / value);
    }
    return most;
  }

  /** The largest difference over the largest score. */
  private double scoreDifference(Dataset<Row> found, double[] expected) {
    double most = 0;
    double largest = 0;
    List<Row> all = found.select("id", "scores").collectAsList();
    if (all.size() * rank != expected.length) {
      throw new IllegalStateException(all.size() + " rows are not all");
    }
    for (Row row : all) {
      double[] scores = ((Vector) row.get(1)).toArray();
      int at = (int) row.getLong(0) * rank;
      for (int c = 0; c < rank; c++) {
        most = Math.max(most, Math.abs(scores[c] - expected[at + c]));
        largest = Math.max(largest, Math.abs(expected[at + c]));
      }
    }
    return most / largest;
  }

  private record Timed<T>(double[] seconds, T result) {}

  /**
   * Pieces of work that take turns. Each first without counting until all are warm, that is, until
   * two runs on end are not 5% faster than any before: new executors compile for the first seconds
   * of their work. Then as often as was said.
   */
  private List<Timed<?>> inTurn(Supplier<?>... works) {
    for (Supplier<?> work : works) {
      warm(work);
    }
    double[][] seconds = new double[works.length][runs];
    Object[] results = new Object[works.length];
    for (int i = 0; i < runs; i++) {
      for (int w = 0; w < works.length; w++) {
        long start = System.nanoTime();
        results[w] = works[w].get();
        seconds[w][i] = since(start);
      }
    }
    List<Timed<?>> all = new ArrayList<>();
    for (int w = 0; w < works.length; w++) {
      all.add(new Timed<>(seconds[w], results[w]));
    }
    return all;
  }

  private static void warm(Supplier<?> work) {
    double best = Double.POSITIVE_INFINITY;
    int noFaster = 0;
    for (int i = 0; i < MOST_WARMING && noFaster < 2; i++) {
      long start = System.nanoTime();
      work.get();
      double seconds = since(start);
      noFaster = seconds > 0.95 * best ? noFaster + 1 : 0;
      best = Math.min(best, seconds);
    }
  }

  private static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void say(String what) {
    System.err.println("bench: " + what);
  }
}
