package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.backend.Backend;
import dev.mercer.spark.RunsOn.Engine;
import java.util.List;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which BLAS an executor works with, by who used netlib first: Mercer or Spark's MLlib. */
@Tag("whole")
@RunsOn(Engine.CLUSTER)
class ExecutorBlasTest {

  @Test
  void mercerFirstHasItsOwnOpenBlas(SparkSession spark, StandaloneCluster cluster) {
    cluster.renewExecutors(spark);
    List<String> backends = backends(spark);
    assertThat(backends).allSatisfy(said -> assertThat(said).contains("native (OpenBLAS, "));
    assertThat(backends).allSatisfy(said -> assertThat(said).endsWith("[]"));
    multiplyInExecutors(spark);
    assertThat(backends(spark)).as("MLlib afterwards changes nothing").isEqualTo(backends);
  }

  /** What MLlib got depends on the machine: the system's library, or none and so the Java one. */
  @Test
  void mllibFirstIsSaid(SparkSession spark, StandaloneCluster cluster) {
    cluster.renewExecutors(spark);
    multiplyInExecutors(spark);
    assertThat(backends(spark))
        .allSatisfy(
            said ->
                assertThat(said)
                    .doesNotContain("(OpenBLAS, ")
                    .containsAnyOf("was used before in this process", "such as Spark's MLlib"));
  }

  private static void multiplyInExecutors(SparkSession spark) {
    DenseMatrix matrix = new DenseMatrix(2, 2, new double[] {1, 2, 3, 4});
    List<Double> products =
        EngineSuite.numbers(spark, 8, 8)
            .map(
                i -> {
                  Thread.sleep(100); // so that both executors multiply
                  return matrix.multiply(Vectors.dense(i, 1)).apply(1);
                })
            .collect();
    assertThat(products).containsExactly(4., 6., 8., 10., 12., 14., 16., 18.);
  }

  private static List<String> backends(SparkSession spark) {
    return EngineSuite.numbers(spark, 4, 4)
        .map(
            i -> {
              Thread.sleep(100); // so that both executors are asked
              return Backend.instance() + " " + Backend.instance().refused();
            })
        .collect();
  }
}
