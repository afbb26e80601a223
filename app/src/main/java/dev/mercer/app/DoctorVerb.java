package dev.mercer.app;

import dev.mercer.FitReport;
import dev.mercer.backend.Backend;
import dev.mercer.backend.Workers;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.gram.KernelTiles;
import dev.mercer.gram.StoredGram;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Bytes;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code mercer doctor}: the machine, the back ends and why, and what they reach. */
@Command(
    name = "doctor",
    description = "Show the machine, the back ends chosen and why, and measured rates.",
    sortOptions = false)
final class DoctorVerb implements Callable<Integer> {

  private static final int[][] SHAPES = {{4032, 784}, {4032, 16}};
  private static final int REPEATS = 5;

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
    Rates rates = Rates.measure();
    line(
        "gemm",
        String.format(
            Locale.ROOT,
            "%.1f GFLOPS a core in double, %.1f in float",
            rates.gemmFlops() / 1e9,
            rates.floatGemmFlops() / 1e9));
    line(
        "exp",
        String.format(
            Locale.ROOT,
            "%.2f ns in double, %.2f ns in float, one core",
            rates.expNanos(),
            rates.floatExpNanos()));
    line(
        "memory",
        String.format(Locale.ROOT, "%.1f GB/s read by one core", rates.bytesPerSecond() / 1e9));
    try (Workers workers = Workers.of(common.threads())) {
      for (int[] shape : SHAPES) {
        for (boolean single : new boolean[] {false, true}) {
          tiles(shape[0], shape[1], single, rates, workers);
        }
      }
    }
    return 0;
  }

  /** Gram tiles against what the two rates allow. */
  private static void tiles(int n, int d, boolean single, Rates rates, Workers workers) {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = new double[n * d];
    for (int k = 0; k < values.length; k++) {
      values[k] = random.nextDouble() - 0.5;
    }
    DenseRows.Builder builder = DenseRows.builder(d, single ? Precision.FLOAT : Precision.DOUBLE);
    builder.append(values, 0, n);
    DenseRows rows = builder.build();
    double best = Double.MAX_VALUE;
    long evaluations = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      KernelTiles tiles = new KernelTiles(rows, Gaussian.gamma(1.0 / d), single, 504, workers);
      long start = System.nanoTime();
      new StoredGram(tiles, single, workers);
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
      evaluations = tiles.evaluations();
    }
    double gemm = 2.0 * evaluations * d / (single ? rates.floatGemmFlops() : rates.gemmFlops());
    double exp = evaluations * (single ? rates.floatExpNanos() : rates.expNanos()) / 1e9;
    double allowed = (gemm + exp) / workers.threads();
    line(
        "tiles",
        String.format(
            Locale.ROOT,
            "%d x %d %s: %.1f million kernel values/s, %.0f%% of what gemm and exp allow",
            n,
            d,
            single ? "float" : "double",
            evaluations / best / 1e6,
            100 * allowed / best));
  }

  private static void line(String name, String text) {
    System.out.println(String.format(Locale.ROOT, "%-8s %s", name, text));
  }
}
