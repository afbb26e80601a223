package dev.mercer.app;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Simd;
import dev.mercer.method.Plan;
import java.util.Arrays;

/**
 * How fast this machine is, measured in a fraction of a second on one thread.
 *
 * @param gemmFlops double products, flops a second and core
 * @param floatGemmFlops single-precision products
 * @param expNanos one exponential, nanoseconds
 * @param floatExpNanos one exponential in single precision
 * @param bytesPerSecond reading memory that is in no cache, one core
 */
record Rates(
    double gemmFlops,
    double floatGemmFlops,
    double expNanos,
    double floatExpNanos,
    double bytesPerSecond) {

  private static final int TILE = 504;
  private static final int DEPTH = 784;
  private static final long EACH = 60_000_000;
  // Tiles reach about this share of the rates, and passes over stored tiles of the memory's.
  private static final double EFFICIENCY = 0.8;

  static Rates measure() {
    Blas blas = Backend.instance().blas();
    Simd simd = Backend.instance().simd();
    double[] a = new double[TILE * DEPTH];
    double[] c = new double[TILE * TILE];
    Arrays.fill(a, 0.5);
    double flops = 2.0 * TILE * TILE * DEPTH;
    double gemm =
        fastest(
            () ->
                blas.gemm(
                    false, true, TILE, TILE, DEPTH, 1, a, 0, DEPTH, a, 0, DEPTH, 0, c, 0, TILE));
    float[] af = new float[TILE * DEPTH];
    float[] cf = new float[TILE * TILE];
    Arrays.fill(af, 0.5f);
    double floatGemm =
        fastest(
            () ->
                blas.gemm(
                    false, true, TILE, TILE, DEPTH, 1f, af, 0, DEPTH, af, 0, DEPTH, 0f, cf, 0,
                    TILE));
    double[] v = new double[4096];
    double exp =
        fastest(
            () -> {
              Arrays.fill(v, 0.5);
              simd.exp(v, 0, v.length, -1);
            });
    float[] vf = new float[4096];
    double floatExp =
        fastest(
            () -> {
              Arrays.fill(vf, 0.5f);
              simd.exp(vf, 0, vf.length, -1f);
            });
    double[] large = new double[1 << 23];
    double read = fastest(() -> blas.dot(large.length, large, 0, large, 0));
    return new Rates(
        flops / gemm,
        flops / floatGemm,
        1e9 * exp / v.length,
        1e9 * floatExp / vf.length,
        8.0 * large.length / read);
  }

  /** The fastest of repeated runs, in seconds: what the machine can do, not what it was asked. */
  private static double fastest(Runnable work) {
    long deadline = System.nanoTime() + EACH;
    long best = Long.MAX_VALUE;
    int runs = 0;
    while (runs < 3 || System.nanoTime() < deadline) {
      long start = System.nanoTime();
      work.run();
      best = Math.min(best, System.nanoTime() - start);
      runs++;
    }
    return Math.max(1, best) / 1e9;
  }

  /** Expected time of a stage. */
  double seconds(Plan.Stage stage, boolean single, int threads) {
    double products = stage.flops() / (single ? floatGemmFlops : gemmFlops);
    double maps = stage.kernelEvaluations() * (single ? floatExpNanos : expNanos) / 1e9;
    double memory = stage.bytesMoved() / bytesPerSecond;
    return (products + maps + memory) / threads / EFFICIENCY;
  }
}
