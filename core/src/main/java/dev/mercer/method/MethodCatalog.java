package dev.mercer.method;

import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.GivenRows;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.Uniform;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Methods by name: what {@code --method} takes, and how wishes about landmarks apply to each. */
public final class MethodCatalog {

  /** The method whose models hold all rows as points. */
  public static final String EXACT = Exact.NAME;

  private static final int DEFAULT_FEATURES = 1000;

  /** The largest estimated optimality gap where nothing else was asked for. */
  public static final double DEFAULT_GAP = 0.05;

  /**
   * What was asked for; null where nothing was.
   *
   * @param landmarks how many
   * @param tolerance largest residual trace share
   * @param gap largest estimated optimality gap
   * @param selector spec of the selector
   * @param rows exactly these rows as landmarks
   * @param solver for exact, or auto
   * @param operator for exact, or auto
   */
  public record Wishes(
      Integer landmarks,
      Double tolerance,
      Double gap,
      String selector,
      int[] rows,
      String solver,
      String operator) {

    private boolean aboutLandmarks() {
      return landmarks != null
          || tolerance != null
          || gap != null
          || selector != null
          || rows != null;
    }
  }

  private interface Maker {
    Method make(Spec spec, Landmarking landmarking);
  }

  /** Methods whose landmarks are chosen by a selector, each with its usual one. */
  private record Entry(String selector, Maker maker) {}

  private static final Map<String, Entry> BY_LANDMARKS = new LinkedHashMap<>();

  static {
    BY_LANDMARKS.put(Subset.NAME, new Entry("uniform", Subset::of));
    BY_LANDMARKS.put(Reduced.NAME, new Entry("uniform", Reduced::of));
    BY_LANDMARKS.put(ReducedSet.NAME, new Entry("shadow(ell=4)", ReducedSet::of));
    BY_LANDMARKS.put(Nystrom.NAME, new Entry("uniform", Nystrom::of));
    BY_LANDMARKS.put(WeightedNystrom.NAME, new Entry("kmeans", WeightedNystrom::of));
    BY_LANDMARKS.put(Improved.NAME, new Entry("uniform", Improved::of));
    BY_LANDMARKS.put(
        IncompleteCholesky.NAME, new Entry("pivoted-cholesky", IncompleteCholesky::of));
  }

  private MethodCatalog() {}

  /** All names. */
  public static List<String> names() {
    java.util.ArrayList<String> names = new java.util.ArrayList<>(List.of(Auto.NAME, Exact.NAME));
    names.addAll(BY_LANDMARKS.keySet());
    names.add(SparseL1.NAME);
    names.add(Hebbian.NAME);
    names.add(RandomFeatures.NAME);
    return names;
  }

  /** Whether a method takes landmarks of any selector. */
  public static boolean selects(String text) {
    return BY_LANDMARKS.containsKey(Spec.parse("method", text).name());
  }

  /**
   * Whether a method wants to be told how many landmarks to take.
   *
   * @param selector null for the method's own
   */
  public static boolean counts(String text, String selector) {
    String name = Spec.parse("method", text).requireName("method", names()).name();
    Entry entry = BY_LANDMARKS.get(name);
    if (name.equals(RandomFeatures.NAME) || name.equals(SparseL1.NAME)) {
      return true;
    }
    return entry != null
        && !SelectorCatalog.parse(selector == null ? entry.selector() : selector).choosesCount();
  }

  /** Whether a method may come to an exact fit, which fast sums can serve. */
  public static boolean mayExpand(String method, boolean landmarksAsked) {
    String name = Spec.parse("method", method).name();
    return name.equals(Exact.NAME) || name.equals(Auto.NAME) && !landmarksAsked;
  }

  /** Whether a method reads rows by blocks, so that they may be in a file. */
  public static boolean streams(String text) {
    return Set.of(Auto.NAME, Subset.NAME).contains(Spec.parse("method", text).name());
  }

