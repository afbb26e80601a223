package dev.mercer.use.preimage;

import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.List;

/**
 * Pre-images: the projection of a row on the axes of a model is a point of feature space, and its
 * pre-image is the point of the input space whose feature is closest. The page pre-images.md says
 * which method suits which model.
 *
 * <pre>{@code
 * Preimages preimages = Preimages.of(model, "auto", threads);
 * Preimages.Result result = preimages.of(rows);
 * }</pre>
 *
 * <ul>
 *   <li>{@code auto(neighbors=10,iterations=200,tolerance=1e-7)}: a location by distances, then the
 *       fixed point from there, so that the better of the two is kept. For kernels without
 *       distances it is the fixed point from the row itself; for kernels without derivatives, too,
 *       the learned map; for the linear kernel its inverse, which is exact
 *   <li>{@code mika(iterations=200,tolerance=1e-7)}: {@link MikaIteration}, from the row itself
 *   <li>{@code kwok-tsang(neighbors=10)}: {@link KwokTsangLocation}
 *   <li>{@code ridge(sigma=auto,ridge=auto)}: {@link RidgeMap}
 *   <li>{@code linear}: {@link LinearInverse}
 * </ul>
 *
 * Every result contains its feature distance |phi(z) - P phi(x)|, whatever the method, and the
 * number of rows that failed. Points are prepared once, with p^2 kernel values. Rows are then
 * processed in blocks of at most {@value #BLOCK_ROWS}, in parallel, with p coefficients per row of
 * the current blocks; results have the same bits for any number of threads. Not thread-safe: only
 * one call at a time.
 */
public final class Preimages {

  static final String AUTO = "auto";
  static final String MIKA = "mika";
  static final String KWOK_TSANG = "kwok-tsang";
  static final String RIDGE = "ridge";
  static final String LINEAR = "linear";

  /** The names that a spec may have. */
  public static final List<String> NAMES = List.of(AUTO, MIKA, KWOK_TSANG, RIDGE, LINEAR);

  private static final int NEIGHBORS = 10;

  /** MNIST needs about ten evaluations, functions with flat valleys about a hundred. */
  private static final int ITERATIONS = 200;

  /** In units of the points' spread; the error of the feature distance is about its square. */
  private static final double TOLERANCE = 1e-7;

  /** This is enough rows for efficient matrix products. */
  private static final int BLOCK_ROWS = 256;

  /** The coefficients of a block, and its coordinates, are at most this many if possible. */
  private static final int BLOCK_VALUES = 1 << 21;

  private static final int FEWEST_ROWS = 16;

  private final KernelPcaModel model;
  private final Spec spec;
  private final String name;
  private final Workers workers;
  private final LinearInverse linear; // null if there is a search
  private final PreimageSearch search;
  private ModelScorer scorer; // made for the number of rows expected when the first rows come

  /**
   * The pre-images that were found, and how close their features are.
   *
   * @param points one row each, in the units of the data
   * @param featureDistances |phi(z) - P phi(x)| of each; NaN for a kernel that may be indefinite,
   *     because its feature space has no distances
   * @param failures the number of rows for which the method failed: not done after all iterations
   *     and restarts, or without a neighbor whose distance can be used. Their points are the best
   *     ones seen
   * @param failed whether each row failed
   * @param looks the number of candidates that the fixed point evaluated, over all rows
   */
  public record Result(
      Matrix points, double[] featureDistances, int failures, boolean[] failed, long looks) {}

  private Preimages(KernelPcaModel model, Spec spec, String name, int threads) {
    this.model = model;
    this.spec = spec;
    this.name = name;
    this.workers = Workers.of(threads);
    this.linear = name.equals(LINEAR) ? new LinearInverse(model, workers.blas()) : null;
    this.search = name.equals(LINEAR) ? null : new PreimageSearch(model, plan(spec, name), workers);
  }

  /**
   * Prepares once what all later pre-images under a model need.
   *
   * @param method the spec of a method, see above
   * @param threads how many to use; results do not depend on it
   * @throws IllegalArgumentException if the spec is unknown or does not suit the model; the message
   *     says which ones do
   */
  public static Preimages of(KernelPcaModel model, String method, int threads) {
    Spec spec = parse(method);
    return new Preimages(model, spec, suited(spec.name(), model), threads);
  }

