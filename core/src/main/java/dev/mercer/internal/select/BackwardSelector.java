package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Backward;
import dev.mercer.landmark.Greedy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * {@link Backward}: repeatedly removes the landmark whose removal loses least.
 *
 * <ol>
 *   <li>the starting set: {@code all} means all rows of positive weight, or a uniform sample if
 *       there are more than both {@value #MOST_ROWS} and twice the landmarks wanted; {@code greedy}
 *       means the rows that greedy search chooses, twice as many as wanted; {@code auto} takes all
 *       rows up to {@value #MOST_ROWS} and greedy search above
 *   <li>landmarks that the others span, to 1e-10 of the largest diagonal entry, are removed first
 *   <li>then always the one with the least loss ({@link ShrinkingSpan}); if losses agree to 1e-12
 *       of J_1, the highest row is removed, so that the lowest rows stay
 * </ol>
 *
 * Cost from s landmarks: n s kernel values and O(n s^2) flops once, O(s^3) per removal, 2 s^2
 * doubles; plus the cost of greedy search if it makes the starting set.
 */
final class BackwardSelector implements Selector {

  /** Up to this many rows, all of them are taken as the starting set: seconds of work. */
  private static final int MOST_ROWS = 500;

  /**
   * Matrices held for the starting set: its Gram matrix, the factor, the second moment, its parts
   * and their sum.
   */
  private static final int MATRICES = 5;

  private final Backward.Start from;
  private final int size;

  BackwardSelector(Backward asked) {
    this.from = asked.from();
    this.size = asked.size();
  }

  static Backward read(Spec spec) {
    spec.requireKeys("from", "size");
    String from = spec.choice("from", "auto", List.of("auto", "all", "greedy"));
    return new Backward(
        Backward.Start.valueOf(from.toUpperCase(Locale.ROOT)),
        spec.integer("size", 0, 1, Backward.MOST_SIZE));
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 0.5 * rows * rows;
  }

  /**
   * The larger of the memory for the moments of the starting set and, if greedy search makes that
   * set, the memory for the search.
   */
  @Override
  public long leastMemory(Rows rows, Kernel kernel, int landmarks, int threads) {
    int n = rows.count();
    boolean greedy = greedy(n);
    int start = startSize(landmarks, n, greedy);
    long block = Math.min(GramColumns.BLOCK_ROWS, n);
    long moments =
        MATRICES * 8L * start * start
            + 8L * threads * block * start
            + GramColumns.columnBytes(rows, kernel, start, threads);
    return greedy
        ? Math.max(
            moments, new GreedySelector(new Greedy()).leastMemory(rows, kernel, start, threads))
        : moments;
  }

  private boolean greedy(int candidates) {
    return from == Backward.Start.GREEDY || (from == Backward.Start.AUTO && candidates > MOST_ROWS);
  }

  @Override
  public Landmarks select(SelectionRequest asked) {
    SelectionRequest request = asked.withUnitTrace();
    int wanted = request.requireCandidates();
    request.requireSquares(Backward.NAME);
    int candidates = request.candidates();
    boolean greedy = greedy(candidates);
    int size = startSize(wanted, candidates, greedy);
    long held = MATRICES * 8L * size * size;
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
    int[] rows =
        (greedy ? new GreedySelector(new Greedy()) : new UniformSelector()).select(larger).rows();
    if (!greedy) {
      Arrays.sort(rows);
    }
    return rows;
  }

  /** The landmarks that are left, in the order of the starting set. */
  private static int[] inOrderOf(int[] start, int[] left) {
    int[] sorted = left.clone();
    Arrays.sort(sorted);
    return Arrays.stream(start).filter(row -> Arrays.binarySearch(sorted, row) >= 0).toArray();
  }
}
