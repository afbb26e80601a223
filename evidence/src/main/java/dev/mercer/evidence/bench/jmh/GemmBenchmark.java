package dev.mercer.evidence.bench.jmh;

import dev.mercer.evidence.bench.RandomPoints;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * The inner products of one tile, 504 x 504 x d, on one core. The counter {@code gigaflops} is the
 * rate.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class GemmBenchmark {

  private static final int TILE = 504;

  @Param({"16", "256", "784"})
  public int columns;

  private final Blas blas = Backend.instance().blas();
  private final double[] out = new double[TILE * TILE];
  private final float[] floatOut = new float[TILE * TILE];
  private double[] points;
  private float[] floatPoints;

  /** Counts the work done in an iteration; JMH divides the count by the time. */
  @AuxCounters
  @State(Scope.Thread)
  public static class Rate {
    public double gigaflops;
  }

  @Setup
  public void prepare() {
    points = RandomPoints.cube(TILE, columns);
    floatPoints = RandomPoints.floats(points);
  }

  @Benchmark
  public double[] doubles(Rate rate) {
    blas.gemm(
        false, true, TILE, TILE, columns, 1, points, 0, columns, points, 0, columns, 0, out, 0,
        TILE);
    rate.gigaflops += 2e-9 * TILE * TILE * columns;
    return out;
  }

  @Benchmark
  public float[] floats(Rate rate) {
    blas.gemm(
        false,
        true,
        TILE,
        TILE,
        columns,
        1f,
        floatPoints,
        0,
        columns,
        floatPoints,
        0,
        columns,
        0f,
        floatOut,
        0,
        TILE);
    rate.gigaflops += 2e-9 * TILE * TILE * columns;
    return floatOut;
  }
}
