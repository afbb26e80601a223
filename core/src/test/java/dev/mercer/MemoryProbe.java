package dev.mercer;

import dev.mercer.data.DenseRows;
import dev.mercer.kernel.Gaussian;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A fit in a virtual machine of its own, for {@link MemoryBudgetTest}: prints the operator used and
 * the most heap that was alive, which a second thread measures by collecting garbage again and
 * again.
 */
final class MemoryProbe {

  // A collection takes about as long: the fit runs half of the time, and no pass is missed.
  private static final long PAUSE_NANOS = 10_000_000;

  private static volatile boolean running = true;
  private static volatile long peak;

  private MemoryProbe() {}

  /** The rows of the test: the parent plans with the same. */
  static DenseRows rows(int n, int d) {
    SplittableRandom random = new SplittableRandom(3);
    return DenseRows.wrap(n, d, random.doubles((long) n * d).map(value -> 4 * value).toArray());
  }

  static KernelPca settings() {
    return KernelPca.with(Gaussian.sigma(8)).rank(5).threads(2);
  }

  public static void main(String[] arguments) throws InterruptedException {
    int n = Integer.parseInt(arguments[0]);
    int d = Integer.parseInt(arguments[1]);
    long budget = Long.parseLong(arguments[2]);
    settings().fit(rows(500, d)); // classes, native libraries and worker threads are there
    long before = alive();
    DenseRows rows = rows(n, d);
    Thread sampler =
        new Thread(
            () -> {
              while (running) {
                peak = Math.max(peak, alive());
                LockSupport.parkNanos(PAUSE_NANOS);
              }
            });
    sampler.setDaemon(true);
    sampler.start();
    KernelPcaModel model = settings().memory(budget).fit(rows);
    running = false;
    sampler.join();
    System.out.println(
        model.report().operator().kind() + " " + (peak - before) + " " + model.eigenvalues()[0]);
  }

  private static long alive() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
