package dev.mercer.internal.select;

import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.Adaptive;
import dev.mercer.landmark.Backward;
import dev.mercer.landmark.ColumnNorm;
import dev.mercer.landmark.Diagonal;
import dev.mercer.landmark.Farthest;
import dev.mercer.landmark.FeatureAnalysis;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.landmark.GivenRows;
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
import dev.mercer.landmark.Tipping;
import dev.mercer.landmark.Uniform;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * All selectors: their names in options and reports, how a spec becomes a selector, and which
 * algorithm runs it. There is one line per selector; adding a selector means adding its record, its
 * algorithm and a line here.
 */
public final class SelectorCatalog {

  private static final Map<String, Function<Spec, ? extends LandmarkSelector>> BY_NAME =
      new LinkedHashMap<>();
  private static final Map<Class<?>, Function<LandmarkSelector, Selector>> BY_TYPE =
      new HashMap<>();

  static {
    add(new Uniform(), new UniformSelector());
    add(new Diagonal(), new DiagonalSelector());
    add(new ColumnNorm(), new ColumnNormSelector());
    add(new Adaptive(), AdaptiveSelector::read, AdaptiveSelector::new);
    add(new KMeans(), KMeansSelector::read, KMeansSelector::new);
    add(new KMeansNearest(), KMeansNearestSelector::read, KMeansNearestSelector::new);
    add(new KernelKMeans(), KernelKMeansSelector::read, KernelKMeansSelector::new);
    add(new Greedy(), GreedySelector::read, GreedySelector::new);
    add(new Backward(), BackwardSelector::read, BackwardSelector::new);
    add(new Ransac(), RansacSelector::read, RansacSelector::new);
    add(new Shadow(), ShadowSelector::read, ShadowSelector::new);
    add(new KdeParing(), new KdeParingSelector());
    add(new Herding(), new HerdingSelector());
    add(new PivotedCholesky(), new PivotedCholeskySelector());
    add(
        new RandomlyPivotedCholesky(),
        RandomlyPivotedCholeskySelector::read,
        RandomlyPivotedCholeskySelector::new);
    add(new Leverage(), new LeverageSelector());
    add(new Farthest(), new FarthestSelector());
    add(new FeatureAnalysis(), FeatureAnalysisSelector::read, FeatureAnalysisSelector::new);
    add(new Tipping(), TippingSelector::read, TippingSelector::new);
    addUnnamed(GivenRows.class, GivenRowsSelector::new);
    addUnnamed(GivenPoints.class, GivenPointsSelector::new);
  }

  private SelectorCatalog() {}

  /** The names of all selectors. */
  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * The selector a spec describes.
   *
   * @throws IllegalArgumentException if its name or a key is unknown; the message lists the known
   *     ones
   */
  public static LandmarkSelector parse(String text) {
    Spec spec = Spec.parse("selector", text);
    spec.requireName("selector", BY_NAME.keySet());
    return BY_NAME.get(spec.name()).apply(spec);
  }

  /** The algorithm that runs a selector; the selector itself if it implements {@link Selector}. */
  public static Selector algorithm(LandmarkSelector asked) {
    if (asked instanceof Selector itself) {
      return itself;
    }
    Function<LandmarkSelector, Selector> maker = BY_TYPE.get(asked.getClass());
    if (maker == null) {
      throw new IllegalArgumentException(
          "nothing is known to run the selector "
              + asked.spec()
              + "; take one of "
              + String.join(", ", names())
              + ", or bring the landmarks as GivenRows or GivenPoints");
    }
    return maker.apply(asked);
  }

  /** Adds a selector without parameters: its name is its spec. */
  private static void add(LandmarkSelector asked, Selector algorithm) {
    BY_NAME.put(asked.spec(), spec -> parameterless(spec, asked));
    BY_TYPE.put(asked.getClass(), same -> algorithm);
  }

  /**
   * Adds a selector with parameters; {@code usual} has the default ones and supplies name and
   * class.
   */
  private static <S extends LandmarkSelector> void add(
      S usual, Function<Spec, S> reading, Function<S, Selector> algorithm) {
    BY_NAME.put(Spec.parse(usual.spec()).name(), reading);
    @SuppressWarnings("unchecked") // this is the class of an S because records have no subclasses
    Class<S> type = (Class<S>) usual.getClass();
    addUnnamed(type, algorithm);
  }

  /** Adds a selector that cannot be written as text. */
  private static <S extends LandmarkSelector> void addUnnamed(
      Class<S> type, Function<S, Selector> algorithm) {
    BY_TYPE.put(type, asked -> algorithm.apply(type.cast(asked)));
  }

  private static LandmarkSelector parameterless(Spec spec, LandmarkSelector selector) {
    spec.requireKeys();
    return selector;
  }
}
