package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.explicit.IdentityFeatures;
import dev.mercer.internal.explicit.PolynomialFeatures;
import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Polynomial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Chooses which scheme serves a sum best.
 *
 * <ul>
 *   <li>polynomial and linear kernels: their monomials, exactly
 *   <li>gaussian: a product of line expansions along the given or the principal axes, a grid, one
 *       Taylor series, clusters with a series each, or a tree that leaves out far points
 *   <li>other kernels that fall with distance: the tree; epanechnikov also by moments
 *   <li>scalings and sums of these kernels, and products of gaussians, which are gaussians
 * </ul>
 *
 * <p>{@link SumCost} forecasts every scheme that reaches the error and fits the memory; the fastest
 * wins. If the caller names a scheme, only that one is considered.
 */
public final class FastSums {

  /**
   * The largest error of any kernel value if the caller gave none: with the 1,000 rows of FK it
   * keeps a sum within the 1e-6 used there.
   */
  public static final double DEFAULT_ERROR = 1e-9;

  public static final String AUTO = "auto";

  /** The names by which a caller can ask for a scheme. */
  public static final List<String> SCHEMES =
      List.of(AUTO, "polynomial", "product", "grid", "taylor", "clustered", "tree", "moments");

  /** Points with more values than this are not copied into one matrix to see where they lie. */
  public static final int MOST_VALUES = Integer.MAX_VALUE / 2;

  /**
   * Above this number of coordinates, no expansion of a Gaussian and no tree is worth considering.
   */
  public static final int MOST_COORDINATES = 24;

  /** The usual share of the pairs within reach whose boxes the radius passes through. */
  private static final double STRADDLING = 0.6;

  /** How many times cheaper a tree may be on unevenly spread points than on evenly spread ones. */
  private static final double UNEVEN = 20;

  /** From this number of coordinates on, clusters may have fewer terms than products and grids. */
  private static final int CLUSTERED_COORDINATES = 4;

  /** Seconds it takes to build a line expansion, per coordinate. */
  private static final double LINES = 2e-3;

  /** From this number of points on, clusters have more than a few members each. */
  private static final int CLUSTERED_POINTS = 10_000;

  /** Seconds it takes to find out what clusters would cost. */
  private static final double CLUSTERING = 0.2;

  /**
   * Additions that an entry passes through at each level: within a block, over the blocks of a
   * group, over the groups.
   */
  private static final int BLOCK_SUMS = 512;

  /**
   * Bytes per thread in schemes without a feature map, which work on blocks of at most 2^16 values.
   */
  private static final long THREAD_BYTES = 1L << 20;

  private final Matrix targets;
  private final Matrix sources;
  private final SumWish wish;
  private final List<String> refused = new ArrayList<>();
  private Axes given;

  private FastSums(Matrix targets, Matrix sources, SumWish wish) {
    this.targets = targets;
    this.sources = sources;
    this.wish = wish;
  }

  /** Throws an exception if no scheme has this name. */
  public static void requireScheme(String scheme) {
    if (!SCHEMES.contains(scheme)) {
      throw new IllegalArgumentException(
          "unknown scheme '" + scheme + "'; allowed are " + String.join(", ", SCHEMES));
    }
  }

  /**
   * The best scheme, or none together with the reasons.
   *
   * @param best the fastest for the number of products requested; null if no scheme serves
   * @param found all schemes that serve
   * @param considered one line per scheme, with the reason for each one refused
   */
  public record Choice(SumForecast best, List<SumForecast> found, List<String> considered) {}

  /** Whether some scheme might serve the kernel; a cheap test that does not look at the points. */
  public static boolean serves(Kernel kernel, int columns) {
    KernelForm form = KernelForm.of(kernel);
    if (form instanceof PairForm pair) {
      return finite(pair)
          || columns <= MOST_COORDINATES && (pair.gaussian().isPresent() || TreeSum.serves(kernel));
    }
    if (form.operation().filter(ComposedForm.Operation.PRODUCT::equals).isPresent()) {
      return form.gaussian().isPresent() && columns <= MOST_COORDINATES;
    }
    return !form.parts().isEmpty()
        && form.parts().stream().allMatch(part -> serves(part.kernel(), columns));
  }

