package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.exact.RouteSizes;
import dev.mercer.internal.fastsum.FastScores;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.fastsum.SumWish;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Exact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The number of threads changes neither what is planned nor any bit of the model. */
class ThreadBitsTest {

  private static final int[] THREADS = {1, 2, 3, 8};
  private static final List<String> SOLVERS =
      List.of("auto", "dense", "lanczos", "block-krylov", "davidson", "subspace", "power");
  private static final List<String> OPERATORS =
      List.of(
          "auto",
          "stored",
          "tiled",
          "expansion",
          "expansion(scheme=polynomial)",
          "expansion(scheme=product)",
          "expansion(scheme=grid)",
          "expansion(scheme=tree)");
  private static final List<String> METHODS =
      List.of(
          "auto",
          "subset",
          "subset(general=true)",
          "reduced",
          "reduced-set",
          "nystrom",
          "weighted-nystrom",
          "improved",
          "icd",
          "sparse(kind=tipping)",
          "sparse(kind=l1)",
          "hebbian(epochs=3)",
          "random-features");

  /** Those that take no longer than a fit does. */
  private static final List<String> QUICK_SELECTORS =
      List.of("uniform", "diagonal", "adaptive", "kmeans", "rpcholesky", "leverage", "farthest");

  /** What a fit comes to: a plan and a model, or what was refused. */
  private record Outcome(String plan, String model) {}

  @Property(tries = 250, shrinking = ShrinkingMode.OFF)
  void exactFitsOfFewRows(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 2 + random.nextInt(70);
    sameForAllThreads(exact(random, n, 1 + random.nextInt(3)), rows(random, n), weights(random, n));
  }

  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void exactFitsOfMoreRows(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 520 + random.nextInt(400);
    Rows rows = rows(random, n);
    sameForAllThreads(exact(random, n, 1 + random.nextInt(4)), rows, weights(random, n));
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void otherFitsOfFewRows(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 8 + random.nextInt(80);
    sameForAllThreads(other(random, n, true), rows(random, n), weights(random, n));
  }

  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void otherFitsOfMoreRows(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 600 + random.nextInt(600);
    sameForAllThreads(other(random, n, false), rows(random, n), weights(random, n));
  }

  /** Costs so close that they were decided by the number of threads. */
  @Test
  void anExpansionThatHardlyPays() {
    for (int n = 6; n < 16; n++) {
      KernelPca pca =
          KernelPca.with(KernelSpec.parse("polynomial(degree=4,scale=2.55246,offset=1.635)"))
              .rank(Math.min(n, 8))
              .seed(346)
              .method(new Exact("auto", "expansion"));
      sameForAllThreads(pca, rows(new SplittableRandom(n), n, 1), null);
    }
  }

  /** What fits and scores choose schemes by: no forecast depends on the threads. */
  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void forecastsOfFastSums(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 50 + random.nextInt(2000);
    Matrix points = FastScores.copy(rows(random, n));
    Kernel kernel = KernelSpec.kernel(pick(random, kernels(random)));
    List<List<String>> considered = new ArrayList<>();
    for (int threads : THREADS) {
      SumWish wish = new SumWish("auto", 1e-9, 8, 12, 4L << 20, threads, Backend.instance());
      try {
        considered.add(FastSums.choose(points, points, kernel, wish).considered());
      } catch (IllegalArgumentException e) {
        considered.add(List.of(e.getMessage()));
      }
    }
    assertThat(considered).allMatch(considered.get(0)::equals);
  }

  static List<String> selectors() {
    return SelectorCatalog.names();
  }

  @ParameterizedTest
  @MethodSource("selectors")
  void everySelector(String selector) {
    SplittableRandom random = new SplittableRandom(5);
    Rows rows = rows(random, 600, 3);
    KernelPca pca =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=1)")).rank(3).method(subset(selector, 30));
    sameForAllThreads(pca, rows, null);
  }

  /**
   * Memory that is short may make a plan depend on threads, whose buffers it has to hold. Then, and
   * only then, a note says so.
   */
  @Test
  void whereMemoryMakesAPlanDependOnThreadsItSaysSo() {
    Rows rows = DenseRows.of(Definition.points(1500, 40, 3));
    KernelPca pca = KernelPca.with(KernelSpec.parse("gaussian(sigma=5)")).rank(4);
    int differing = 0;
    for (long memory = 4L << 20; memory < 60L << 20; memory += 1L << 19) {
      Plan one = plan(pca.memory(memory).threads(1), rows);
      Plan eight = plan(pca.memory(memory).threads(8), rows);
      if (one == null || eight == null) {
        continue;
      }
      boolean same =
          one.operator().equals(eight.operator())
              && one.solver().equals(eight.solver())
              && RouteSizes.sizes(one.details()).equals(RouteSizes.sizes(eight.details()));
      differing += same ? 0 : 1;
      boolean said = eight.notes().stream().anyMatch(ThreadBitsTest::saysThatThreadsDecide);
      assertThat(said).as("%d bytes: %s", memory, eight.notes()).isEqualTo(!same);
      assertThat(one.notes()).noneMatch(ThreadBitsTest::saysThatThreadsDecide);
    }
    assertThat(differing).isPositive();
  }

  /** An exact plan names the threads; the automatic choice says what one thread could have done. */
  private static boolean saysThatThreadsDecide(String note) {
    return note.contains("threads decide") || note.contains("on one thread it would need");
  }

  private static Plan plan(KernelPca pca, Rows rows) {
    try {
      return pca.plan(rows, null);
    } catch (MemoryExceededException e) {
      return null;
    }
  }

