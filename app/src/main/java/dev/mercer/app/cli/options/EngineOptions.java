package dev.mercer.app.cli.options;

import dev.mercer.app.engine.Engine;
import java.util.ServiceLoader;
import picocli.CommandLine.Option;

/** Where the work is done: on this machine, or by an engine such as Spark. */
public final class EngineOptions {

  private static final String LOCAL = "local";

  @Option(
      names = "--engine",
      paramLabel = "local|spark",
      description =
          "Where to work: this machine (default), or Apache Spark for Parquet and CSV files or"
              + " folders.")
  public String engine = LOCAL;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark's master, such as spark://host:7077 (default: local[*]).")
  String master;

  /** Whether an engine other than this program does the work. */
  public boolean remote() {
    if (engine.equals(LOCAL) && master != null) {
      throw new IllegalArgumentException(
          "--master is for --engine spark; add that or leave it out");
    }
    if (!engine.equals(LOCAL) && !engine.equals("spark")) {
      throw new IllegalArgumentException(
          "--engine " + engine + " is unknown; allowed are local, spark");
    }
    return !engine.equals(LOCAL);
  }

  /** Starts the engine. */
  public Engine start(CommonOptions common) {
    for (Engine found : ServiceLoader.load(Engine.class)) {
      if (found.name().equals(engine)) {
        found.start(master, common.quiet);
        return found;
      }
    }
    throw new IllegalArgumentException(
        "--engine "
            + engine
            + " is not on the class path; start the program by its launcher, which puts it there,"
            + " or by spark-submit as docs/how-to/use-in-spark.md shows");
  }
}