  /** Whether the kernel is an inner product of finitely many features. */
  private static boolean finite(PairForm pair) {
    return pair.linear() || pair.polynomial().isPresent();
  }

  public static Choice choose(Matrix targets, Matrix sources, Kernel kernel, SumWish wish) {
    FastSums sums = new FastSums(targets, sources, wish);
    List<SumForecast> found = sums.forecasts(kernel);
    List<String> considered = new ArrayList<>(found.stream().map(SumForecast::text).toList());
    considered.addAll(sums.refused);
    SumForecast best =
        found.stream()
            .min(Comparator.comparingDouble(forecast -> forecast.seconds(wish.products())))
            .orElse(null);
    return new Choice(best, found, List.copyOf(considered));
  }

  private List<SumForecast> forecasts(Kernel kernel) {
    KernelForm form = KernelForm.of(kernel);
    if (form.operation().isPresent()) {
      return switch (form.operation().get()) {
        case SCALING, SUM -> composed(form);
        case PRODUCT ->
            form.gaussian()
                .map(this::forecasts)
                .orElseGet(() -> none("no scheme for a product of kernels"));
      };
    }
    return form instanceof PairForm pair
        ? forecasts(kernel, pair)
        : none("no scheme for " + kernel.spec());
  }

  private List<SumForecast> forecasts(Kernel kernel, PairForm pair) {
    List<SumForecast> found = new ArrayList<>();
    if (finite(pair)) {
      add(found, "polynomial", () -> polynomial(pair));
    } else if (sources.columns() <= MOST_COORDINATES) {
      Gaussian gaussian = pair.gaussian().orElse(null);
      if (gaussian != null) {
        requireReachable(kernel);
        if (worthLooking(found, LINES * sources.columns())) {
          add(found, "product", () -> product(gaussian));
        }
        add(found, "grid", () -> grid(gaussian));
        add(found, "taylor", () -> taylor(gaussian));
      }
      if (TreeSum.serves(kernel)) {
        requireReachable(kernel);
        if (EpanechnikovSum.serves(kernel)) {
          add(found, "moments", () -> moments(kernel));
        }
        if (worthLooking(found, SumCost.sorting(points())) && treeMayWin(found, kernel)) {
          add(found, "tree", () -> tree(kernel));
        }
      }
      if (gaussian != null
          && worthLooking(found, CLUSTERING)
          && (!wish.scheme().equals(AUTO)
              || sources.columns() >= CLUSTERED_COORDINATES
                  && sources.rows() >= CLUSTERED_POINTS)) {
        add(found, "clustered", () -> clustered(gaussian));
      }
    }
    return found.isEmpty() && refused.isEmpty() ? none("no scheme for " + kernel.spec()) : found;
  }

  private List<SumForecast> none(String reason) {
    refused.add(reason);
    return List.of();
  }

  /** Whether a forecast that takes this long can pay off, given the schemes found already. */
  private boolean worthLooking(List<SumForecast> found, double seconds) {
    return !wish.scheme().equals(AUTO)
        || seconds <= wish.patience()
            && found.stream().allMatch(forecast -> forecast.seconds(wish.products()) > 2 * seconds);
  }

  /**
   * Whether a tree could come close to the schemes found, assuming that the points are spread
   * evenly over their box: the share of near points is then at least the share of the box that the
   * kernel's reach covers.
   */
  private boolean treeMayWin(List<SumForecast> found, Kernel kernel) {
    if (!wish.scheme().equals(AUTO)) {
      return true;
    }
    FallingKernel falling = FallingKernel.of(kernel, sources.columns());
    double cutoff = falling.cutoff(wish.allowed(), wish.backend().maps().next(1));
    double reach = falling.pairing() == Pairing.SQUARED_DISTANCE ? Math.sqrt(cutoff) : cutoff;
    Axes box = given();
    double all = (double) targets.rows() * sources.rows();
    double pairs = all;
    for (int axis : box.longestFirst()) {
      pairs *= Math.min(1, reach / (2 * box.halfWidth(axis)));
    }
    if (found.isEmpty()) {
      // A kernel that reaches across the whole box leaves out no pair.
      return pairs < all;
    }
    double seconds = SumCost.shared(SumCost.direct(pairs, sources.columns(), wish.columns()));
    double best = found.stream().mapToDouble(SumForecast::productSeconds).min().orElse(0);
    if (seconds > UNEVEN * best) {
      refused.add("tree: most points are near each other");
      return false;
    }
    return true;
  }

