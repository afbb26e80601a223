package dev.mercer.evidence.bench.jmh;

import dev.mercer.evidence.bench.RandomPoints;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.blocks.FloatKernelBlock;
import dev.mercer.internal.blocks.FloatPointBlock;
import dev.mercer.internal.blocks.KernelBlock;
import dev.mercer.internal.blocks.PointBlock;
import dev.mercer.kernel.Gaussian;
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

/** One tile of Gaussian kernel values on one core: time per value. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KernelTileBenchmark {

  private static final int TILE = 504;

  @Param({"16", "256", "784"})
  public int columns;

  private final PointBlock points = new PointBlock();
  private final FloatPointBlock floatPoints = new FloatPointBlock();
  private final double[] out = new double[TILE * TILE];
  private final float[] floatOut = new float[TILE * TILE];
  private KernelBlock block;
  private FloatKernelBlock floatBlock;
  private KernelBlock.Scratch scratch;
  private FloatKernelBlock.Scratch floatScratch;

  @Setup
  public void prepare() {
    Gaussian kernel = Gaussian.gamma(1.0 / columns);
    block =
        new KernelBlock(
            kernel, columns, null, values -> Backend.instance().simd(), Backend.instance().blas());
    floatBlock =
        new FloatKernelBlock(
            kernel, columns, null, values -> Backend.instance().simd(), Backend.instance().blas());
    scratch = block.scratch(TILE, TILE);
    floatScratch = floatBlock.scratch(TILE, TILE);
    points.values = RandomPoints.cube(TILE, columns);
    points.count = TILE;
    points.squaredNorms = new double[TILE];
    block.norms(TILE, points.values, 0, points.squaredNorms, null, 0);
    floatPoints.values = RandomPoints.floats(points.values);
    floatPoints.count = TILE;
    floatPoints.squaredNorms = RandomPoints.floats(points.squaredNorms);
  }

  @Benchmark
  @OperationsPerInvocation(TILE * TILE)
  public double[] doubles() {
    block.evaluate(points, points, out, 0, TILE, false, scratch);
    return out;
  }

  @Benchmark
  @OperationsPerInvocation(TILE * TILE)
  public float[] floats() {
    floatBlock.evaluate(floatPoints, floatPoints, floatOut, 0, TILE, false, floatScratch);
    return floatOut;
  }
}