  /** Refuses a spec that suits no model, before there is a model. */
  public static void check(String method) {
    Spec spec = parse(method);
    plan(spec, spec.name());
  }

  private static Spec parse(String method) {
    Spec spec = Spec.parse("pre-image method", method).requireName("pre-image method", NAMES);
    return spec.requireKeys(
        switch (spec.name()) {
          case AUTO -> List.of("neighbors", "iterations", "tolerance");
          case MIKA -> List.of("iterations", "tolerance");
          case KWOK_TSANG -> List.of("neighbors");
          case RIDGE -> List.of("sigma", "ridge");
          default -> List.of();
        });
  }

  /**
   * @param name the method that the spec leads to, see {@link #suited}
   */
  private static PreimageSearch.Plan plan(Spec spec, String name) {
    boolean located = name.equals(KWOK_TSANG) || name.equals(AUTO);
    boolean iterated = name.equals(MIKA) || name.equals(AUTO);
    return new PreimageSearch.Plan(
        located ? spec.integer("neighbors", NEIGHBORS, 1, Integer.MAX_VALUE) : 0,
        iterated ? spec.integer("iterations", ITERATIONS, 1, Integer.MAX_VALUE) : 0,
        iterated ? spec.number("tolerance", TOLERANCE, 0, 1) : 0,
        name.equals(RIDGE),
        positiveOrAuto(spec, "sigma"),
        positiveOrAuto(spec, "ridge"));
  }

  private static double positiveOrAuto(Spec spec, String key) {
    return spec.value(key, AUTO).equals(AUTO) ? 0 : spec.positive(key);
  }

  /** The name of the method, with auto resolved; refuses a method that does not suit the model. */
  private static String suited(String name, KernelPcaModel model) {
    if (model.frequencies() != null) {
      throw new IllegalArgumentException(
          "a model of random features has no points to combine, so its projections have no"
              + " pre-images; fit a model of points, such as subset");
    }
    if (model.points() == null) {
      throw new IllegalArgumentException(
          "a model of a precomputed Gram matrix has no points, so its projections have no"
              + " pre-images; fit the rows themselves with a kernel of points");
    }
    Kernel kernel = model.kernel();
    boolean linear = LinearInverse.serves(kernel);
    boolean distances = RadialInverse.exists(kernel);
    boolean steps = FeatureMisfit.hasSteps(kernel);
    boolean possible =
        switch (name) {
          case LINEAR -> linear;
          case KWOK_TSANG -> distances;
          case MIKA -> steps;
          default -> true;
        };
    if (!possible) {
      throw new IllegalArgumentException(
          "the pre-image method "
              + name
              + " needs "
              + need(name)
              + ", which "
              + kernel.spec()
              + " is not; possible are "
              + (linear ? "linear, " : "")
              + (distances ? "kwok-tsang, " : "")
              + (steps ? "mika, " : "")
              + "ridge, auto");
    }
    if (!name.equals(AUTO)) {
      return name;
    }
    return linear ? LINEAR : distances ? AUTO : steps ? MIKA : RIDGE;
  }

  private static String need(String name) {
    return switch (name) {
      case LINEAR -> "the linear kernel";
      case KWOK_TSANG ->
          "a kernel that falls with the Euclidean distance (gaussian, laplacian, matern,"
              + " rational-quadratic, cauchy, epanechnikov; sums, products, scalings of them)";
      default ->
          "a kernel of Euclidean distances, or a definite one of inner products (not tanh, cosine,"
              + " laplacian-l1 or a function of the caller's)";
    };
  }

  /**
   * Approximately the bytes of heap needed in addition to the model, including the blocks of rows
   * of all threads.
   */
  public static long bytes(KernelPcaModel model, int threads) {
    long p = model.coefficients().rows();
    long d = model.columns();
    long rows = model.points() == null ? 0 : blockRows(model);
    // [A beta] twice; the coefficients of a block; current, previous and next candidates.
    return 8 * (2 * p * (model.rank() + 1) + threads * rows * (p + 8 * d));
  }

  /** The spec that was given. */
  public String spec() {
    return spec.text();
  }