  /**
   * Adds a forecast if its scheme is wanted and fits the memory; a null forecast has already
   * recorded why it was refused.
   */
  private void add(List<SumForecast> found, String scheme, Supplier<SumForecast> attempt) {
    if (!wish.scheme().equals(AUTO) && !wish.scheme().equals(scheme)) {
      return;
    }
    SumForecast forecast = attempt.get();
    if (forecast == null) {
      return;
    }
    if (forecast.bytes() > wish.memory()) {
      refused.add(scheme + ": would take " + forecast.bytes() + " bytes");
      return;
    }
    found.add(forecast);
  }

  /** All parts by their best schemes; an empty list if some part has none. */
  private List<SumForecast> composed(KernelForm form) {
    double factor = form.factor();
    List<KernelForm> parts = form.parts();
    List<SumForecast> best = new ArrayList<>();
    SumWish shared =
        wish.error() == null && factor <= 1 && parts.size() == 1
            ? wish
            : wish.withError(Math.min(0.5, wish.allowed() / (1 + 1e-9) / factor / parts.size()));
    for (KernelForm part : parts) {
      Choice choice = choose(targets, sources, part.kernel(), shared);
      if (choice.best() == null) {
        refused.addAll(choice.considered());
        return List.of();
      }
      best.add(choice.best());
    }
    return List.of(
        new SumForecast(
            String.join("+", best.stream().map(SumForecast::scheme).distinct().toList()),
            best.stream().mapToInt(SumForecast::terms).max().orElse(0),
            best.stream().mapToDouble(SumForecast::setupSeconds).sum(),
            best.stream().mapToDouble(SumForecast::productSeconds).sum(),
            best.stream().mapToLong(SumForecast::bytes).sum()
                + 8L * targets.rows() * wish.columns(),
            best.stream().mapToLong(SumForecast::threadBytes).sum(),
            null,
            workers ->
                new ComposedSum(
                    factor,
                    best.stream().map(forecast -> forecast.build(workers)).toList(),
                    targets.rows())));
  }

  private void requireReachable(Kernel kernel) {
    double reachable = TreeSum.rounding(kernel, sources.columns());
    if (wish.allowed() < reachable) {
      throw new IllegalArgumentException(
          "an error of "
              + wish.allowed()
              + " in every kernel value is below rounding; the least that can be reached here is "
              + reachable);
    }
  }

  private int sums() {
    long blocks = sources.rows() / BLOCK_SUMS / 16 + 1;
    return (int) Math.min(1 << 28, 2L * BLOCK_SUMS + blocks);
  }

  /** The box of all points. */
  private Axes given() {
    if (given == null) {
      given = targets == sources ? Axes.given(sources) : Axes.given(targets, sources);
    }
    return given;
  }

  private double points() {
    return (double) targets.rows() + sources.rows();
  }

  private SumForecast polynomial(PairForm pair) {
    int d = sources.columns();
    Optional<Polynomial> kernel = pair.polynomial();
    long terms = kernel.isPresent() ? PolynomialFeatures.terms(kernel.get(), d) : d;
    if (terms > ProductFeatures.MOST_TERMS) {
      refused.add("polynomial: " + terms + " terms");
      return null;
    }
    FeatureMap map =
        kernel.isPresent()
            ? new PolynomialFeatures(kernel.get(), targets, sources)
            : new IdentityFeatures(targets, sources);
    if (wish.error() != null && map.errorBound() > wish.error()) {
      throw new IllegalArgumentException(
          "an error of "
              + wish.error()
              + " in every value of "
              + pair.kernel().spec()
              + " is below rounding; the least that can be reached here is "
              + map.errorBound());
    }
    return features(map, 0, terms);
  }

  private SumForecast features(FeatureMap map, double seriesFlops, double products) {
    double seconds =
        SumCost.features(
            points(), map.columns(), seriesFlops, products, map.terms(), wish.columns());
    return new SumForecast(
        map.scheme(),
        map.terms(),
        0,
        SumCost.shared(seconds),
        FeatureSum.bytes(map, wish.columns()),
        FeatureSum.threadBytes(map),
        map,
        workers -> new FeatureSum(map, targets, sources, workers));
  }

