package dev.mercer.bench;

import dev.mercer.backend.Workers;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.gram.GramColumns;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Landmarks;
import dev.mercer.landmark.SelectionRequest;
import dev.mercer.landmark.ShadowSelector;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Shadow centers by blocks and threads against the plain double loop of RS Algorithm 2, in the same
 * run: {@code bench/run dev.mercer.bench.ShadowCase}. Prints one line a data set, and fails if rows
 * or weights differ.
 */
final class ShadowCase {

  private static final double ELL = 4;
  private static final int THREADS = 2;
  private static final long MEMORY = 1L << 30;

  private ShadowCase() {}

  public static void main(String[] arguments) {
    String folder = System.getenv("MERCER_DATA");
    if (folder == null) {
      throw new IllegalArgumentException("MERCER_DATA must name the folder of the data");
    }
    boolean quick = arguments.length > 0 && arguments[0].equals("--quick");
    measure(Path.of(folder), "usps-train.csv.gz", Gaussian.sigma(18), quick);
    measure(Path.of(folder), "pendigits.csv.gz", Gaussian.sigma(120), quick);
  }

  private static void measure(Path folder, String file, Kernel kernel, boolean quick) {
    DenseRows rows = BenchData.csv(file).load(folder, Precision.DOUBLE);
    int n = rows.count();
    double epsilon = ShadowSelector.epsilon(kernel, ELL);
    try (Workers workers = Workers.of(THREADS)) {
      GramColumns gram = new GramColumns(rows, kernel, n, workers);
      SelectionRequest request = new SelectionRequest(gram, null, false, 1, 1, 0, 0, MEMORY);
      Timing<Landmarks> fast = Timing.of(() -> new ShadowSelector(ELL).select(request), quick);
      double[] values = new double[n * rows.columns()];
      rows.copy(0, n, values, 0);
      Timing<Plain> plain = Timing.of(() -> plain(values, n, epsilon), quick);
      int[] centers = plain.result().centers();
      double[] weights = plain.result().weights();
      if (!Arrays.equals(centers, fast.result().rows())
          || !Arrays.equals(weights, fast.result().weights())) {
        throw new IllegalStateException(file + ": the two differ");
      }
      System.out.printf(
          Locale.ROOT,
          "%s, %d x %d, epsilon %s: %d centers; blocks %s s, double loop %s s, ratio %.1f%n",
          file,
          n,
          rows.columns(),
          epsilon,
          centers.length,
          Timing.text(fast.seconds()),
          Timing.text(plain.seconds()),
          Timing.median(plain.seconds()) / Timing.median(fast.seconds()));
    }
  }

  private record Plain(int[] centers, double[] weights) {}

  /** The algorithm as it is printed, on one array. */
  private static Plain plain(double[] values, int n, double epsilon) {
    int d = values.length / n;
    boolean[] covered = new boolean[n];
    int[] centers = new int[n];
    double[] weights = new double[n];
    int m = 0;
    for (int i = 0; i < n; i++) {
      if (covered[i]) {
        continue;
      }
      centers[m] = i;
      weights[m] = 1;
      for (int j = i + 1; j < n; j++) {
        if (covered[j]) {
          continue;
        }
        double sum = 0;
        for (int c = 0; c < d; c++) {
          double difference = values[i * d + c] - values[j * d + c];
          sum += difference * difference;
        }
        if (Math.sqrt(sum) < epsilon) {
          covered[j] = true;
          weights[m]++;
        }
      }
      m++;
    }
    return new Plain(Arrays.copyOf(centers, m), Arrays.copyOf(weights, m));
  }
}
