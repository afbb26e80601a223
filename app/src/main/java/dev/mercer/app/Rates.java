package dev.mercer.app;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Simd;
import dev.mercer.backend.Workers;
import dev.mercer.method.Plan;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * How fast this machine is: each number is that of one core while all threads are busy.
 *
 * <p>A measurement is repeated until it gets no faster, because a virtual machine runs vector loops
 * a thousand times slower until it has compiled them; the fastest run counts, which is what the
 * machine can do.
 *
 * @param gemmFlops double products of tiles, flops a second
 * @param floatGemmFlops the same in single precision
 * @param expNanos one exponential, nanoseconds
 * @param floatExpNanos one exponential in single precision
 * @param bytesPerSecond reading memory that is in no cache
 */
record Rates(
    double gemmFlops,
    double floatGemmFlops,
    double expNanos,
    double floatExpNanos,
    double bytesPerSecond) {

  static final int TILE = 504;

  /** Features of the products measured: those of an image of 28 x 28. */
  static final int DEPTH = 784;

  /** Nanoseconds until vector loops are surely compiled, also where other programs run. */
  private static final long PATIENT = 4_000_000_000L;

  /** A run that has not become faster for so long has come to speed. */
  private static final long STEADY = 500_000_000;

  private static final long MEASURED = 200_000_000;
  private static final long GLANCE = 50_000_000;
  private static final double NOTICEABLE = 0.97;

  private static final int EXP_VALUES = 4096;
  private static final int EXP_PASSES = 16;

  /**
   * Nanoseconds of an exponential shared by the lanes it is done in; 6 to 12 were seen on
   * processors with 4 and 8 lanes. Plans take it as it is: to measure it takes the compiler
   * seconds.
   */
  private static final double EXP_NANOS = 10;

  private static final int FEWEST_RUNS = 3;
  private static final int READ_VALUES = 1 << 21;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Tiles reach about this share of the rates, and passes over stored tiles of the memory's. */
  private static final double EFFICIENCY = 0.8;

  /** All of them, however long it takes (some seconds). */
  static Rates measure(Workers workers) {
    Simd simd = Backend.instance().simd();
    return new Rates(
        gemmFlops(DEPTH, false, MEASURED, workers),
        gemmFlops(DEPTH, true, MEASURED, workers),
        expNanos(simd, false, workers),
        expNanos(simd, true, workers),
        bytesPerSecond(MEASURED, workers));
  }

  /** In a fraction of a second, for a plan: only the precision it works in. */
  static Rates quickly(Plan plan, Workers workers) {
    boolean single = plan.single();
    Simd simd = Backend.instance().simdFor(plan.kernelEvaluations());
    double gemm = gemmFlops(DEPTH, single, GLANCE, workers);
    double exp = EXP_NANOS / (single ? simd.floatLanes() : simd.lanes());
    return new Rates(gemm, gemm, exp, exp, bytesPerSecond(GLANCE, workers));
  }

  /** Products of two tiles of so many features: flops a second and core. */
  static double gemmFlops(int depth, boolean single, Workers workers) {
    return gemmFlops(depth, single, MEASURED, workers);
  }

  private static double gemmFlops(int depth, boolean single, long nanos, Workers workers) {
    Blas blas = Backend.instance().blas();
    double seconds =
        together(
            nanos,
            workers,
            worker -> single ? floatProduct(blas, depth) : doubleProduct(blas, depth));
    return 2.0 * TILE * TILE * depth / seconds;
  }

  private static Runnable doubleProduct(Blas blas, int depth) {
    double[] a = new double[TILE * depth];
    double[] c = new double[TILE * TILE];
    Arrays.fill(a, 0.5);
    return () ->
        blas.gemm(false, true, TILE, TILE, depth, 1, a, 0, depth, a, 0, depth, 0, c, 0, TILE);
  }

  private static Runnable floatProduct(Blas blas, int depth) {
    float[] a = new float[TILE * depth];
    float[] c = new float[TILE * TILE];
    Arrays.fill(a, 0.5f);
    return () ->
        blas.gemm(false, true, TILE, TILE, depth, 1f, a, 0, depth, a, 0, depth, 0f, c, 0, TILE);
  }

  private static double expNanos(Simd simd, boolean single, Workers workers) {
    double values = (double) EXP_VALUES * EXP_PASSES;
    double slow = 2 * EXP_NANOS * values / (single ? simd.floatLanes() : simd.lanes());
    return 1e9 * steadily(slow, workers, worker -> exponentials(simd, single)) / values;
  }

  /** Many times the same values: they stay in cache, and a run is long for the clock. */
  private static Runnable exponentials(Simd simd, boolean single) {
    // exp(-0.5 v) maps [0, 1] into itself: no refill, and every value is an ordinary one
    double[] values = new double[single ? 0 : EXP_VALUES];
    float[] floats = new float[single ? EXP_VALUES : 0];
    return () -> {
      for (int pass = 0; pass < EXP_PASSES; pass++) {
        if (single) {
          simd.exp(floats, 0, EXP_VALUES, -0.5f);
        } else {
          simd.exp(values, 0, EXP_VALUES, -0.5);
        }
      }
    };
  }

  private static double bytesPerSecond(long nanos, Workers workers) {
    Blas blas = Backend.instance().blas();
    double seconds =
        together(
            nanos,
            workers,
            worker -> {
              double[] large = new double[READ_VALUES];
              return () -> blas.dot(READ_VALUES, large, 0, large, 0);
            });
    return 8.0 * READ_VALUES / seconds;
  }

  /**
   * Seconds of the fastest run of work that is compiled first, all threads at once.
   *
   * @param slow nanoseconds of a run above which it is surely not compiled yet
   * @param works makes the work of a thread, given its number
   */
  static double steadily(double slow, Workers workers, IntFunction<Runnable> works) {
    // One thread only: the others would keep the compiler from its work.
    warm(slow, works.apply(0));
    return together(MEASURED, workers, works);
  }

  /** Repeats work until it gets no faster. */
  private static void warm(double slow, Runnable work) {
    long start = System.nanoTime();
    long now = start;
    long improved = start;
    double best = Double.MAX_VALUE;
    while (now - start < PATIENT && (now - improved < STEADY || best > slow)) {
      double taken = timed(work);
      now = System.nanoTime();
      improved = taken < NOTICEABLE * best ? now : improved;
      best = Math.min(best, taken);
    }
  }

  /** Seconds of the fastest run while all threads do the same for a while, each on its own data. */
  private static double together(long nanos, Workers workers, IntFunction<Runnable> works) {
    double[] best = new double[workers.threads()];
    workers.run(
        workers.threads(),
        (index, worker) -> {
          Runnable work = works.apply(worker);
          double fastest = timed(work);
          long start = System.nanoTime();
          for (int run = 1; run < FEWEST_RUNS || System.nanoTime() - start < nanos; run++) {
            fastest = Math.min(fastest, timed(work));
          }
          best[index] = fastest;
        });
    return Arrays.stream(best).average().orElseThrow() / 1e9;
  }

  /** Nanoseconds of the processor, which do not count what other programs took of it. */
  private static double timed(Runnable work) {
    long before = processorNanos();
    work.run();
    return Math.max(1, processorNanos() - before);
  }

  private static long processorNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  /** Expected time of a stage. */
  double seconds(Plan.Stage stage, boolean single, int threads) {
    double products = stage.flops() / (single ? floatGemmFlops : gemmFlops);
    double maps = stage.kernelEvaluations() * (single ? floatExpNanos : expNanos) / 1e9;
    double memory = stage.bytesMoved() / bytesPerSecond;
    return (products + maps + memory) / threads / EFFICIENCY;
  }
}