  /**
   * The method a spec describes.
   *
   * @throws IllegalArgumentException if its name or a key is unknown, or a wish does not suit it
   */
  public static Method parse(String text, Wishes wishes) {
    Spec spec = Spec.parse("method", text).requireName("method", names());
    if (spec.name().equals(Exact.NAME)) {
      spec.requireKeys();
      if (wishes.aboutLandmarks()) {
        throw new IllegalArgumentException(
            "an exact fit has no landmarks; leave --landmarks, --tolerance, --gap, --selector and"
                + " --landmark-rows out, or take --method subset");
      }
      return new Exact(wishes.solver(), wishes.operator());
    }
    if (spec.name().equals(Auto.NAME)) {
      spec.requireKeys();
      boolean selected = wishes.selector() != null || wishes.rows() != null;
      Landmarking goal = landmarking(wishes, Uniform.NAME);
      return new Auto(goal, selected, wishes.solver(), wishes.operator());
    }
    if (!wishes.solver().equals("auto") || !wishes.operator().equals("auto")) {
      throw new IllegalArgumentException(
          "--solver and --operator are for exact; leave them out with --method " + spec.name());
    }
    if (spec.name().equals(SparseL1.NAME)) {
      requireOnlyCount(spec, wishes);
      return sparse(spec, wishes.landmarks());
    }
    if (spec.name().equals(Hebbian.NAME)) {
      requireOnlyCount(spec, wishes);
      if (wishes.landmarks() != null) {
        throw new IllegalArgumentException(
            "--method hebbian keeps all rows; leave --landmarks out");
      }
      return Hebbian.of(spec);
    }
    if (spec.name().equals(RandomFeatures.NAME)) {
      requireOnlyCount(spec, wishes);
      return RandomFeatures.of(
          spec, wishes.landmarks() == null ? DEFAULT_FEATURES : wishes.landmarks());
    }
    Entry entry = BY_LANDMARKS.get(spec.name());
    return entry.maker().make(spec, landmarking(wishes, entry.selector()));
  }

  private static Method sparse(Spec spec, Integer wanted) {
    int landmarks = wanted == null ? 0 : wanted; // 0: the methods know
    String kind =
        spec.choice("kind", SparseTipping.KIND, List.of(SparseTipping.KIND, SparseL1.KIND));
    Spec complete = spec.with("kind", kind);
    return kind.equals(SparseL1.KIND)
        ? SparseL1.of(complete, landmarks)
        : SparseTipping.of(complete, landmarks);
  }

  /** For methods that have a number of something, but no landmarks to choose. */
  private static void requireOnlyCount(Spec spec, Wishes wishes) {
    requirePositive(wishes.landmarks());
    if (wishes.tolerance() != null
        || wishes.gap() != null
        || wishes.selector() != null
        || wishes.rows() != null) {
      throw new IllegalArgumentException(
          "--method "
              + spec.name()
              + " takes no landmarks that are chosen in another way; leave --tolerance, --gap,"
              + " --selector and --landmark-rows out");
    }
  }

  private static Landmarking landmarking(Wishes wishes, String usual) {
    if (wishes.rows() != null) {
      if (wishes.selector() != null
          || wishes.landmarks() != null
          || wishes.tolerance() != null
          || wishes.gap() != null) {
        throw new IllegalArgumentException(
            "--landmark-rows says which landmarks to take; leave --selector, --landmarks,"
                + " --tolerance and --gap out");
      }
      return Landmarking.by(new GivenRows(wishes.rows()));
    }
    LandmarkSelector selector =
        SelectorCatalog.parse(wishes.selector() == null ? usual : wishes.selector());
    requirePositive(wishes.landmarks());
    boolean open = wishes.landmarks() == null && wishes.tolerance() == null && wishes.gap() == null;
    return new Landmarking(
        selector,
        wishes.landmarks() == null ? 0 : wishes.landmarks(),
        positive("tolerance", wishes.tolerance()),
        open && !selector.choosesCount() ? DEFAULT_GAP : positive("gap", wishes.gap()));
  }

  private static void requirePositive(Integer landmarks) {
    if (landmarks != null && landmarks < 1) {
      throw new IllegalArgumentException("--landmarks " + landmarks + "; ask for at least 1");
    }
  }

  private static double positive(String name, Double value) {
    if (value == null) {
      return 0;
    }
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(
          "--" + name + " " + value + "; allowed is a share above 0 and below 1");
    }
    return value;
  }
}
