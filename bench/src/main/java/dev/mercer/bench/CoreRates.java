package dev.mercer.bench;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Simd;
import dev.mercer.backend.Workers;

/**
 * GEMM and exp of a tile as fast as one core does them, measured on some cores at once: the best of
 * repeated runs on each core, averaged over the cores.
 */
final class CoreRates {

  private static final int TILE = 504;
  // A row of a tile, and few enough to stay in the first-level cache.
  private static final int VALUES = TILE;
  private static final long WINDOW_NANOS = 1_000_000_000;
  // Vector loops are hundreds of times slower until they are compiled, which may take seconds.
  private static final double STABLE = 0.9;

  private final boolean single;
  private final Workers workers;
  private final Blas blas = Backend.instance().blas();
  private final Simd simd = Backend.instance().simd();

  CoreRates(boolean single, Workers workers) {
    this.single = single;
    this.workers = workers;
  }

  /** Flops a second and core of the inner products of a tile of points with so many columns. */
  double gemm(int columns) {
    double[] points = RandomPoints.cube(TILE, columns);
    float[] floats = RandomPoints.floats(points);
    double seconds =
        best(
            () -> {
              double[] out = new double[single ? 0 : TILE * TILE];
              float[] floatOut = new float[single ? TILE * TILE : 0];
              return single
                  ? () ->
                      blas.gemm(
                          false, true, TILE, TILE, columns, 1f, floats, 0, columns, floats, 0,
                          columns, 0f, floatOut, 0, TILE)
                  : () ->
                      blas.gemm(
                          false, true, TILE, TILE, columns, 1, points, 0, columns, points, 0,
                          columns, 0, out, 0, TILE);
            });
    return 2.0 * TILE * TILE * columns / seconds;
  }

  /** Seconds an exponential takes one core. */
  double exp() {
    double[] arguments = RandomPoints.cube(VALUES, 1);
    float[] floats = RandomPoints.floats(arguments);
    double seconds =
        best(
            () -> {
              double[] out = new double[VALUES];
              float[] floatOut = new float[VALUES];
              return single
                  ? () -> {
                    System.arraycopy(floats, 0, floatOut, 0, VALUES);
                    simd.exp(floatOut, 0, VALUES, -8f);
                  }
                  : () -> {
                    System.arraycopy(arguments, 0, out, 0, VALUES);
                    simd.exp(out, 0, VALUES, -8);
                  };
            });
    return seconds / VALUES;
  }

  /** Work with buffers of its own for every thread. */
  private interface Preparation {
    Runnable prepare();
  }

  /** The best of a window of time that is hardly better than the one before it. */
  private double best(Preparation preparation) {
    double before;
    double now = bestOfWindow(preparation);
    do {
      before = now;
      now = Math.min(before, bestOfWindow(preparation));
    } while (now < STABLE * before);
    return now;
  }

  private double bestOfWindow(Preparation preparation) {
    double[] seconds = new double[workers.threads()];
    workers.run(
        seconds.length,
        (task, worker) -> {
          Runnable work = preparation.prepare();
          long deadline = System.nanoTime() + WINDOW_NANOS;
          long best = Long.MAX_VALUE;
          while (System.nanoTime() < deadline) {
            long start = System.nanoTime();
            work.run();
            best = Math.min(best, System.nanoTime() - start);
          }
          seconds[task] = best / 1e9;
        });
    double sum = 0;
    for (double value : seconds) {
      sum += value;
    }
    return sum / seconds.length;
  }
}
