package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.engine.Engine;
import dev.mercer.app.engine.EngineData;
import dev.mercer.app.engine.EngineFit;
import dev.mercer.app.engine.EnginePlan;
import dev.mercer.spark.app.SparkEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program's side: files in, model and folders of scores out. */
@RunsOn(RunsOn.Engine.LOCAL)
class SparkEngineLocalTest {

  private static final int N = 120;

  @TempDir Path folder;

  private static final EngineFit FIT =
      new EngineFit("gaussian(sigma=2)", 3, null, 25, null, null, true, 1);

  private EngineData data(String name) {
    return new EngineData(
        folder.resolve(name).toString(), "y", List.of(), List.of("id"), null, false);
  }

  private void writeFiles(SparkSession spark) throws IOException {
    TestRows rows = new TestRows(N, 3, 2);
    StringBuilder csv = new StringBuilder("id,a,b,c,y\n");
    for (int i = 0; i < N; i++) {
      double[] x = rows.values[i];
      csv.append(i + "," + x[0] + "," + x[1] + "," + x[2] + "," + (i % 2 == 0 ? "p" : "q") + "\n");
    }
    Files.writeString(folder.resolve("rows.csv"), csv);
    spark
        .read()
        .option("header", true)
        .option("inferSchema", true)
        .csv(folder.resolve("rows.csv").toString())
        .repartition(3)
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(folder.resolve("rows.parquet").toString());
  }

  private static Engine engine() {
    Engine engine = new SparkEngine();
    engine.start("local[2]", true);
    return engine;
  }

  @Test
  void fitsAndScoresCsvAndParquetAlike(SparkSession spark) throws IOException {
    writeFiles(spark);
    try (Engine engine = engine()) {
      KernelPcaModel fitted = engine.fit(data("rows.parquet"), FIT);
      KernelPcaModel byCsv = engine.fit(data("rows.csv"), FIT);
      assertThat(byCsv.eigenvalues()).containsExactly(fitted.eigenvalues(), within(1e-9));
      assertThat(fitted.featureNames()).containsExactly("a", "b", "c");
      String out = folder.resolve("scores.parquet").toString();
      assertThat(engine.transform(data("rows.parquet"), fitted, out, List.of("id"))).isEqualTo(N);
      // Again, over the old folder, and from the other format.
      assertThat(engine.transform(data("rows.csv"), fitted, out, List.of("id"))).isEqualTo(N);
      List<Row> scores = SparkSession.active().read().parquet(out).orderBy("id").collectAsList();
      double[] expected = fitted.transform(new TestRows(N, 3, 2).rows()).values();
      for (int i = 0; i < N; i++) {
        for (int c = 0; c < 3; c++) {
          assertThat(scores.get(i).getDouble(1 + c)).isCloseTo(expected[3 * i + c], within(1e-9));
        }
      }
      String text = folder.resolve("scores.csv").toString();
      assertThat(engine.transform(data("rows.csv"), fitted, text, List.of())).isEqualTo(N);
      assertThat(SparkSession.active().read().option("header", true).csv(text).columns())
          .containsExactly("pc1", "pc2", "pc3");
      assertThat(Files.list(folder).map(f -> f.getFileName().toString()))
          .noneMatch(name -> name.contains("unfinished"));
      EnginePlan plan = engine.plan(data("rows.parquet"), FIT);
      assertThat(plan.rows()).isEqualTo(N);
      assertThat(plan.columns()).isEqualTo(3);
      assertThat(plan.stages())
          .extracting(EnginePlan.Stage::name)
          .contains("survey", "features", "novelty");
      assertThat(plan.broadcastBytes()).isPositive();
    }
  }

  @Test
  void wrongInputIsExplained(SparkSession spark) throws IOException {
    writeFiles(spark);
    Files.writeString(folder.resolve("gap.csv"), "id,a,b,y\n1,2,3,p\n2,,4,q\n3,5,6,p\n");
    Files.writeString(folder.resolve("words.csv"), "id,a,b,y\n1,2,x,p\n2,7,z,q\n");
    Files.writeString(folder.resolve("data.json"), "{}");
    Files.writeString(folder.resolve("file.parquet"), "old");
    try (Engine engine = engine()) {
      EngineFit small = new EngineFit("linear", 1, null, 2, null, null, true, 0);
      assertThatThrownBy(() -> engine.fit(data("gap.csv"), small))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("row 1")
          .hasMessageContaining("NaN as feature a");
      assertThatThrownBy(() -> engine.fit(data("words.csv"), small))
          .hasMessageContaining("column b is not numeric");
      assertThatThrownBy(() -> engine.fit(data("nothing.csv"), small))
          .hasMessageContaining("does not exist");
      assertThatThrownBy(() -> engine.fit(data("data.json"), small))
          .hasMessageContaining("it takes .parquet, .csv and .tsv");
      assertThatThrownBy(
              () ->
                  engine.fit(
                      new EngineData(
                          folder.resolve("rows.csv").toString(),
                          "z",
                          List.of(),
                          List.of(),
                          null,
                          false),
                      small))
          .hasMessageContaining("no column 'z'");
      KernelPcaModel fitted = engine.fit(data("rows.csv"), FIT);
      assertThatThrownBy(
              () ->
                  engine.transform(
                      data("gap.csv"), fitted, folder.resolve("o.parquet").toString(), List.of()))
          .hasMessageContaining("lacks the model's features c");
      assertThatThrownBy(
              () ->
                  engine.transform(
                      data("rows.csv"),
                      fitted,
                      folder.resolve("file.parquet").toString(),
                      List.of()))
          .hasMessageContaining("already exists");
      assertThat(folder.resolve("o.parquet")).doesNotExist();
    }
  }
}
