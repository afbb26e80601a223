package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.kernel.KernelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Estimator and model as stages of Spark ML. */
abstract class PipelineSuite {

  private final TestRows rows = new TestRows(200, 3, 5);

  private static KernelPcaEstimator estimator() {
    return new KernelPcaEstimator()
        .setKernel("gaussian(sigma=2)")
        .setRank(2)
        .setLandmarks(20)
        .setOutputCol("scores");
  }

  private static List<double[]> scores(Dataset<Row> scored) {
    return scored.orderBy("id").select("scores").collectAsList().stream()
        .map(row -> ((Vector) row.get(0)).toArray())
        .toList();
  }

  @Test
  void inAPipelineSavedAndLoaded(SparkSession spark, @TempDir Path folder) {
    Dataset<Row> data = rows.data(spark, 3);
    PipelineStage scaler =
        new StandardScaler().setInputCol("features").setOutputCol("scaled").setWithMean(true);
    Pipeline pipeline =
        new Pipeline()
            .setStages(new PipelineStage[] {scaler, estimator().setFeaturesCol("scaled")});
    PipelineModel fitted = pipeline.fit(data);
    List<double[]> expected = scores(fitted.transform(data));
    try {
      pipeline.write().save(folder.resolve("pipeline").toString());
      fitted.write().save(folder.resolve("fitted").toString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    assertThat(scores(PipelineModel.load(folder.resolve("fitted").toString()).transform(data)))
        .usingElementComparator(java.util.Arrays::compare)
        .isEqualTo(expected);
    Pipeline loaded = Pipeline.load(folder.resolve("pipeline").toString());
    KernelPcaEstimator again = (KernelPcaEstimator) loaded.getStages()[1];
    assertThat(again.getKernel()).isEqualTo("gaussian(sigma=2)");
    assertThat(again.getFeaturesCol()).isEqualTo("scaled");
    assertThat(again.getRank()).isEqualTo(2);
  }

  @Test
  void savedModelIsAModelFileAndBack(SparkSession spark, @TempDir Path folder) throws IOException {
    Dataset<Row> data = rows.data(spark, 2);
    KernelPcaTransformer fitted = estimator().fit(data);
    String path = folder.resolve("model").toString();
    fitted.write().save(path);
    KernelPcaModel opened =
        KernelPcaModel.load(folder.resolve("model").resolve(KernelPcaPersistence.FILE));
    assertThat(opened.eigenvalues()).isEqualTo(fitted.model().eigenvalues());
    assertThat(opened.report().fact("engine")).isPresent();
    assertThatThrownBy(() -> fitted.write().save(path)).isInstanceOf(IOException.class);
    fitted.setOutputCol("other").write().overwrite().save(path);
    assertThat(KernelPcaTransformer.load(path).getOutputCol()).isEqualTo("other");
    // A model file of one machine scores here.
    KernelPcaModel local =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=2)"))
            .rank(3)
            .scaling("standard")
            .fit(rows.rows());
    Path file = folder.resolve("laptop.safetensors");
    local.save(file);
    List<double[]> scored =
        scores(
            new KernelPcaTransformer(KernelPcaModel.load(file))
                .setOutputCol("scores")
                .transform(data));
    double[] expected = local.transform(rows.rows()).values();
    for (int i = 0; i < scored.size(); i++) {
      assertThat(scored.get(i))
          .containsExactly(java.util.Arrays.copyOfRange(expected, 3 * i, 3 * i + 3), within(1e-9));
    }
    assertThat(Files.list(folder.resolve("model")).map(f -> f.getFileName().toString()))
        .noneMatch(name -> name.contains("unfinished"));
  }

  @Test
  void paramsAreCopiedAndExplained(SparkSession spark) {
    KernelPcaEstimator estimator = estimator();
    ParamMap extra = new ParamMap().put(estimator.rank(), 1);
    KernelPcaTransformer fitted = estimator.fit(rows.data(spark, 2), extra);
    assertThat(fitted.model().rank()).isEqualTo(1);
    assertThat(estimator.getRank()).isEqualTo(2);
    assertThat(fitted.parent().uid()).isEqualTo(estimator.uid());
    assertThat(fitted.getOutputCol()).isEqualTo("scores");
    assertThat(estimator.explainParams())
        .contains(
            "kernel",
            "landmarks",
            "tolerance",
            "selector",
            "weightCol",
            "seed",
            "center",
            "novelty");
    KernelPcaTransformer copy = fitted.copy(new ParamMap().put(fitted.outputCol(), "renamed"));
    assertThat(copy.getOutputCol()).isEqualTo("renamed");
    assertThat(copy.model()).isSameAs(fitted.model());
    assertThat(new KernelPcaEstimator().params().length).isEqualTo(14);
  }

  @Test
  void schemaTellsTheComponents(SparkSession spark) {
    Dataset<Row> data = rows.data(spark, 2);
    Dataset<Row> scored = estimator().fit(data).transform(data);
    assertThat(AttributeGroup.fromStructField(scored.schema().apply("scores")).size()).isEqualTo(2);
    assertThat(scored.columns()).containsExactly("id", "features", "w", "scores");
    assertThat(scored.select("id", "w").except(data.select("id", "w")).count()).isZero();
  }

  @Test
  void asManyComponentsAsAShareOfTheVarianceNeeds(SparkSession spark) {
    KernelPcaTransformer fitted = estimator().setVariance(0.5).fit(rows.data(spark, 2));
    assertThat(fitted.model().report().certificate().value("explainedVarianceLow"))
        .isGreaterThanOrEqualTo(0.5);
  }
}