  /** Selectors that memory stops from keeping all they computed say on what it depends. */
  @Test
  void columnsThatMemoryHasNoRoomForAreNamed() {
    Rows rows = DenseRows.of(Definition.points(3000, 3, 4));
    KernelPca pca =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=0.5)"))
            .rank(3)
            .method(subset("rpcholesky(block=50)", 300));
    long least = pca.memory(1L << 40).plan(rows, null).peakBytes();
    assertThat(pca.memory(least).fit(rows).report().notes())
        .anyMatch(note -> note.contains("threads holds"));
    assertThat(pca.memory(1L << 40).fit(rows).report().notes())
        .noneMatch(note -> note.contains("threads holds"));
  }

  private static KernelPca exact(SplittableRandom random, int n, int d) {
    String kernel = pick(random, kernels(random));
    KernelPca pca =
        KernelPca.with(KernelSpec.parse(kernel))
            .rank(1 + random.nextInt(Math.min(n, 12)))
            .center(random.nextInt(3) > 0)
            .seed(random.nextInt(1000))
            .precision(random.nextInt(6) == 0 ? Precision.FLOAT : Precision.DOUBLE);
    return pca.method(new Exact(pick(random, SOLVERS), pick(random, OPERATORS)));
  }

  /**
   * @param open whether landmarks may also be added until a goal is met, by any selector
   */
  private static KernelPca other(SplittableRandom random, int n, boolean open) {
    String method = pick(random, METHODS);
    KernelPca pca =
        KernelPca.with(KernelSpec.parse(pick(random, kernels(random))))
            .rank(1 + random.nextInt(4))
            .center(random.nextInt(3) > 0)
            .seed(random.nextInt(1000));
    boolean selects = MethodCatalog.selects(method) || method.equals("auto");
    String selector =
        selects ? pick(random, open ? SelectorCatalog.names() : QUICK_SELECTORS) : null;
    boolean counted =
        !method.startsWith("hebbian")
            && !method.startsWith("sparse(kind=t")
            && (selector == null || !SelectorCatalog.parse(selector).choosesCount())
            && !(open && random.nextInt(3) == 0);
    Integer landmarks = counted ? 5 + random.nextInt(Math.min(n - 5, 60)) : null;
    return pca.method(
        MethodCatalog.parse(
            method,
            new MethodCatalog.Wishes(landmarks, null, null, selector, null, "auto", "auto")));
  }

  private static dev.mercer.method.Method subset(String selector, int landmarks) {
    return MethodCatalog.parse(
        "subset",
        new MethodCatalog.Wishes(
            SelectorCatalog.parse(selector).choosesCount() ? null : landmarks,
            null,
            null,
            selector,
            null,
            "auto",
            "auto"));
  }

  private static List<String> kernels(SplittableRandom random) {
    List<String> kernels = new ArrayList<>(Definition.KERNELS);
    for (int degree = 1; degree < 5; degree++) {
      kernels.add(
          "polynomial(degree=%d,scale=%s,offset=%s)"
              .formatted(degree, 0.1 + 3 * random.nextDouble(), 2 * random.nextDouble()));
    }
    kernels.add("gaussian(sigma=" + Math.pow(10, 4 * random.nextDouble() - 2) + ")");
    kernels.add("laplacian(sigma=" + Math.pow(10, 4 * random.nextDouble() - 2) + ")");
    return kernels;
  }

  private static <T> T pick(SplittableRandom random, List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private static Rows rows(SplittableRandom random, int n) {
    return rows(random, n, 1 + random.nextInt(4));
  }

  private static Rows rows(SplittableRandom random, int n, int d) {
    return DenseRows.of(Definition.points(n, d, random.nextLong()));
  }

  private static double[] weights(SplittableRandom random, int n) {
    if (random.nextInt(3) > 0) {
      return null;
    }
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i == 0 ? 1 : random.nextInt(4));
    return weights;
  }

  private static void sameForAllThreads(KernelPca pca, Rows rows, double[] weights) {
    KernelPca roomy = pca.memory(1L << 34);
    Outcome expected = outcome(roomy.threads(THREADS[0]), rows, weights);
    for (int k = 1; k < THREADS.length; k++) {
      Outcome found = outcome(roomy.threads(THREADS[k]), rows, weights);
      assertThat(found.plan())
          .as("plan of %s on %d threads", pca, THREADS[k])
          .isEqualTo(expected.plan());
      assertThat(found.model())
          .as("model of %s on %d threads", pca, THREADS[k])
          .isEqualTo(expected.model());
    }
  }

  private static Outcome outcome(KernelPca pca, Rows rows, double[] weights) {
    String plan;
    try {
      plan = text(pca.plan(rows, weights));
    } catch (IllegalArgumentException | NumericalException e) {
      plan = e.getMessage();
    }
    try {
      KernelPcaModel model = pca.fit(rows, weights);
      return new Outcome(
          plan,
          String.join(
              "\n",
              Arrays.toString(model.eigenvalues()),
              Arrays.toString(model.coefficients().toArray()),
              Arrays.toString(model.offset()),
              String.join("\n", model.report().notes())));
    } catch (IllegalArgumentException | NumericalException e) {
      return new Outcome(plan, e.getMessage());
    }
  }

  /** All of a plan but its bytes, which are more for more threads. */
  private static String text(Plan plan) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s %s %s %s"
            .formatted(
                plan.method(), plan.operator(), plan.solver(), RouteSizes.sizes(plan.details())));
    for (FitPlan.Stage stage : plan.details().stages()) {
      lines.add(
          "%s: %d values, %s flops, %s moved"
              .formatted(
                  stage.name(), stage.kernelEvaluations(), stage.flops(), stage.bytesMoved()));
    }
    lines.addAll(plan.notes());
    SumForecast sum = RouteSizes.sum(plan.details());
    if (sum != null) {
      lines.add(sum.text());
    }
    return String.join("\n", lines);
  }
}
