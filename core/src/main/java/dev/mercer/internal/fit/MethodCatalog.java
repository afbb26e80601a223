package dev.mercer.internal.fit;

import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.GivenRows;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Auto;
import dev.mercer.method.Exact;
import dev.mercer.method.Hebbian;
import dev.mercer.method.Improved;
import dev.mercer.method.IncompleteCholesky;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * All methods: their names, how each is read from a spec and the caller's options, and the
 * algorithm that runs it. A new method needs its record, its algorithm and one line here.
 */
public final class MethodCatalog {

  /** The method whose models hold all rows as points. */
  public static final String EXACT = Exact.NAME;

  private static final int DEFAULT_FEATURES = 1000;

  /**
   * The options that the caller gave in addition to the spec; null for an option not given.
   *
   * @param landmarks number of landmarks
   * @param tolerance largest share of the trace that the residual may have
   * @param gap largest estimated optimality gap
   * @param selector spec of the selector
   * @param rows exactly these rows are the landmarks
   * @param solver of an exact fit, or auto
   * @param operator of an exact fit, or auto
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

  /** Reads a method from its spec and the caller's options. */
  private interface Entry {
    Method read(Spec spec, Wishes wishes);
  }

  /** A method whose landmarks are chosen by a selector, with its default selector. */
  private record ByLandmarks(String selector, BiFunction<Spec, Landmarking, Method> reading)
      implements Entry {

    @Override
    public Method read(Spec spec, Wishes wishes) {
      return reading.apply(spec, landmarking(wishes, selector));
    }
  }

  private static final Map<String, Entry> BY_NAME = new LinkedHashMap<>();
  private static final Map<Class<?>, Function<Method, FitAlgorithm>> BY_TYPE =
      new ConcurrentHashMap<>();

  static {
    add(Auto.NAME, MethodCatalog::auto, Auto.class, AutoFit::new);
    add(Exact.NAME, MethodCatalog::exact, Exact.class, ExactFit::new);
    add(Subset.NAME, "uniform", SubsetFit::read, Subset.class, SubsetFit::new);
    add(Reduced.NAME, "uniform", ReducedFit::read, Reduced.class, ReducedFit::new);
    add(
        ReducedSet.NAME,
        "shadow(ell=4)",
        ReducedSetFit::read,
        ReducedSet.class,
        ReducedSetFit::new);
    add(Nystrom.NAME, "uniform", NystromFit::read, Nystrom.class, NystromFit::new);
    add(
        WeightedNystrom.NAME,
        "kmeans",
        WeightedNystromFit::read,
        WeightedNystrom.class,
        WeightedNystromFit::new);
    add(Improved.NAME, "uniform", ImprovedFit::read, Improved.class, ImprovedFit::new);
    add(
        IncompleteCholesky.NAME,
        "pivoted-cholesky",
        IncompleteCholeskyFit::read,
        IncompleteCholesky.class,
        IncompleteCholeskyFit::new);
    add(SparseL1.NAME, MethodCatalog::sparse, SparseL1.class, SparseL1Fit::new);
    add(SparseTipping.class, SparseTippingFit::new);
    add(Hebbian.NAME, MethodCatalog::hebbian, Hebbian.class, HebbianFit::new);
    add(
        RandomFeatures.NAME,
        MethodCatalog::randomFeatures,
        RandomFeatures.class,
        RandomFeaturesFit::new);
  }

  private MethodCatalog() {}

  /** All names. */
  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * Adds the algorithm of a type of methods. Types in other modules add theirs on first use.
   *
   * @param algorithm makes the algorithm for one method of the type
   */
  public static <M extends Method> void add(Class<M> type, Function<M, FitAlgorithm> algorithm) {
    BY_TYPE.put(type, asked -> algorithm.apply(type.cast(asked)));
  }

  /** The algorithm that runs a method. */
  public static FitAlgorithm algorithm(Method asked) {
    Function<Method, FitAlgorithm> maker = BY_TYPE.get(asked.getClass());
    if (maker == null) {
      throw new IllegalArgumentException(
          "nothing is known to run the method "
              + asked.spec()
              + "; take one of "
              + String.join(", ", names()));
    }
    return maker.apply(asked);
  }

  /** Whether the caller can choose the selector of a method. */
  public static boolean selects(String text) {
    Entry entry = BY_NAME.get(Spec.parse("method", text).name());
    return entry instanceof ByLandmarks;
  }

  /**
   * Whether a method needs a number of landmarks from the caller.
   *
   * @param selector null for the default of the method
   */
  public static boolean counts(String text, String selector) {
    String name = Spec.parse("method", text).requireName("method", BY_NAME.keySet()).name();
    Entry entry = BY_NAME.get(name);
    if (name.equals(RandomFeatures.NAME) || name.equals(SparseL1.NAME)) {
      return true;
    }
    return entry instanceof ByLandmarks some
        && !SelectorCatalog.parse(selector == null ? some.selector() : selector).choosesCount();
  }

  /** Whether a method may lead to an exact fit, for which fast sums can be used. */
  public static boolean mayExpand(String method, boolean landmarksAsked) {
    String name = Spec.parse("method", method).name();
    return name.equals(Exact.NAME) || name.equals(Auto.NAME) && !landmarksAsked;
  }

