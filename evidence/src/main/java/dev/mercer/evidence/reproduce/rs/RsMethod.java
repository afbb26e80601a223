package dev.mercer.evidence.reproduce.rs;

import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.landmark.Herding;
import dev.mercer.landmark.KMeans;
import dev.mercer.landmark.KdeParing;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.Shadow;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Exact;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.method.Nystrom;
import dev.mercer.method.Reduced;
import dev.mercer.method.ReducedSet;
import dev.mercer.method.WeightedNystrom;

/** The methods that RS compares. */
enum RsMethod {
  KPCA("KPCA", null, false, false),
  SHADOW("shadow", Shadow.NAME, true, false),
  UNIFORM("subsampled", Uniform.NAME, false, false),
  NYSTROM("Nyström", Uniform.NAME, false, true),
  WEIGHTED_NYSTROM("weighted Nyström", KMeans.NAME, true, true),
  KMEANS("k-means", KMeans.NAME, true, false),
  KDE_PARING("KDE paring", KdeParing.NAME, true, false),
  HERDING("herding", Herding.NAME, true, false);

  private final String label;
  private final String selector;
  private final boolean weighted;
  private final boolean extended;

  RsMethod(String label, String selector, boolean weighted, boolean extended) {
    this.label = label;
    this.selector = selector;
    this.weighted = weighted;
    this.extended = extended;
  }

  /** The name in pictures and tables. */
  String label() {
    return label;
  }

  /** The selector of the method's landmarks; only shadow uses ell. */
  LandmarkSelector selector(double ell) {
    return this == SHADOW ? new Shadow(ell) : SelectorCatalog.parse(selector);
  }

  /**
   * Whether landmarks are weighted by how many rows they represent; otherwise all weights are
   * equal.
   */
  boolean weighted() {
    return weighted;
  }

  /** Whether components are extended to all rows, which the model then keeps. */
  boolean extended() {
    return extended;
  }

  /** The library's method of the same name, with its certificate. */
  Method method(double ell, int count) {
    if (this == KPCA) {
      return Exact.auto();
    }
    LandmarkSelector chosen = selector(ell);
    Landmarking landmarks =
        chosen.choosesCount() ? Landmarking.by(chosen) : Landmarking.count(count).with(chosen);
    if (!weighted) {
      return extended ? Nystrom.of(landmarks) : new Reduced(landmarks);
    }
    return extended ? new WeightedNystrom(landmarks) : new ReducedSet(landmarks);
  }
}
