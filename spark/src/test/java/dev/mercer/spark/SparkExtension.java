package dev.mercer.spark;

import dev.mercer.spark.RunsOn.Engine;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the session of their {@link RunsOn} engine. */
final class SparkExtension implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == SparkSession.class
        || type == StandaloneCluster.class && engine(context) == Engine.CLUSTER;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Running running =
        context
            .getRoot()
            .getStore(Namespace.create(SparkExtension.class))
            .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class);
    try {
      SparkSession session = running.session(engine(context));
      return parameter.getParameter().getType() == SparkSession.class ? session : running.cluster;
    } catch (IOException e) {
      throw new ParameterResolutionException("Spark does not start", e);
    }
  }

  private static Engine engine(ExtensionContext context) {
    return context.getRequiredTestClass().getAnnotation(RunsOn.class).value();
  }

  /**
   * What runs in this process: Spark allows one context a process, so the session of one engine is
   * stopped before that of the other starts, and is kept for all classes in between.
   */
  private static final class Running implements AutoCloseable {

    private Engine engine;
    private SparkSession session;
    private StandaloneCluster cluster;

    SparkSession session(Engine wanted) throws IOException {
      if (session != null && (engine != wanted || session.sparkContext().isStopped())) {
        session.stop();
        session = null;
      }
      if (session == null) {
        if (wanted == Engine.CLUSTER && cluster == null) {
          cluster = new StandaloneCluster(2);
        }
        session = start(wanted == Engine.LOCAL ? LOCAL : cluster.conf());
        engine = wanted;
      }
      if (wanted == Engine.CLUSTER) {
        cluster.awaitExecutors(session); // the test before may have killed some
      }
      return session;
    }

    private static final Map<String, String> LOCAL = Map.of("spark.master", "local[2]");

    private static SparkSession start(Map<String, String> place) {
      SparkSession.Builder builder = SparkSession.builder().appName("Mercer's tests");
      builder.config("spark.ui.enabled", false);
      builder.config("spark.sql.shuffle.partitions", 2); // 200 tasks for a handful of rows
      builder.config("spark.sql.warehouse.dir", "target/spark-warehouse");
      place.forEach(builder::config);
      return builder.getOrCreate();
    }

    @Override
    public void close() {
      if (session != null) {
        session.stop();
      }
      if (cluster != null) {
        cluster.close();
      }
    }
  }
}
