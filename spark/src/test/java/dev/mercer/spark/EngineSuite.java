package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.backend.Backend;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** What tests may expect of either engine. */
abstract class EngineSuite {

  static JavaRDD<Integer> numbers(SparkSession spark, int count, int partitions) {
    List<Integer> numbers = IntStream.range(0, count).boxed().toList();
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(numbers, partitions);
  }

  @Test
  void aJobOfFourPartitionsHasTheRightAnswer(SparkSession spark) {
    assertThat(numbers(spark, 1000, 4).reduce(Integer::sum)).isEqualTo(499_500);
  }

  @Test
  void tasksHaveTheVectorModule(SparkSession spark) {
    List<String> vectors =
        numbers(spark, 4, 4)
            .map(i -> Class.forName("jdk.incubator.vector.DoubleVector").getName())
            .collect();
    assertThat(vectors).containsOnly("jdk.incubator.vector.DoubleVector").hasSize(4);
    List<Integer> lanes =
        numbers(spark, 4, 4).map(i -> Backend.instance().simd().lanes()).collect();
    assertThat(lanes).allMatch(count -> count > 1);
  }
}