  /** Whether a method reads rows block by block, so that they can stay in a file. */
  public static boolean streams(String text) {
    return Set.of(Auto.NAME, Subset.NAME).contains(Spec.parse("method", text).name());
  }

  /**
   * The method a spec describes.
   *
   * @throws IllegalArgumentException if its name or a key is unknown, or it does not take one of
   *     the options
   */
  public static Method parse(String text, Wishes wishes) {
    Spec spec = Spec.parse("method", text).requireName("method", BY_NAME.keySet());
    boolean exact = spec.name().equals(Exact.NAME) || spec.name().equals(Auto.NAME);
    if (!exact && !(wishes.solver().equals("auto") && wishes.operator().equals("auto"))) {
      throw new IllegalArgumentException(
          "a solver and an operator are for exact; leave them out with the method " + spec.name());
    }
    return BY_NAME.get(spec.name()).read(spec, wishes);
  }

  /**
   * The method a spec describes, on these landmarks.
   *
   * @throws IllegalArgumentException if its name or a key is unknown, or it chooses no landmarks
   */
  public static Method parse(String text, Landmarking landmarks) {
    Spec spec = Spec.parse("method", text).requireName("method", BY_NAME.keySet());
    if (BY_NAME.get(spec.name()) instanceof ByLandmarks entry) {
      return entry.reading().apply(spec, landmarks);
    }
    throw new IllegalArgumentException(
        "the method " + spec.name() + " takes no landmarks of a selector");
  }

  private static Auto auto(Spec spec, Wishes wishes) {
    spec.requireKeys();
    boolean selected = wishes.selector() != null || wishes.rows() != null;
    Landmarking goal = landmarking(wishes, Uniform.NAME);
    return new Auto(goal, selected, wishes.solver(), wishes.operator());
  }

  private static Exact exact(Spec spec, Wishes wishes) {
    spec.requireKeys();
    if (wishes.aboutLandmarks()) {
      throw new IllegalArgumentException(
          "an exact fit has no landmarks; leave landmarks, tolerance, gap, selector and landmark"
              + " rows out, or take the method subset");
    }
    return new Exact(wishes.solver(), wishes.operator());
  }

  private static Method sparse(Spec spec, Wishes wishes) {
    requireOnlyCount(spec, wishes);
    int landmarks = wishes.landmarks() == null ? 0 : wishes.landmarks(); // 0: the methods know
    List<String> kinds = List.of(SparseTipping.KIND, SparseL1.KIND);
    return spec.choice("kind", SparseTipping.KIND, kinds).equals(SparseL1.KIND)
        ? SparseL1Fit.read(spec, landmarks)
        : SparseTippingFit.read(spec, landmarks);
  }

  private static Hebbian hebbian(Spec spec, Wishes wishes) {
    requireOnlyCount(spec, wishes);
    if (wishes.landmarks() != null) {
      throw new IllegalArgumentException("the method hebbian keeps all rows; leave landmarks out");
    }
    return HebbianFit.read(spec);
  }

  private static RandomFeatures randomFeatures(Spec spec, Wishes wishes) {
    requireOnlyCount(spec, wishes);
    int features = wishes.landmarks() == null ? DEFAULT_FEATURES : wishes.landmarks();
    return RandomFeaturesFit.read(spec, features);
  }

  private static <M extends Method> void add(
      String name, Entry reading, Class<M> type, Function<M, FitAlgorithm> algorithm) {
    BY_NAME.put(name, reading);
    add(type, algorithm);
  }

  /** Adds a method whose landmarks are chosen by a selector, with its default selector. */
  private static <M extends Method> void add(
      String name,
      String selector,
      BiFunction<Spec, Landmarking, M> reading,
      Class<M> type,
      Function<M, FitAlgorithm> algorithm) {
    BY_NAME.put(name, new ByLandmarks(selector, reading::apply));
    add(type, algorithm);
  }

  /** Refuses all options but the number, for methods that have no landmarks to choose. */
  private static void requireOnlyCount(Spec spec, Wishes wishes) {
    requirePositive(wishes.landmarks());
    if (wishes.tolerance() != null
        || wishes.gap() != null
        || wishes.selector() != null
        || wishes.rows() != null) {
      throw new IllegalArgumentException(
          "the method "
              + spec.name()
              + " takes no landmarks that are chosen in another way; leave tolerance, gap, selector"
              + " and landmark rows out");
    }
  }

  private static Landmarking landmarking(Wishes wishes, String usual) {
    if (wishes.rows() != null) {
      if (wishes.selector() != null
          || wishes.landmarks() != null
          || wishes.tolerance() != null
          || wishes.gap() != null) {
        throw new IllegalArgumentException(
            "the landmark rows say which landmarks to take; leave selector, landmarks, tolerance and"
                + " gap out");
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
        open && !selector.choosesCount() ? Auto.USUAL_GAP : positive("gap", wishes.gap()));
  }

  private static void requirePositive(Integer landmarks) {
    if (landmarks != null && landmarks < 1) {
      throw new IllegalArgumentException("landmarks = " + landmarks + "; ask for at least 1");
    }
  }

  private static double positive(String name, Double value) {
    if (value == null) {
      return 0;
    }
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(
          name + " = " + value + "; allowed is a share above 0 and below 1");
    }
    return value;
  }
}
