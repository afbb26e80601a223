package dev.mercer.spark.app;

import static org.apache.spark.sql.functions.col;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.app.engine.Engine;
import dev.mercer.app.engine.EngineData;
import dev.mercer.app.engine.EngineFit;
import dev.mercer.app.engine.EnginePlan;
import dev.mercer.spark.KernelPcaEstimator;
import dev.mercer.spark.KernelPcaTransformer;
import dev.mercer.spark.ScoresFolder;
import dev.mercer.spark.SparkFitPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkException;
import org.apache.spark.ml.functions;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** {@code mercer fit|plan|transform --engine spark}. */
public final class SparkEngine implements Engine {

  private static final String SCORES = "mercer_scores";

  private SparkSession session;

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public void start(String master, boolean quiet) {
    SparkSession.Builder builder = SparkSession.builder().appName("mercer");
    // spark-submit sets the master by a system property, which the session reads by itself.
    String submitted = System.getProperty("spark.master");
    String where = master != null ? master : submitted != null ? submitted : "local[*]";
    builder.master(where);
    if (where.startsWith("local")) {
      // Unless the user asks for it, nothing is reachable from other machines.
      builder.config("spark.ui.enabled", System.getProperty("spark.ui.enabled", "false"));
      builder.config("spark.driver.host", "127.0.0.1");
      builder.config("spark.driver.bindAddress", "127.0.0.1");
    }
    builder.config("spark.ui.showConsoleProgress", !quiet && System.console() != null);
    session = builder.getOrCreate();
  }

  @Override
  public KernelPcaModel fit(EngineData data, EngineFit wanted) throws IOException {
    Dataset<Row> rows = new SparkTable(session, data).forFit();
    try {
      return estimator(data, wanted).fit(rows).model();
    } catch (RuntimeException e) {
      throw plain(e);
    }
  }

  @Override
  public EnginePlan plan(EngineData data, EngineFit wanted) throws IOException {
    Dataset<Row> rows = new SparkTable(session, data).forFit();
    SparkFitPlan plan = SparkFitPlan.of(estimator(data, wanted), rows);
    List<EnginePlan.Stage> stages = new ArrayList<>();
    for (SparkFitPlan.Stage stage : plan.stages()) {
      stages.add(
          new EnginePlan.Stage(stage.name(), stage.passes(), stage.kernelValues(), stage.flops()));
    }
    return new EnginePlan(
        plan.rows(),
        plan.columns(),
        plan.partitions(),
        stages,
        plan.driverBytes(),
        plan.broadcastBytes(),
        plan.taskBytes(),
        plan.notes());
  }

  @Override
  public long transform(EngineData data, KernelPcaModel model, String output, List<String> keep)
      throws IOException {
    Dataset<Row> rows =
        new SparkTable(session, data).forModel(model.featureNames(), model.columns());
    List<Column> needed = new ArrayList<>();
    keep.forEach(name -> needed.add(col("`" + name + "`")));
    needed.add(col(SparkTable.FEATURES));
    Dataset<Row> scored =
        new KernelPcaTransformer(model)
            .setFeaturesCol(SparkTable.FEATURES)
            .setOutputCol(SCORES)
            .transform(rows.select(needed.toArray(Column[]::new)));
    List<Column> written = new ArrayList<>();
    keep.forEach(name -> written.add(col("`" + name + "`")));
    Column array = functions.vector_to_array(col(SCORES), "float64");
    for (int i = 0; i < model.rank(); i++) {
      written.add(array.getItem(i).as("pc" + (i + 1)));
    }
    String format = output.endsWith(".csv") ? "csv" : "parquet";
    try {
      return ScoresFolder.write(scored.select(written.toArray(Column[]::new)), format, output);
    } catch (RuntimeException e) {
      throw plain(e);
    }
  }

  private KernelPcaEstimator estimator(EngineData data, EngineFit wanted) {
    KernelPcaEstimator estimator =
        new KernelPcaEstimator()
            .setFeaturesCol(SparkTable.FEATURES)
            .setOutputCol(SCORES)
            .setKernel(wanted.kernel())
            .setCenter(wanted.center())
            .setSeed(wanted.seed());
    if (data.weights() != null) {
      estimator.setWeightCol(data.weights());
    }
    if (wanted.rank() != null) {
      estimator.setRank(wanted.rank());
    }
    if (wanted.variance() != null) {
      estimator.setVariance(wanted.variance());
    }
    if (wanted.landmarks() != null) {
      estimator.setLandmarks(wanted.landmarks());
    }
    if (wanted.tolerance() != null) {
      estimator.setTolerance(wanted.tolerance());
    }
    if (wanted.selector() != null) {
      estimator.setSelector(wanted.selector());
    }
    return estimator;
  }

  /** The exception that a task has thrown, without those that Spark wraps around it. */
  private static RuntimeException plain(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof NumericalException numerical) {
        return numerical;
      }
      if (cause instanceof IllegalArgumentException wrong && wrong.getMessage() != null) {
        return new IllegalArgumentException(
            wrong.getMessage().replace("requirement failed: ", ""), failure);
      }
      if (cause instanceof SparkException && cause.getCause() == null) {
        return new IllegalStateException("Spark failed: " + cause.getMessage(), failure);
      }
    }
    return failure;
  }

  @Override
  public void close() {
    if (session != null) {
      session.stop();
    }
  }
}