  private SumForecast product(Gaussian kernel) {
    ProductFeatures best =
        ProductFeatures.of(given(), kernel, wish.allowed(), sums(), wish.backend().blas());
    Axes principal =
        targets == sources
            ? Axes.principal(wish.backend().blas(), given(), sources)
            : Axes.principal(wish.backend().blas(), given(), targets, sources);
    if (principal != null) {
      ProductFeatures turned =
          ProductFeatures.of(principal, kernel, wish.allowed(), sums(), wish.backend().blas());
      // A rotation costs time and adds rounding, so it must save something.
      if (turned != null && (best == null || turned.terms() < 0.8 * best.terms())) {
        best = turned;
      }
    }
    if (best == null) {
      refused.add("product: the points are too far apart for one expansion");
      return null;
    }
    return features(best, best.seriesFlops(), best.products());
  }

  private SumForecast grid(Gaussian kernel) {
    GridLayout layout =
        GridLayout.of(
            given(), kernel, wish.allowed(), Math.max(sources.rows(), targets.rows()), sums());
    if (layout == null) {
      refused.add("grid: too many nodes");
      return null;
    }
    double pass =
        SumCost.grid(layout, targets.rows(), wish.columns())
            + SumCost.grid(layout, sources.rows(), wish.columns());
    return new SumForecast(
        GridSum.SCHEME,
        (int) Math.min(Integer.MAX_VALUE, layout.patchNodes()),
        SumCost.shared(SumCost.sorting(points())),
        SumCost.shared(pass),
        GridSum.bytes(layout, wish.columns()) + 16L * (targets.rows() + sources.rows()),
        THREAD_BYTES,
        null,
        workers -> new GridSum(layout, targets, sources, workers));
  }

  private SumForecast taylor(Gaussian kernel) {
    try {
      TaylorFeatures map = TaylorFeatures.of(targets, sources, kernel, wish.allowed());
      return features(map, 0, map.terms());
    } catch (IllegalArgumentException e) {
      refused.add("taylor: " + e.getMessage());
      return null;
    }
  }

  private SumForecast clustered(Gaussian kernel) {
    double terms = ClusteredSum.forecast(targets, sources, kernel, wish.allowed());
    if (!(terms <= Double.MAX_VALUE)) {
      refused.add("clustered: too many terms");
      return null;
    }
    return new SumForecast(
        "clustered",
        0,
        SumCost.clustering(points()),
        SumCost.shared(SumCost.terms(terms, wish.columns())),
        32L * (targets.rows() + sources.rows()) + (32L << 20) * wish.columns(),
        THREAD_BYTES,
        null,
        workers -> new ClusteredSum(targets, sources, kernel, wish.allowed(), workers));
  }

  private SumForecast tree(Kernel kernel) {
    TreeSum.Forecast forecast;
    try (Workers workers = Workers.of(wish.threads(), wish.backend())) {
      forecast = TreeSum.forecast(targets, sources, kernel, wish.allowed(), workers);
    } catch (IllegalArgumentException e) {
      refused.add("tree: " + e.getMessage());
      return null;
    }
    double pass = SumCost.direct(forecast.pairs(), sources.columns(), wish.columns());
    return new SumForecast(
        "tree",
        0,
        SumCost.sorting(points()),
        SumCost.shared(pass),
        treeBytes(),
        THREAD_BYTES,
        null,
        forecast::sum);
  }

  /**
   * The bytes of both trees, which hold a copy of the points, the boxes of the leaves and the
   * order, and of ordered vectors.
   */
  private long treeBytes() {
    return 16L * (targets.rows() + (long) sources.rows()) * (sources.columns() + 2)
        + 16L * (targets.rows() + (long) sources.rows()) * wish.columns();
  }

  /**
   * With moments, values are needed only for boxes that the radius passes through: a share of the
   * tree's work.
   */
  private SumForecast moments(Kernel kernel) {
    SumForecast values = tree(kernel);
    if (values == null) {
      return null;
    }
    return new SumForecast(
        "moments",
        0,
        values.setupSeconds(),
        values.productSeconds() * STRADDLING,
        values.bytes(),
        values.threadBytes(),
        null,
        workers -> new EpanechnikovSum(targets, sources, kernel, wish.allowed(), workers));
  }
}
