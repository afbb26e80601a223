package dev.mercer.landmark;

import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.select.ShrinkingSpan;
import dev.mercer.internal.select.SubsetCriterion;
import dev.mercer.internal.spec.Spec;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Landmarks by backward search (SK 4.1.2): starts from more than wanted and removes, one by one,
 * the landmark whose loss lowers J_1 least at the wanted rank and centering.
 *
 * <ol>
 *   <li>the start: {@code all} rows of positive weight, or a uniform sample where they are more
 *       than {@value #MOST_ROWS} and twice the landmarks wanted; or those that {@code greedy}
 *       search chooses, twice as many as wanted; {@code auto} takes all up to {@value #MOST_ROWS}
 *       rows and greedy's beyond
 *   <li>landmarks that others span, to 1e-10 of the largest diagonal entry, go first
 *   <li>then always the one with the least loss ({@link ShrinkingSpan}); of losses that agree to
 *       1e-12 of J_1 the highest row goes, so that the lowest stay
 * </ol>
 *
 * Cost from s landmarks: n s kernel values and O(n s^2) flops once, O(s^3) a removal, 2 s^2
 * doubles; and those of greedy where it makes the start.
 *
 * @param from {@code auto}, {@code all} or {@code greedy}
 * @param size landmarks to start from, all rows at most; 0 for the number said above
 */
public record BackwardSelector(String from, int size) implements LandmarkSelector {

  public static final String NAME = "backward";

  /** Most rows that are all taken for the start: seconds of work. */
  public static final int MOST_ROWS = 500;

  private static final String AUTO = "auto";
  private static final String ALL = "all";
  private static final String GREEDY = "greedy";
  private static final List<String> STARTS = List.of(AUTO, ALL, GREEDY);
  private static final int MOST_SIZE = 20_000; // s^2 doubles in one array, and days of work

  public BackwardSelector {
    if (!STARTS.contains(from)) {
      throw new IllegalArgumentException(
          "backward: from = '" + from + "'; allowed are " + String.join(", ", STARTS));
    }
    if (size < 0 || size > MOST_SIZE) {
      throw new IllegalArgumentException(
          "backward: size = " + size + " is outside 1 to " + MOST_SIZE);
    }
  }

  public static BackwardSelector of(Spec spec) {
    spec.requireKeys("from", "size");
    return new BackwardSelector(
        spec.choice("from", AUTO, STARTS), spec.integer("size", 0, 1, MOST_SIZE));
  }

  @Override
  public String spec() {
    Spec spec = from.equals(AUTO) ? Spec.of(NAME) : Spec.of(NAME).with("from", from);
    return spec.withUnusual("size", size, 0).text();
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 0.5 * rows * rows;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int wanted = request.requireCandidates();
    request.requireSquares(NAME);
    int candidates = request.candidates();
    boolean greedy = from.equals(GREEDY) || (from.equals(AUTO) && candidates > MOST_ROWS);
    int size = startSize(wanted, candidates, greedy);
    long held = 5L * 8 * size * size;
    if (held > request.memory()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "backward from %d landmarks needs %d MB, %d MB are allowed; start from fewer"
                  + " (size=...) or allow more memory",
              size,
              held >> 20,
              request.memory() >> 20));
    }
    int[] start = start(request, size, greedy);
    SubsetCriterion.Moment moment = new SubsetCriterion(request).moment(start);
    int[] rows = new int[moment.order()];
    Arrays.setAll(rows, i -> start[moment.kept()[i]]);
    ShrinkingSpan span = new ShrinkingSpan(moment, rows, request.rank(), request.workers());
    while (span.count() > wanted) {
      span.removeLeast();
    }
    if (span.count() == 0) {
      throw new IllegalArgumentException(
          "backward: no row of positive weight has a positive k(x, x); check the data and the"
              + " kernel");
    }
    Landmarks result = Landmarks.ofRows(request.gram(), inOrderOf(start, span.landmarks()), null);
    if (!greedy && size < candidates) {
      result =
          result.with(
              String.format(
                  Locale.ROOT,
                  "backward started from a uniform sample of %d of %d rows",
                  size,
                  candidates));
    }
    if (result.count() < wanted) {
      result =
          result.with(
              String.format(
                  Locale.ROOT,
                  "backward kept %d of %d landmarks: they span all it started from to 1e-10",
                  result.count(),
                  wanted));
    }
    return result;
  }

  private int startSize(int wanted, int candidates, boolean greedy) {
    if (size > 0) {
      if (size < wanted) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "backward: size = %d is below the %d landmarks wanted; start from more",
                size,
                wanted));
      }
      return Math.min(size, candidates);
    }
    long twice = 2L * wanted;
    return (int) Math.min(candidates, greedy ? twice : Math.max(MOST_ROWS, twice));
  }

  private static int[] start(SelectionRequest request, int size, boolean greedy) {
    SelectionRequest larger =
        new SelectionRequest(
            request.gram(),
            request.weights(),
            request.center(),
            request.rank(),
            size,
            0,
            request.seed(),
            request.memory());
    int[] rows = (greedy ? new GreedySelector(1) : new UniformSelector()).select(larger).rows();
    if (!greedy) {
      Arrays.sort(rows);
    }
    return rows;
  }

  /** The landmarks that are left, in the order of the start. */
  private static int[] inOrderOf(int[] start, int[] left) {
    int[] sorted = left.clone();
    Arrays.sort(sorted);
    return Arrays.stream(start).filter(row -> Arrays.binarySearch(sorted, row) >= 0).toArray();
  }
}
