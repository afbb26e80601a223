package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Vectors must be registers, not objects, also where maps and products use vectors of several
 * widths: the compiler then does not know the class of a vector by itself. What shows it is memory:
 * a loop over objects allocates a hundred times what it reads.
 */
class VectorRegistersTest {

  private static final int ROWS = 48;
  private static final int WIDTH = PanelProducts.STRIDE;
  private static final int LENGTH = ROWS * WIDTH;
  private static final int DISTANCES = 256;

  /** Compiling takes seconds, on a busy machine tens of them; a loop over objects never ends it. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(120);

  /** A round reads 100,000 numbers and more: as objects, many megabytes. */
  private static final long MOST_BYTES = 16_384;

  private final double[] doubles = filled(LENGTH);
  private final double[] norms = filled(LENGTH);
  private final double[] distances = new double[LENGTH];
  private final double[] x = filled((ROWS + WIDTH) * PanelProducts.COLUMNS);
  private final double[] y = new double[x.length];
  private final float[] floats = PanelProductsTest.floats(doubles);
  private final float[] floatNorms = PanelProductsTest.floats(norms);
  private final float[] floatDistances = new float[LENGTH];
  private final float[] floatX = PanelProductsTest.floats(x);
  private final float[] floatY = new float[x.length];
  private double sink;

  @Test
  void loopsAllocateNothingOnceTheyAreCompiled() throws Exception {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "the vector module is not loaded in this run");
    assumeTrue(
        Backend.of("auto", "vector").simd().panels().isPresent(), "no vectors of 256 bits here");
    // A process of its own: tests use loops of other processors beside those of this one.
    List<String> said = OtherProcess.run(Main.class, "--add-modules", "jdk.incubator.vector");
    assertThat(said).hasSize(1);
    assertThat(Long.parseLong(said.get(0)))
        .as("bytes allocated by a round of vector loops")
        .isLessThan(MOST_BYTES);
  }

  /** Prints the fewest bytes that a round of all loops has allocated. */
  public static final class Main {
    public static void main(String[] arguments) {
      System.out.println(new VectorRegistersTest().leastAllocated());
    }
  }

  private long leastAllocated() {
    Simd simd = Backend.of("auto", "vector").simd();
    PanelProducts panels = simd.panels().orElseThrow();
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    long end = System.nanoTime() + PATIENCE;
    while (least > MOST_BYTES && System.nanoTime() < end) {
      long before = threads.getCurrentThreadAllocatedBytes();
      maps(simd);
      products(panels);
      simd.thin().ifPresent(this::products);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return Double.isFinite(sink) ? least : Long.MAX_VALUE;
  }

  private void maps(Simd simd) {
    Arrays.fill(doubles, 0.5);
    simd.expOfDistances(doubles, 0, LENGTH, 2, norms, 0, -0.5, distances, 0);
    simd.multiply(doubles, 0, LENGTH, norms, 0);
    simd.multiples(doubles, 0, LENGTH, 1, floatDistances, 0);
    simd.widen(floatDistances, 0, LENGTH, true, 0.5, distances, 0);
    Arrays.fill(floats, 0.5f);
    simd.expOfDistances(floats, 0, LENGTH, 2, floatNorms, 0, -0.5f, floatDistances, 0);
    simd.multiply(floats, 0, LENGTH, floatNorms, 0);
    for (int i = 0; i + DISTANCES < LENGTH; i += DISTANCES) {
      sink += simd.squaredDistance(norms, i, doubles, i, DISTANCES);
      sink += simd.l1Distance(norms, i, doubles, i, DISTANCES);
      sink += simd.squaredDistance(floatNorms, i, floats, i, DISTANCES);
      sink += simd.l1Distance(floatNorms, i, floats, i, DISTANCES);
    }
  }

  private void products(PanelProducts products) {
    int j = ROWS * PanelProducts.COLUMNS;
    Arrays.fill(y, 0);
    Arrays.fill(floatY, 0);
    products.rows(doubles, 0, ROWS, WIDTH, x, j, y, 0);
    products.both(doubles, 0, ROWS, WIDTH, x, 0, j, y, 0, j);
    products.rows(floats, 0, ROWS, WIDTH, floatX, j, floatY, 0);
    products.both(floats, 0, ROWS, WIDTH, floatX, 0, j, floatY, 0, j);
    sink += y[0] + floatY[0];
  }

  private void products(ThinProducts products) {
    int j = ROWS * ThinProducts.COLUMNS;
    Arrays.fill(y, 0);
    products.times(doubles, 0, WIDTH, ROWS, WIDTH, x, j, y, 0, ThinProducts.COLUMNS);
    products.transposeTimes(doubles, 0, WIDTH, ROWS, WIDTH, x, 0, ThinProducts.COLUMNS, y, j);
    sink += y[0];
  }

  private static double[] filled(int length) {
    double[] result = new double[length];
    Arrays.setAll(result, i -> 1 + i % 7 / 8.0);
    return result;
  }
}
