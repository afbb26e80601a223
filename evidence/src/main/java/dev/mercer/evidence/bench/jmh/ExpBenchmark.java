package dev.mercer.evidence.bench.jmh;

import dev.mercer.evidence.bench.RandomPoints;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Simd;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The exponential function applied to an array on one core, with all data in the cache: time per
 * value, including the copy of its argument.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExpBenchmark {

  private static final int LENGTH = 1024;

  @Param({"vector", "scalar"})
  public String maps;

  private final double[] arguments = RandomPoints.cube(LENGTH, 1);
  private final float[] floatArguments = RandomPoints.floats(arguments);
  private final double[] values = new double[LENGTH];
  private final float[] floatValues = new float[LENGTH];
  private Simd simd;

  @Setup
  public void prepare() {
    simd = Backend.of("auto", maps).simd();
  }

  @Benchmark
  @OperationsPerInvocation(LENGTH)
  public double[] doubles() {
    System.arraycopy(arguments, 0, values, 0, LENGTH);
    simd.exp(values, 0, LENGTH, -8);
    return values;
  }

  @Benchmark
  @OperationsPerInvocation(LENGTH)
  public float[] floats() {
    System.arraycopy(floatArguments, 0, floatValues, 0, LENGTH);
    simd.exp(floatValues, 0, LENGTH, -8f);
    return floatValues;
  }
}
