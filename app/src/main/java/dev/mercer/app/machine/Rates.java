package dev.mercer.app.machine;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.problem.FitPlan;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;

/**
 * The speed of this machine, measured briefly, from which a plan estimates times. Each number is
 * for one core while all threads are busy.
 *
 * @param gemmFlops flops per second in products of tiles, in the precision of the plan
 * @param expNanos nanoseconds per exponential in this precision
 * @param bytesPerSecond of reading memory that is in no cache
 */
public record Rates(double gemmFlops, double expNanos, double bytesPerSecond) {

  /** The number of features in the measured products: that of an image of 28 x 28. */
  public static final int DEPTH = 784;

  private static final long GLANCE = 50_000_000;

  /**
   * Nanoseconds per exponential, divided by the lanes in which it is computed; 6 to 12 were
   * observed on processors with 4 and 8 lanes. Plans use this constant, because a measurement would
   * have to wait seconds for the compiler.
   */
  private static final double EXP_NANOS = 10;

  private static final int FEWEST_RUNS = 3;
  private static final int READ_VALUES = 1 << 21;

  /** Tiles reach about this share of these rates, and so do passes over tiles in memory. */
  private static final double EFFICIENCY = 0.8;

  /** Measures in a fraction of a second, and only in the precision that the plan works in. */
  public static Rates quickly(FitPlan plan, Workers workers) {
    boolean single = plan.route().single();
    Simd simd = Backend.instance().simdFor(plan.kernelEvaluations());
    return new Rates(
        gemmFlops(single, workers),
        EXP_NANOS / (single ? simd.floatLanes() : simd.lanes()),
        bytesPerSecond(workers));
  }

  /** Products of two tiles, in flops per second and core. */
  private static double gemmFlops(boolean single, Workers workers) {
    Blas blas = Backend.instance().blas();
    double seconds = together(workers, worker -> single ? floatProduct(blas) : doubleProduct(blas));
    return 2.0 * TileRates.TILE * TileRates.TILE * DEPTH / seconds;
  }

  private static Runnable doubleProduct(Blas blas) {
    int tile = TileRates.TILE;
    double[] a = new double[tile * DEPTH];
    double[] c = new double[tile * tile];
    Arrays.fill(a, 0.5);
    return () ->
        blas.gemm(false, true, tile, tile, DEPTH, 1, a, 0, DEPTH, a, 0, DEPTH, 0, c, 0, tile);
  }

  private static Runnable floatProduct(Blas blas) {
    int tile = TileRates.TILE;
    float[] a = new float[tile * DEPTH];
    float[] c = new float[tile * tile];
    Arrays.fill(a, 0.5f);
    return () ->
        blas.gemm(false, true, tile, tile, DEPTH, 1f, a, 0, DEPTH, a, 0, DEPTH, 0f, c, 0, tile);
  }

  /** Reading memory, in bytes per second and core. */
  public static double bytesPerSecond(Workers workers) {
    Blas blas = Backend.instance().blas();
    double seconds =
        together(
            workers,
            worker -> {
              double[] large = new double[READ_VALUES];
              return () -> blas.dot(READ_VALUES, large, 0, large, 0);
            });
    return 8.0 * READ_VALUES / seconds;
  }

  /**
   * The median of the seconds that a run takes, while all threads do the same for a short time,
   * each on its own data. No run has to wait for the compiler, because BLAS does the work.
   *
   * @param works makes the work for a thread from its number
   */
  private static double together(Workers workers, IntFunction<Runnable> works) {
    double[][] seconds = new double[workers.threads()][];
    workers.run(
        workers.threads(),
        (index, worker) -> {
          Runnable work = works.apply(worker);
          DoubleStream.Builder taken = DoubleStream.builder();
          work.run();
          long start = System.nanoTime();
          long before = start;
          for (int run = 0; run < FEWEST_RUNS || before - start < GLANCE; run++) {
            work.run();
            long now = System.nanoTime();
            taken.add((now - before) / 1e9);
            before = now;
          }
          seconds[index] = taken.build().toArray();
        });
    double[] sorted = Arrays.stream(seconds).flatMapToDouble(Arrays::stream).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** The expected time of a stage. */
  public double seconds(FitPlan.Stage stage, int threads) {
    double products = stage.flops() / gemmFlops;
    double maps = stage.kernelEvaluations() * expNanos / 1e9;
    double memory = stage.bytesMoved() / bytesPerSecond;
    return (products + maps + memory) / threads / EFFICIENCY;
  }
}
