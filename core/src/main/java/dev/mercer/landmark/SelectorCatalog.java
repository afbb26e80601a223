package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Selectors by name: what {@code --selector} takes. */
public final class SelectorCatalog {

  private static final Map<String, Function<Spec, LandmarkSelector>> BY_NAME =
      new LinkedHashMap<>();

  static {
    BY_NAME.put("uniform", UniformSelector::of);
    BY_NAME.put("diagonal", DiagonalSelector::of);
    BY_NAME.put("column-norm", ColumnNormSelector::of);
    BY_NAME.put("adaptive", AdaptiveSelector::of);
    BY_NAME.put("kmeans", KMeansSelector::of);
    BY_NAME.put("kmeans-nearest", KMeansNearestSelector::of);
    BY_NAME.put("kernel-kmeans", KernelKMeansSelector::of);
    BY_NAME.put("greedy", GreedySelector::of);
    BY_NAME.put("backward", BackwardSelector::of);
    BY_NAME.put("ransac", RansacSelector::of);
    BY_NAME.put("shadow", ShadowSelector::of);
    BY_NAME.put("kde-paring", KdeParingSelector::of);
    BY_NAME.put("herding", HerdingSelector::of);
    BY_NAME.put("pivoted-cholesky", PivotedCholeskySelector::of);
    BY_NAME.put("rpcholesky", RandomlyPivotedCholeskySelector::of);
    BY_NAME.put("leverage", LeverageSelector::of);
    BY_NAME.put("farthest", FarthestSelector::of);
    BY_NAME.put("feature-analysis", FeatureAnalysisSelector::of);
    BY_NAME.put("tipping", TippingSelector::of);
  }

  private SelectorCatalog() {}

  /** All names. */
  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * The selector a spec describes.
   *
   * @throws IllegalArgumentException if its name or a key is unknown, listing those that are
   */
  public static LandmarkSelector parse(String text) {
    Spec spec = Spec.parse("selector", text);
    spec.requireName("selector", BY_NAME.keySet());
    return BY_NAME.get(spec.name()).apply(spec);
  }
}
