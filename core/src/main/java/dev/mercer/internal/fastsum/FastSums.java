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
 * Which scheme serves a sum best.
 *
 * <ul>
 *   <li>polynomial and linear kernels: their monomials, exactly
 *   <li>gaussian: a product of line expansions along the given or the principal axes, a grid, one
 *       Taylor series, clusters with their own series, or a tree that leaves out far points
 *   <li>other kernels that fall with distance: the tree; epanechnikov also by moments
 *   <li>scalings, sums of these, and products of gaussians, which are gaussians
 * </ul>
 *
 * <p>Every scheme that reaches the error and fits the memory is forecast by {@link SumCost}; the
 * fastest wins. A scheme asked for by name is required.
 */
public final class FastSums {

  /**
   * The largest error of any kernel value where none was asked for: with the 1,000 rows of FK it
   * keeps a sum within the 1e-6 used there.
   */
  public static final double DEFAULT_ERROR = 1e-9;

  public static final String AUTO = "auto";

  /** Names a scheme can be asked for by. */
  public static final List<String> SCHEMES =
      List.of(AUTO, "polynomial", "product", "grid", "taylor", "clustered", "tree", "moments");

  /** Values of points beyond which nobody copies them to look where they lie. */
  public static final int MOST_VALUES = Integer.MAX_VALUE / 2;

  /** Coordinates beyond which no expansion of a Gaussian and no tree is worth looking at. */
  public static final int MOST_COORDINATES = 24;

  /** The usual share of pairs within reach whose boxes the radius passes through. */
  private static final double STRADDLING = 0.6;

  /** How much cheaper uneven points may be to a tree than even ones. */
  private static final double UNEVEN = 20;

  /** Coordinates from which clusters may have fewer terms than products and grids. */
  private static final int CLUSTERED_COORDINATES = 4;

  /** Seconds a line expansion takes to make, for each coordinate. */
  private static final double LINES = 2e-3;

  /** Points from which clusters have more than a few members each. */
  private static final int CLUSTERED_POINTS = 10_000;

  /** Seconds it takes to find out what clusters would cost. */
  private static final double CLUSTERING = 0.2;

  /** Additions an entry passes through: a block, the blocks of a group, the groups. */
  private static final int BLOCK_SUMS = 512;

  /** Blocks of 2^16 values or fewer that a thread works on in schemes that have no feature map. */
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

  /** Fails for a name no scheme has. */
  public static void requireScheme(String scheme) {
    if (!SCHEMES.contains(scheme)) {
      throw new IllegalArgumentException(
          "unknown scheme '" + scheme + "'; allowed are " + String.join(", ", SCHEMES));
    }
  }

  /**
   * The best scheme, or none with the reasons.
   *
   * @param best the fastest for the products asked for; null if none serves
   * @param found all that serve
   * @param considered one line for each scheme, those refused with the reason
   */
  public record Choice(SumForecast best, List<SumForecast> found, List<String> considered) {}

  /** Whether some scheme might serve the kernel; cheap, without looking at points. */
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

  /** Whether finitely many features make the kernel. */
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

  /** Whether a forecast that takes so long can pay beside what was found already. */
  private boolean worthLooking(List<SumForecast> found, double seconds) {
    return !wish.scheme().equals(AUTO)
        || seconds <= wish.patience()
            && found.stream().allMatch(forecast -> forecast.seconds(wish.products()) > 2 * seconds);
  }

  /**
   * Whether a tree could come close to what was found, were the points spread evenly over their
   * box: then the near ones are at least the share of the box that the kernel's reach covers.
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
      // A kernel that reaches across the box leaves nothing out.
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

  /** Adds a wanted forecast that fits the memory; it is null where its reason was noted already. */
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

  /** All parts by their best schemes; none if a part has none. */
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
      // Turning costs and rounds: it has to save something.
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

  /** Trees hold a copy of the points, boxes of their leaves, and the order. */
  private long treeBytes() {
    return 16L * (targets.rows() + (long) sources.rows()) * (sources.columns() + 2)
        + 16L * (targets.rows() + (long) sources.rows()) * wish.columns();
  }

  /** Moments leave values for the boxes that the radius passes through: a share of the tree's. */
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
