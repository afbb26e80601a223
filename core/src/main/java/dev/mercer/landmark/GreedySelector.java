package dev.mercer.landmark;

import dev.mercer.internal.select.GreedyStep;
import dev.mercer.internal.select.GrowingSpan;
import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.select.WholeGram;
import dev.mercer.internal.spec.Spec;
import java.util.Locale;

/**
 * Landmarks by greedy forward search: each is the row that, joined to those before it, captures
 * most variance at the wanted rank and centering (SK Algorithm 1), without refitting for every row.
 *
 * <ol>
 *   <li>what every row would add to J_1 is bounded, and computed for those whose bound reaches the
 *       best ({@link GreedyStep}); ties go to the lowest index
 *   <li>the best row joins, and what the others would bring is updated ({@link GrowingSpan})
 *   <li>repeat until there are enough landmarks, the tolerance is met, or no row is left outside
 *       the span (residual above 1e-10 of the largest diagonal entry)
 * </ol>
 *
 * With {@code batch = b} the b best rows of a step join at once: one product with K for all of
 * them, but rows alike are taken together, so J_1 may be smaller.
 *
 * <p>Cost of a step: one product with K (kept in memory where it fits, n^2 / 2 kernel values
 * otherwise), O(n k r) flops for bounds, O(k^3) for the eigenbasis. At the start n^2 kernel values.
 * Memory: 2 n m doubles beside K.
 *
 * @param batch landmarks that join in one step
 */
public record GreedySelector(int batch) implements LandmarkSelector {

  public static final String NAME = "greedy";
  private static final int MOST_BATCH = 1_000_000;

  public GreedySelector {
    if (batch < 1 || batch > MOST_BATCH) {
      throw new IllegalArgumentException(
          "greedy: batch = " + batch + " is outside 1 to " + MOST_BATCH);
    }
  }

  public static GreedySelector of(Spec spec) {
    spec.requireKeys("batch");
    return new GreedySelector(spec.integer("batch", 1, 1, MOST_BATCH));
  }

  @Override
  public String spec() {
    return Spec.of(NAME).withUnusual("batch", batch, 1).text();
  }

  @Override
  public boolean stopsAtTolerance() {
    return true;
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 0.5 * rows * rows;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int wanted = request.requireCandidates();
    request.requireSquares(NAME);
    long held = bytes(request.size(), wanted);
    if (held > request.memory()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "greedy with %d landmarks of %d rows needs %d MB, %d MB are allowed; ask for fewer"
                  + " landmarks, allow more memory, or choose by pivoted-cholesky",
              wanted,
              request.size(),
              held >> 20,
              request.memory() >> 20));
    }
    WholeGram whole = new WholeGram(request, request.memory() - held);
    GrowingSpan span = new GrowingSpan(request, whole, wanted);
    double trace = span.residualTrace();
    boolean exhausted = false;
    boolean enough = false;
    while (span.count() < wanted && !exhausted && !enough) {
      int[] best = new GreedyStep(request, span).best(Math.min(batch, wanted - span.count()));
      exhausted = best.length == 0;
      if (!exhausted) {
        span.add(best);
      }
      enough = request.tolerance() > 0 && span.residualTrace() <= request.tolerance() * trace;
    }
    request.gram().count(whole.evaluations());
    if (span.count() == 0) {
      throw new IllegalArgumentException(
          "greedy: no row of positive weight has a positive k(x, x); check the data and the kernel");
    }
    Landmarks result =
        Landmarks.ofRows(request.gram(), span.landmarks(), null).with(span.features());
    return exhausted
        ? result.with(
            String.format(
                Locale.ROOT,
                "greedy stopped at %d of %d landmarks: they span all rows to 1e-10",
                span.count(),
                wanted))
        : result;
  }

  /** Bytes held beside the rows and K: the span, and some columns on the way. */
  long bytes(int rows, int wanted) {
    long columns = 2L * Math.min(batch, wanted) + GreedyStep.EXACT_AT_ONCE;
    return GrowingSpan.bytes(rows, wanted) + 8 * columns * rows;
  }
}
