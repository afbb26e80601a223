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
 * How fast this machine is, at a glance, for the expected times of a plan: each number is that of
 * one core while all threads are busy.
 *
 * @param gemmFlops products of tiles in the precision of the plan, flops a second
 * @param expNanos one exponential in it, nanoseconds
 * @param bytesPerSecond reading memory that is in no cache
 */
public record Rates(double gemmFlops, double expNanos, double bytesPerSecond) {

  /** Features of the products measured: those of an image of 28 x 28. */
  public static final int DEPTH = 784;

  private static final long GLANCE = 50_000_000;

  /**
   * Nanoseconds of an exponential shared by the lanes it is done in; 6 to 12 were seen on
   * processors with 4 and 8 lanes. Plans take it as it is: to measure it takes the compiler
   * seconds.
   */
  private static final double EXP_NANOS = 10;

  private static final int FEWEST_RUNS = 3;
  private static final int READ_VALUES = 1 << 21;

  /** Tiles reach about this share of the rates, and passes over stored tiles of the memory's. */
  private static final double EFFICIENCY = 0.8;

  /** In a fraction of a second: only the precision a plan works in. */
  public static Rates quickly(FitPlan plan, Workers workers) {
    boolean single = plan.route().single();
    Simd simd = Backend.instance().simdFor(plan.kernelEvaluations());
    return new Rates(
        gemmFlops(single, workers),
        EXP_NANOS / (single ? simd.floatLanes() : simd.lanes()),
        bytesPerSecond(workers));
  }

  /** Products of two tiles: flops a second and core. */
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

  /** Reading memory, bytes a second and core. */
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
   * The median of the seconds of runs while all threads do the same for a moment, each on its own
   * data. None of this waits for the compiler: BLAS does the work.
   *
   * @param works makes the work of a thread, given its number
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

  /** Expected time of a stage. */
  public double seconds(FitPlan.Stage stage, int threads) {
    double products = stage.flops() / gemmFlops;
    double maps = stage.kernelEvaluations() * expNanos / 1e9;
    double memory = stage.bytesMoved() / bytesPerSecond;
    return (products + maps + memory) / threads / EFFICIENCY;
  }
}
