package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.spark.RunsOn.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("whole")
@RunsOn(Engine.CLUSTER)
class StandaloneClusterTest extends EngineSuite {

  @Test
  void aJobRunsInBothExecutorProcesses(SparkSession spark, StandaloneCluster cluster) {
    List<String> ran =
        numbers(spark, 4, 4)
            .map(
                i -> {
                  Thread.sleep(100); // else one executor might do all before the other is asked
                  return SparkEnv.get().executorId() + " " + ProcessHandle.current().pid();
                })
            .collect();
    Set<String> ids = new HashSet<>();
    Set<Long> pids = new HashSet<>();
    for (String idAndPid : ran) {
      ids.add(idAndPid.split(" ")[0]);
      pids.add(Long.valueOf(idAndPid.split(" ")[1]));
    }
    assertThat(ids).hasSize(2).doesNotContain("driver");
    assertThat(pids).isEqualTo(Set.copyOf(cluster.executorPids()));
  }

  @Test
  @Timeout(120)
  void anExecutorKilledInTheMiddleIsReplacedAndTheJobFinishes(
      SparkSession spark, StandaloneCluster cluster, @TempDir Path signals) throws Exception {
    String folder = signals.toString();
    JavaFutureAction<List<Integer>> job =
        numbers(spark, 1000, 4)
            .mapPartitions(
                values -> {
                  Path at = Path.of(folder);
                  Files.writeString(at.resolve("ran-" + ProcessHandle.current().pid()), "");
                  while (!Files.exists(at.resolve("go"))) {
                    Thread.sleep(10);
                  }
                  return values;
                })
            .collectAsync();
    List<Long> before = cluster.executorPids();
    while (count(signals) < 2) { // both are in the middle of a task
      Thread.sleep(10);
    }
    cluster.kill(before.get(0));
    Files.writeString(signals.resolve("go"), "");

    int sum = job.get(100, TimeUnit.SECONDS).stream().mapToInt(Integer::intValue).sum();
    assertThat(sum).isEqualTo(499_500);
    cluster.awaitExecutors(spark);
    assertThat(cluster.executorPids())
        .hasSize(2)
        .contains(before.get(1))
        .doesNotContain(before.get(0));
  }

  private static long count(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void onlyExecutorsAreKilled(StandaloneCluster cluster) {
    long self = ProcessHandle.current().pid();
    assertThatThrownBy(() -> cluster.kill(self))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(self));
  }
}
