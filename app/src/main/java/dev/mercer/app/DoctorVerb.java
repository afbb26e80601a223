package dev.mercer.app;

import dev.mercer.FitReport;
import dev.mercer.backend.Backend;
import dev.mercer.backend.Workers;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.gram.KernelTiles;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Bytes;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code mercer doctor}: the machine, the back ends and why, and what they reach. */
@Command(
    name = "doctor",
    description = "Show the machine, the back ends chosen and why, and measured rates.",
    sortOptions = false,
    abbreviateSynopsis = true)
final class DoctorVerb implements Callable<Integer> {

  /** Enough for the vector maps to be used; smaller work is left to plain loops. */
  private static final int ROWS = 9 * Rates.TILE;

  /** Features: the product is most of the work, and the exponential is. */
  private static final int[] DEPTHS = {Rates.DEPTH, 16};

  @Mixin private CommonOptions common;

  @Override
  public Integer call() {
    Runtime runtime = Runtime.getRuntime();
    line("mercer", FitReport.VERSION);
    line(
        "machine",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ", "
            + runtime.availableProcessors()
            + " processors");
    line(
        "java",
        System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")");
    line(
        "heap",
        "at most "
            + Bytes.text(runtime.maxMemory())
            + ", plans use up to "
            + Bytes.text(common.heap()));
    Backend backend = Backend.instance();
    line("blas", backend.blas().name() + " (" + backend.blas().detail() + ")");
    line("maps", backend.simd().name() + " (" + backend.simd().detail() + ")");
    for (String refused : backend.refused()) {
      line("refused", refused);
    }
    try (Workers workers = Workers.of(common.threads())) {
      rates(workers);
    }
    return 0;
  }

  private void rates(Workers workers) {
    Rates rates = Rates.measure(workers);
    double[][] gemm = new double[DEPTHS.length][2];
    double[][] tiles = new double[DEPTHS.length][2];
    for (int k = 0; k < DEPTHS.length; k++) {
      for (int s = 0; s < 2; s++) {
        // Before and after: the machine may give more at one time than at another.
        gemm[k][s] = Rates.gemmFlops(DEPTHS[k], s == 1, workers);
        tiles[k][s] = tileSeconds(DEPTHS[k], s == 1, workers);
        gemm[k][s] = Math.max(gemm[k][s], Rates.gemmFlops(DEPTHS[k], s == 1, workers));
      }
    }
    line("threads", workers.threads() + "; the rates are those of one of them while all work");
    for (int k = 0; k < DEPTHS.length; k++) {
      line(
          "gemm",
          String.format(
              Locale.ROOT,
              "%.1f GFLOPS in double, %.1f in float (tiles of %d rows, %d features)",
              gemm[k][0] / 1e9,
              gemm[k][1] / 1e9,
              Rates.TILE,
              DEPTHS[k]));
    }
    line(
        "exp",
        String.format(
            Locale.ROOT,
            "%.2f ns in double, %.2f ns in float",
            rates.expNanos(),
            rates.floatExpNanos()));
    line("memory", String.format(Locale.ROOT, "%.1f GB/s read", rates.bytesPerSecond() / 1e9));
    for (int k = 0; k < DEPTHS.length; k++) {
      share(DEPTHS[k], "double", tiles[k][0], gemm[k][0], rates.expNanos());
      share(DEPTHS[k], "float", tiles[k][1], gemm[k][1], rates.floatExpNanos());
    }
  }

  /** Time of a tile of a Gram matrix, its product and its exponentials. */
  private static double tileSeconds(int d, boolean single, Workers workers) {
    int tile = Rates.TILE;
    KernelTiles tiles =
        new KernelTiles(rows(d, single), Gaussian.gamma(1.0 / d), single, tile, workers);
    return Rates.steadily(
        Double.MAX_VALUE,
        workers,
        worker -> {
          double[] values = new double[single ? 0 : tile * tile];
          float[] floats = new float[single ? tile * tile : 0];
          return single
              ? () -> tiles.tile(ROWS - tile, tile, 0, tile, floats, false, worker)
              : () -> tiles.tile(ROWS - tile, tile, 0, tile, values, false, worker);
        });
  }

  /** The time of a tile against what its product and its exponentials would take alone. */
  private static void share(int d, String precision, double seconds, double flops, double nanos) {
    double entries = (double) Rates.TILE * Rates.TILE;
    double allowed = 2 * entries * d / flops + entries * nanos / 1e9;
    line(
        "tiles",
        String.format(
            Locale.ROOT,
            "%.1f million kernel values/s of %d features in %s, %.0f%% of what gemm and exp allow",
            entries / seconds / 1e6,
            d,
            precision,
            100 * allowed / seconds));
  }

  private static DenseRows rows(int d, boolean single) {
    SplittableRandom random = new SplittableRandom(1);
    double[] row = new double[d];
    DenseRows.Builder builder = DenseRows.builder(d, single ? Precision.FLOAT : Precision.DOUBLE);
    for (int i = 0; i < ROWS; i++) {
      Arrays.setAll(row, j -> random.nextDouble() - 0.5);
      builder.append(row, 0, 1);
    }
    return builder.build();
  }

  private static void line(String name, String text) {
    System.out.println(String.format(Locale.ROOT, "%-8s %s", name, text));
  }
}
