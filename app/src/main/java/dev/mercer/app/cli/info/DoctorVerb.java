package dev.mercer.app.cli.info;

import dev.mercer.FitReport;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.machine.Rates;
import dev.mercer.app.machine.TileRates;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.problem.Bytes;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code mercer doctor}: the machine, the back ends with reasons, and the speed they reach. */
@Command(
    name = "doctor",
    description = "Show the machine, the back ends chosen and why, and measured rates.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class DoctorVerb implements Callable<Integer> {

  /** Numbers of features: with many, the product takes most time, with few, the exponential. */
  private static final int[] DEPTHS = {Rates.DEPTH, 16};

  private static final long MEASURED = 1_000_000_000;

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
    TileRates[][] rates = new TileRates[DEPTHS.length][];
    for (int k = 0; k < DEPTHS.length; k++) {
      rates[k] =
          new TileRates[] {
            TileRates.measure(DEPTHS[k], false, MEASURED, workers),
            TileRates.measure(DEPTHS[k], true, MEASURED, workers)
          };
    }
    line("threads", workers.threads() + "; the rates are those of one of them while all work");
    for (TileRates[] both : rates) {
      line(
          "gemm",
          String.format(
              Locale.ROOT,
              "%.1f GFLOPS in double, %.1f in float (tiles of %d rows, %d features)",
              both[0].flops() / 1e9,
              both[1].flops() / 1e9,
              TileRates.TILE,
              both[0].features()));
    }
    // The exponential is measured most often where it takes most of the time.
    TileRates[] often = rates[DEPTHS.length - 1];
    line(
        "exp",
        String.format(
            Locale.ROOT,
            "%.2f ns in double, %.2f ns in float",
            often[0].expNanos(),
            often[1].expNanos()));
    line(
        "memory",
        String.format(Locale.ROOT, "%.1f GB/s read", Rates.bytesPerSecond(workers) / 1e9));
    for (TileRates[] both : rates) {
      share(both[0], "double");
      share(both[1], "float");
    }
  }

  /** Compares the time of a tile with that of its product and its exponentials alone. */
  private static void share(TileRates rates, String precision) {
    line(
        "tiles",
        String.format(
            Locale.ROOT,
            "%.1f million kernel values/s of %d features in %s, %.0f%% of what gemm and exp allow"
                + " (%.0f%% in new memory)",
            rates.values() / 1e6,
            rates.features(),
            precision,
            100 * rates.share(),
            100 * rates.newShare()));
  }

  private static void line(String name, String text) {
    System.out.println(String.format(Locale.ROOT, "%-8s %s", name, text));
  }
}
