package dev.mercer.kernel;

import dev.mercer.internal.spec.Spec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Every kernel that can be written by name: its keys, the one that may be auto, how it is made. */
final class KernelCatalog {

  private record Entry(List<String> keys, String width, Function<Spec, Kernel> maker) {}

  private static final String NO_WIDTH = "";
  private static final Map<String, Entry> ENTRIES = new LinkedHashMap<>();

  static {
    add(Gaussian.NAME, List.of("sigma", "gamma"), "sigma", Gaussian::of);
    add(Laplacian.NAME, List.of("sigma"), "sigma", Laplacian::of);
    add(LaplacianL1.NAME, List.of("sigma"), "sigma", LaplacianL1::of);
    add(Polynomial.NAME, Polynomial.KEYS, NO_WIDTH, Polynomial::of);
    add(Linear.NAME, List.of(), NO_WIDTH, spec -> new Linear());
    add(Tanh.NAME, Tanh.KEYS, NO_WIDTH, Tanh::of);
    add(Epanechnikov.NAME, List.of("radius"), "radius", Epanechnikov::of);
    add(Matern.NAME, List.of("nu", "length"), "length", Matern::of);
    add(RationalQuadratic.NAME, List.of("alpha", "length"), "length", RationalQuadratic::of);
    add(Cauchy.NAME, List.of("sigma"), "sigma", Cauchy::of);
    add(Cosine.NAME, List.of(), NO_WIDTH, spec -> new Cosine());
    add(Chi2.NAME, List.of("gamma"), NO_WIDTH, Chi2::of);
    add(AdditiveChi2.NAME, List.of(), NO_WIDTH, spec -> new AdditiveChi2());
    add(Precomputed.NAME, List.of("psd"), NO_WIDTH, Precomputed::of);
  }

  private KernelCatalog() {}

  private static void add(
      String name, List<String> keys, String width, Function<Spec, Kernel> maker) {
    ENTRIES.put(name, new Entry(keys, width, maker));
  }

  static Set<String> names() {
    return Collections.unmodifiableSet(ENTRIES.keySet());
  }

  /** The kernel that a spec names; an {@link AutoKernel} if its width is {@code auto}. */
  static Kernel build(Spec spec) {
    spec.requireName("kernel", names());
    Entry entry = ENTRIES.get(spec.name());
    spec.requireKeys(entry.keys);
    if (AutoKernel.AUTO.equals(spec.value(entry.width, null))) {
      // Any valid width serves to check the other parameters now and to print them.
      Kernel draft = entry.maker.apply(spec.with(entry.width, 1));
      return new AutoKernel(entry.width, draft);
    }
    return entry.maker.apply(spec);
  }

  /**
   * A kernel with another value for a key, or as it is where it does not take that key.
   *
   * @param known gets the keys it takes
   */
  static Kernel changed(Kernel leaf, String key, String value, Set<String> known) {
    Spec spec = Spec.parse(leaf.spec());
    List<String> keys = ENTRIES.get(spec.name()).keys;
    known.addAll(keys);
    if (!keys.contains(key)) {
      return leaf;
    }
    // The two widths of a Gaussian exclude each other.
    Spec others = spec.name().equals(Gaussian.NAME) ? Spec.of(Gaussian.NAME) : spec;
    return build(others.with(key, value));
  }
}