  /** What the spec means for this model, including numbers that were learned. */
  public String steps() {
    return switch (name) {
      case AUTO -> KWOK_TSANG + "+" + MIKA;
      case RIDGE ->
          Spec.of(RIDGE)
              .with("sigma", search.ridge().sigma())
              .with("ridge", search.ridge().ridge())
              .text();
      default -> name;
    };
  }

  /**
   * The pre-images of the projections of rows, given before any scaling. A row with a value that is
   * not finite fails. The pre-image of any other row is finite, or this method fails with {@link
   * NumericalException}.
   */
  public Result of(Rows rows) {
    return of(rows, 0);
  }

  /**
   * The pre-images for a block of rows.
   *
   * @param first the number of its first row, for messages
   */
  public Result of(Rows rows, long first) {
    if (scorer == null) {
      scorer = ModelScorer.of(model, Precision.DOUBLE, rows.count(), workers);
    }
    Matrix scores = scorer.score(rows, first);
    return find(
        scores, model.scaling() == null ? rows : new ScaledRows(rows, model.scaling()), first);
  }

  /**
   * The pre-images of the projections that have these scores. Methods that would start from the row
   * itself start from the point of the model whose feature is nearest.
   */
  public Result ofScores(Matrix scores) {
    if (scores.columns() != model.rank()) {
      throw new IllegalArgumentException(
          "the scores have " + scores.columns() + " columns, the model has rank " + model.rank());
    }
    return find(scores, null, 0);
  }

  private Result find(Matrix scores, Rows scaled, long firstRow) {
    int n = scores.rows();
    int d = model.columns();
    int step = blockRows(model);
    double[] withOne = FeatureProjection.withOne(scores);
    double[] points = new double[Math.multiplyExact(n, d)];
    if (search != null) {
      search.predict(scores, points, workers);
    }
    PreimageSearch.Block[] blocks = new PreimageSearch.Block[(n + step - 1) / step];
    FeatureMisfit.Place[] places = new FeatureMisfit.Place[workers.threads()];
    workers.run(
        blocks.length,
        (index, worker) -> {
          int first = index * step;
          int count = Math.min(step, n - first);
          double[] candidates = Arrays.copyOfRange(points, first * d, (first + count) * d);
          PreimageSearch.Block block = new PreimageSearch.Block(first, count);
          if (linear != null) {
            linear.find(withOne, first, count, candidates);
          } else {
            if (places[worker] == null) {
              places[worker] = search.place(Math.min(step, n));
            }
            search.find(withOne, scaled, block, candidates, places[worker]);
          }
          if (model.scaling() != null) {
            model.scaling().invert(candidates, 0, count);
          }
          System.arraycopy(candidates, 0, points, first * d, count * d);
          blocks[index] = block;
        });
    requireFinite(points, d, scores, firstRow);
    return gather(Matrix.wrap(n, d, points), blocks);
  }

  private static void requireFinite(double[] points, int columns, Matrix scores, long firstRow) {
    for (int at = 0; at < points.length; at++) {
      double[] y = scores.row(at / columns);
      if (!Double.isFinite(points[at]) && Arrays.stream(y).allMatch(Double::isFinite)) {
        throw new NumericalException(
            "the pre-image of row "
                + (firstRow + at / columns)
                + " is "
                + points[at]
                + " in feature "
                + at % columns
                + ": the model's points, coefficients or center are beyond the range of double;"
                + " scale the data, or check the model");
      }
    }
  }

  private static Result gather(Matrix points, PreimageSearch.Block[] blocks) {
    double[] distances = new double[points.rows()];
    boolean[] failed = new boolean[points.rows()];
    int failures = 0;
    long looks = 0;
    for (PreimageSearch.Block block : blocks) {
      for (int i = 0; i < block.rows; i++) {
        distances[block.first + i] = block.featureDistances[i];
        failed[block.first + i] = block.failed[i];
        failures += block.failed[i] ? 1 : 0;
      }
      looks += block.looks;
    }
    return new Result(points, distances, failures, failed, looks);
  }

  /** The rows per block: they depend only on the model, so that no bit depends on threads. */
  private static int blockRows(KernelPcaModel model) {
    int entries = Math.max(model.columns(), model.points().count());
    return Math.min(BLOCK_ROWS, Math.max(FEWEST_ROWS, BLOCK_VALUES / entries));
  }
}
