package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Greedy;
import java.util.Locale;

/**
 * {@link Greedy}: SK Algorithm 1 without refitting for every row.
 *
 * <ol>
 *   <li>for every row an upper bound of what it would add to J_1 is computed, and the exact value
 *       for those rows whose bound reaches the best value ({@link GreedyStep}); ties go to the
 *       lowest index
 *   <li>the best row becomes a landmark, or the {@code batch} best rows do, and the gains of the
 *       other rows are updated ({@link GrowingSpan})
 *   <li>repeat until there are enough landmarks, the tolerance is met, or no row is left outside
 *       the span (residual above 1e-10 of the largest diagonal entry)
 * </ol>
 *
 * Cost per step: one product with K ({@link WholeGram}), O(n k r) flops for the bounds, O(k^3) for
 * the eigenbasis; n^2 kernel values once at the start. Memory: 2 n m doubles beside K.
 */
final class GreedySelector implements Selector {

  private final int batch;

  GreedySelector(Greedy asked) {
    this.batch = asked.batch();
  }

  static Greedy read(Spec spec) {
    spec.requireKeys("batch");
    return new Greedy(spec.integer("batch", 1, 1, Greedy.MOST_BATCH));
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
  public Landmarks select(SelectionRequest asked) {
    SelectionRequest request = asked.withUnitTrace();
    int wanted = request.requireCandidates();
    request.requireSquares(Greedy.NAME);
    long held =
        leastMemory(request.rows(), request.kernel(), wanted, request.gram().workers().threads());
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

  /**
   * Bytes held beside the rows: the span, columns of temporary values, and what computing tiles of
   * K needs.
   */
  @Override
  public long leastMemory(Rows rows, Kernel kernel, int landmarks, int threads) {
    int n = rows.count();
    int columns = 2 * Math.min(batch, landmarks) + GreedyStep.EXACT_AT_ONCE;
    return GrowingSpan.bytes(n, landmarks)
        + 8L * columns * n
        + WholeGram.bytes(rows, kernel, columns, threads);
  }
}
