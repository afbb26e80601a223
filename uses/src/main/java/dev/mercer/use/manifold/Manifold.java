package dev.mercer.use.manifold;

import dev.mercer.KernelPca;
import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.Progress;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.access.FitAccess;
import dev.mercer.internal.access.Studied;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.fit.LandmarkChoice;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Problem;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Landmarking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Settings of manifold maps, which use all rows as points of a graph or only a reduced set; {@link
 * #fit} computes the coordinates of all rows.
 *
 * <pre>{@code
 * ManifoldFit fit = Manifold.with(Gaussian.sigma(0.1))
 *     .map(new DiffusionMap(1, 1))
 *     .landmarks(Landmarking.by(new Shadow(3)))
 *     .fit(rows);
 * Matrix placed = fit.model().extend(unseen, workers);
 * }</pre>
 *
 * <ol>
 *   <li>the points of the graph are the rows of positive weight, or landmarks with the number of
 *       rows that each stands for
 *   <li>{@link GraphSpectrum} computes the eigenpairs of the walk on the points, with their
 *       weights. So a map through landmarks is the full map of the data in which every row is
 *       replaced by the landmark that stands for it
 *   <li>rows that are not points of the graph get their coordinates from {@link
 *       ManifoldModel#extend}
 *   <li>for a normalized cut, {@link SpectralClusters} of the points; every row belongs to the
 *       nearest center
 * </ol>
 *
 * Settings are immutable. Results have the same bits for any number of threads, as long as the plan
 * is the same. Fails before any work with {@link MemoryExceededException} if memory does not
 * suffice.
 */
public final class Manifold {

  /** The number of coordinates if none is given: two, as for a picture. */
  public static final int DEFAULT_RANK = 2;

  private static final double ONE = 1 - 1e-9;

  private final KernelPca settings;
  private final ManifoldMap map;
  private final int rank;
  private final Landmarking landmarking;
  private final long seed;

  private Manifold(
      KernelPca settings, ManifoldMap map, int rank, Landmarking landmarking, long seed) {
    this.settings = settings;
    this.map = map;
    this.rank = rank;
    this.landmarking = landmarking;
    this.seed = seed;
  }

  /** Diffusion maps with this kernel and with alpha and time 1, of all rows. */
  public static Manifold with(Kernel kernel) {
    return with(KernelSpec.of(kernel));
  }

  /** Diffusion maps with a kernel whose width may be left to be learned from the data. */
  public static Manifold with(KernelSpec kernel) {
    if (!kernel.needsData() && !kernel.resolve().hasPoints()) {
      throw new IllegalArgumentException(
          "manifold maps place rows by their kernel values with points; a precomputed Gram matrix"
              + " has none");
    }
    return new Manifold(KernelPca.with(kernel).center(false), new DiffusionMap(1, 1), 0, null, 0);
  }

  /** The map that is made from the eigenvectors. */
  public Manifold map(ManifoldMap wanted) {
    return new Manifold(settings, wanted, rank, landmarking, seed);
  }

  /**
   * The number of coordinates, by default {@value #DEFAULT_RANK}. A map that makes clusters has one
   * coordinate per cluster and accepts no other number.
   */
  public Manifold rank(int wanted) {
    if (wanted < 1) {
      throw new IllegalArgumentException("rank = " + wanted + "; ask for at least 1");
    }
    return new Manifold(settings, map, wanted, landmarking, seed);
  }

  /** The landmarks that are the points of the graph; null to use all rows. */
  public Manifold landmarks(Landmarking wanted) {
    return new Manifold(settings, map, rank, wanted, seed);
  }

  /** The seed of all random choices. */
  public Manifold seed(long wanted) {
    return new Manifold(settings.seed(wanted), map, rank, landmarking, wanted);
  }

  /** The number of threads to use. */
  public Manifold threads(int wanted) {
    return new Manifold(settings.threads(wanted), map, rank, landmarking, seed);
  }

  /** The largest heap, in bytes, that the work may use, including the rows. */
  public Manifold memory(long bytes) {
    return new Manifold(settings.memory(bytes), map, rank, landmarking, seed);
  }

  /** The listener that is told about the progress, and may stop the work. */
  public Manifold progress(Progress listener) {
    return new Manifold(settings.progress(listener), map, rank, landmarking, seed);
  }

  /** The names of the features, for messages; null if they have none. */
  public Manifold featureNames(List<String> names) {
    return new Manifold(settings.featureNames(names), map, rank, landmarking, seed);
  }

  /** Computes the coordinates of all rows, each counted once. */
  public ManifoldFit fit(Rows rows) {
    return fit(rows, null);
  }

  /**
   * Computes the coordinates of all rows. A row of weight 2 counts as two equal rows; rows of
   * weight 0 do not influence the map but get coordinates on it.
   *
   * @param weights one per row, not negative, not all zero; or null for ones
   */
  public ManifoldFit fit(Rows rows, double[] weights) {
    int wanted = coordinates();
    int rank = Math.max(1, Math.min(wanted, Problem.usedRows(rows.count(), weights) - 1));
    Studied<ManifoldFit> done =
        FitAccess.study(
            settings.rank(rank), rows, weights, problem -> new Run(problem, wanted).fit());
    return done.result().timed(done.stages(), done.seconds());
  }

  private int coordinates() {
    if (map.clusterCount().isPresent()) {
      int clusters = map.clusterCount().getAsInt();
      if (rank > 0 && rank != clusters) {
        throw new IllegalArgumentException(
            "rank = "
                + rank
                + ", but "
                + map.spec()
                + " has "
                + clusters
                + " coordinates, one per cluster; leave the rank out");
      }
      return clusters;
    }
    return rank > 0 ? rank : DEFAULT_RANK;
  }

  /** One fit. */
  private final class Run {

    private final Problem problem;
    private int wanted;
    private final List<String> notes = new ArrayList<>();

    Run(Problem problem, int wanted) {
      this.problem = problem;
      this.wanted = wanted;
    }

    ManifoldFit fit() {
      return landmarking == null ? full() : reduced();
    }

    private ManifoldFit full() {
      Rows rows = problem.rows();
      int[] numbers = positive(problem.weights(), rows.count());
      boolean all = numbers.length == rows.count();
      requirePoints(numbers.length, all ? "rows" : "rows of positive weight");
      Rows points = all ? rows : DenseRows.copyOf(rows.select(numbers));
      double[] weights = counts(numbers, problem.weights());
      return place(points, weights, all ? null : numbers, i -> "row " + numbers[i], null);
    }

    private ManifoldFit reduced() {
      LandmarkChoice choice = LandmarkChoice.of(problem, landmarking).counted(problem);
      notes.addAll(choice.notes());
      Landmarks chosen = choice.landmarks();
      double[] weights = chosen.weights();
      int[] numbers = positive(weights, weights.length);
      requirePoints(
          numbers.length,
          "landmarks that stand for rows, chosen by " + landmarking.selector().spec());
      Rows landmarks = chosen.points();
      Rows points =
          numbers.length == landmarks.count()
              ? landmarks
              : DenseRows.copyOf(landmarks.select(numbers));
      int[] rows = chosen.rows();
      IntFunction<String> names =
          i -> rows == null ? "landmark " + numbers[i] : "landmark row " + rows[numbers[i]];
      return place(points, counts(numbers, weights), null, names, chosen);
    }

    /**
     * @param numbers the rows that are points; null if all are
     * @param chosen the landmarks; null if the points are rows
     */
    private ManifoldFit place(
        Rows points, double[] weights, int[] numbers, IntFunction<String> names, Landmarks chosen) {
      boolean whole = chosen == null && numbers == null;
      if (!whole) {
        requireRoom(points.count());
      }
      int vectors = wanted - (map.usesTrivial() ? 1 : 0);
      GraphSpectrum spectrum = GraphSpectrum.of(problem, points, weights, map, vectors, names);
      note(spectrum);
      String threads = GraphPlan.note(problem, points, vectors);
      if (threads != null) {
        notes.add(threads);
      }
      requireAny(spectrum);
      ManifoldModel placing = ManifoldModel.of(map, problem.kernel(), points, spectrum);
      Matrix coordinates =
          whole
              ? placing.pointCoordinates()
              : problem
                  .stages()
                  .run("extend", extension(points.count()), () -> extended(placing, numbers));
      ManifoldModel model = placing;
      int[] clusters = null;
      if (map.clusterCount().isPresent()) {
        int count = map.clusterCount().getAsInt();
        SpectralClusters found =
            problem
                .stages()
                .run(
                    "cluster",
                    spectrum.plan().bytes(),
                    () -> clusters(placing, weights, count, coordinates));
        model = placing.with(found);
        clusters = found.nearest(coordinates.values());
      }
      int missing = spectrum.wanted() - spectrum.values().length;
      return new ManifoldFit(
          model,
          coordinates,
          clusters,
          chosen == null ? null : landmarking.selector().spec(),
          chosen == null ? null : chosen.rows(),
          chosen == null ? null : chosen.weights(),
          wanted,
          missing == 0
              ? null
              : "only "
                  + model.columns()
                  + " eigenvalues are above the rounding level "
                  + GraphSpectrum.cutOff(points.count()),
          spectrum.plan().stored() ? "stored" : spectrum.plan().dense() ? "dense" : "tiled",
          spectrum.plan().solver().kind().text(),
          spectrum.passes(),
          List.copyOf(notes),
          List.of(),
          0);
    }

    /** Points keep their coordinates; the other rows get theirs from the Nyström formula. */
    private Matrix extended(ManifoldModel model, int[] numbers) {
      problem.stages().evaluated((long) problem.rows().count() * model.points().count());
      Matrix all = model.extend(problem.rows(), problem.workers());
      if (numbers == null) {
        return all;
      }
      double[] values = all.toArray();
      double[] own = model.pointCoordinates().values();
      int columns = model.columns();
      for (int k = 0; k < numbers.length; k++) {
        System.arraycopy(own, k * columns, values, numbers[k] * columns, columns);
      }
      return Matrix.wrap(all.rows(), columns, values);
    }

    private SpectralClusters clusters(
        ManifoldModel model, double[] weights, int count, Matrix coordinates) {
      return SpectralClusters.of(
              model.pointCoordinates().values(),
              weights,
              model.columns(),
              count,
              seed,
              problem.workers())
          .renumbered(coordinates.values());
    }

    private void requirePoints(int points, String what) {
      if (problem.rows().count() == 1) {
        throw new NumericalException(
            "there is only one row, and a graph of one point has no coordinates; give more");
      }
      if (rank == 0 && !map.usesTrivial()) {
        // The default rank must not fail for data with few points.
        wanted = Math.max(1, Math.min(wanted, points - 1));
      }
      int needed = wanted + (map.usesTrivial() ? 0 : 1);
      if (points < needed) {
        throw new IllegalArgumentException(
            map.clusterCount().isPresent()
                ? "clusters = "
                    + map.clusterCount().getAsInt()
                    + " of "
                    + points
                    + " "
                    + what
                    + "; ask for at most "
                    + points
                : "rank = "
                    + wanted
                    + " of "
                    + points
                    + " "
                    + what
                    + ", which have "
                    + (points - 1)
                    + " coordinates beside the trivial one"
                    + (points > 1 ? "; ask for at most " + (points - 1) : "; give more"));
      }
    }

    private long extension(int points) {
      return problem.rows().bytes()
          + ManifoldModel.extensionBytes(
              problem.rows(), problem.kernel(), points, wanted, problem.workers().threads());
    }

    private void requireRoom(int points) {
      long bytes = extension(points);
      if (bytes > problem.memory()) {
        throw new MemoryExceededException(
            "placing "
                + problem.rows().count()
                + " rows by "
                + points
                + " points takes "
                + Bytes.text(bytes)
                + " but "
                + Bytes.text(problem.memory())
                + " of heap are allowed; take fewer landmarks or rows, or allow more memory",
            bytes);
      }
    }

    private void requireAny(GraphSpectrum spectrum) {
      if (spectrum.values().length == 0 && spectrum.wanted() > 0) {
        throw new NumericalException(
            "every eigenvalue but the trivial one is rounding: the kernel cannot tell the points"
                + " apart; take a narrower one");
      }
    }

    /** Notes that a graph is in parts: it then has the eigenvalue 1 once per part. */
    private void note(GraphSpectrum spectrum) {
      long ones = Arrays.stream(spectrum.values()).filter(value -> value > ONE).count();
      if (ones > 0) {
        notes.add(
            "the eigenvalue 1 comes "
                + (ones + 1)
                + " times: the graph falls into at least so many parts that the kernel hardly"
                + " connects, and coordinates only tell parts apart; take a wider kernel to see"
                + " inside them");
      }
    }

    private static int[] positive(double[] weights, int count) {
      int[] numbers = new int[count];
      int kept = 0;
      for (int i = 0; i < count; i++) {
        if (weights == null || weights[i] > 0) {
          numbers[kept++] = i;
        }
      }
      return Arrays.copyOf(numbers, kept);
    }

    private static double[] counts(int[] numbers, double[] weights) {
      double[] result = new double[numbers.length];
      for (int k = 0; k < result.length; k++) {
        result[k] = weights == null ? 1 : weights[numbers[k]];
      }
      return result;
    }
  }
}
