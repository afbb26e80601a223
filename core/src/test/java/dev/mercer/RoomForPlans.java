package dev.mercer;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Linear;
import dev.mercer.landmark.Adaptive;
import dev.mercer.landmark.Backward;
import dev.mercer.landmark.ColumnNorm;
import dev.mercer.landmark.Farthest;
import dev.mercer.landmark.Greedy;
import dev.mercer.landmark.Herding;
import dev.mercer.landmark.KMeans;
import dev.mercer.landmark.KMeansNearest;
import dev.mercer.landmark.KdeParing;
import dev.mercer.landmark.KernelKMeans;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.Leverage;
import dev.mercer.landmark.PivotedCholesky;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import dev.mercer.landmark.Ransac;
import dev.mercer.landmark.Shadow;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Auto;
import dev.mercer.method.Exact;
import dev.mercer.method.Hebbian;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.method.Nystrom;
import dev.mercer.method.RandomFeatures;
import dev.mercer.method.Reduced;
import dev.mercer.method.ReducedSet;
import dev.mercer.method.SparseL1;
import dev.mercer.method.SparseTipping;
import dev.mercer.method.Subset;
import dev.mercer.method.WeightedNystrom;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A program of its own for {@link MemoryShapesTest}: every method and selector fits rows of a shape
 * while the heap has no more room than the method's plan asks for. The rest of the heap is filled
 * by arrays, so that one process does for all of them.
 *
 * <p>Arguments: rows, columns, what the values are like, landmarks, threads, and the share of the
 * plan that there is room for. Prints a line per case: its name, a tab, and what came of it.
 */
final class RoomForPlans {

  /** Room beside what a plan counts: objects that do not grow with rows or columns. */
  private static final long SMALL_THINGS = 6L << 20;

  private static final int FILLER = 1 << 22;

  private final MemoryPoolMXBean heap;
  private final List<byte[]> fillers = new ArrayList<>();

  private RoomForPlans() {
    this.heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().contains("Tenured"))
            .findFirst()
            .orElseThrow();
  }

  public static void main(String[] arguments) {
    int n = Integer.parseInt(arguments[0]);
    int d = Integer.parseInt(arguments[1]);
    int m = Integer.parseInt(arguments[3]);
    int threads = Integer.parseInt(arguments[4]);
    double share = Double.parseDouble(arguments[5]);
    Rows rows = DenseRows.wrap(n, d, values(n, d, arguments[2]));
    RoomForPlans room = new RoomForPlans();
    Kernel gaussian = Gaussian.sigma(Math.sqrt(d));
    methods(m)
        .forEach(
            (name, method) ->
                System.out.println(name + "\t" + room.fit(rows, gaussian, method, threads, share)));
    System.out.println("linear\t" + room.fit(rows, new Linear(), Exact.auto(), threads, share));
  }

  /** Around the origin, far from it, or small whole numbers: each takes other buffers. */
  private static double[] values(int n, int d, String kind) {
    double[] values = new double[n * d];
    Random random = new Random(3);
    for (int i = 0; i < values.length; i++) {
      double drawn = random.nextGaussian();
      values[i] =
          switch (kind) {
            case "near" -> drawn;
            case "far" -> drawn + 50;
            default -> Math.rint(3 * Math.abs(drawn));
          };
    }
    return values;
  }

  private static Map<String, Method> methods(int m) {
    Map<String, Method> methods = new LinkedHashMap<>();
    List<LandmarkSelector> selectors =
        List.of(
            new Uniform(),
            new ColumnNorm(),
            new Adaptive(),
            new Adaptive(0, true),
            new KMeans(),
            new KMeansNearest(),
            new KernelKMeans(),
            new Greedy(),
            new Backward(),
            new Ransac(),
            new KdeParing(),
            new Herding(),
            new PivotedCholesky(),
            new RandomlyPivotedCholesky(),
            new Leverage(),
            new Farthest());
    Landmarking counted = Landmarking.count(m);
    for (LandmarkSelector selector : selectors) {
      methods.put("subset by " + selector.spec(), Subset.of(counted.with(selector)));
    }
    // So wide that one shadow covers all rows: what is tested is the search for them.
    methods.put("subset by shadow", Subset.of(Landmarking.by(new Shadow(0.25))));
    methods.put("auto", new Auto(counted, false, "auto", "auto"));
    methods.put("reduced", new Reduced(counted));
    methods.put("reduced-set", new ReducedSet(counted));
    methods.put("nystrom", Nystrom.of(counted));
    methods.put("weighted-nystrom", new WeightedNystrom(counted));
    methods.put("sparse l1", new SparseL1(m, 59));
    methods.put("sparse tipping", new SparseTipping(m, 0, 1000));
    methods.put("hebbian", Hebbian.withMetaDescent());
    methods.put("random features", new RandomFeatures(4 * m, false));
    methods.put("orthogonal features", new RandomFeatures(4 * m, true));
    methods.put("exact", Exact.auto());
    return methods;
  }

  private String fit(Rows rows, Kernel kernel, Method method, int threads, double share) {
    fillers.clear();
    KernelPca settings =
        KernelPca.with(kernel).method(method).rank(1).threads(threads).memory(1L << 40);
    long planned = 0;
    // With less memory another way may be planned, which needs less: until nothing changes.
    for (long next = bytes(settings, rows); next != planned; next = bytes(settings, rows)) {
      planned = next;
      settings = settings.memory(planned);
    }
    leave((long) (share * planned) - rows.bytes() + SMALL_THINGS);
    try {
      settings.fit(rows);
      return "fits";
    } catch (MemoryExceededException | OutOfMemoryError e) {
      fillers.clear();
      return "planned " + (planned >> 20) + " MiB: " + e.getMessage();
    }
  }

  private static long bytes(KernelPca settings, Rows rows) {
    return settings.plan(rows, null).peakBytes();
  }

  /** Fills the heap but for so many bytes. */
  private void leave(long bytes) {
    System.gc();
    long fill = heap.getUsage().getMax() - heap.getUsage().getUsed() - bytes;
    while (fill > 0) {
      fillers.add(new byte[(int) Math.min(FILLER, fill)]);
      fill -= FILLER;
    }
  }
}
