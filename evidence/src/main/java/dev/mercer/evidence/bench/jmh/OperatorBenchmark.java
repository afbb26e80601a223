package dev.mercer.evidence.bench.jmh;

import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.RandomPoints;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.kernel.Gaussian;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Products of a Gram matrix with a block of vectors, on all cores: n = 4,032, d = 256. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OperatorBenchmark {

  private static final int ROWS = 4032;
  private static final int COLUMNS = 256;
  private static final int LARGEST_TILE = 504;

  @Param({"1", "8", "16", "32"})
  public int vectors;

  @Param({"double", "float"})
  public String precision;

  @Param({"stored", "tiled"})
  public String operator;

  private Workers workers;
  private KernelOperator gram;
  private double[] x;
  private double[] y;

  @Setup
  public void prepare() {
    Precision kind = Precision.named(precision);
    boolean single = kind == Precision.FLOAT;
    workers = Workers.of(Runtime.getRuntime().availableProcessors());
    KernelTiles tiles =
        new KernelTiles(
            RandomPoints.rows(RandomPoints.cube(ROWS, COLUMNS), COLUMNS, kind),
            Gaussian.gamma(1.0 / COLUMNS),
            single,
            LARGEST_TILE,
            workers);
    gram =
        operator.equals("stored")
            ? new StoredGram(tiles, single, workers)
            : new TiledGram(tiles, single, workers);
    x = RandomPoints.cube(ROWS, vectors);
    y = new double[ROWS * vectors];
  }

  @Benchmark
  public double[] apply() {
    gram.apply(vectors, x, y);
    return y;
  }

  @TearDown
  public void close() {
    workers.close();
  }
}
