package dev.mercer.internal.fit;

import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.certify.SampledColumns;
import dev.mercer.internal.features.LandmarkBasis;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.features.SampledRows;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Problem;
import java.util.Optional;

/**
 * What one pass over the rows found out about them through some landmarks. The rows may have been
 * passed over in parts, at other times or on other machines: nothing after the pass asks where.
 *
 * @param basis the landmarks and the factor of K_y; its kernel values are those of a sample of the
 *     rows where these lie elsewhere
 * @param moments of the features of all rows
 * @param sampled columns of the residual; null where none were sampled
 */
record LandmarkPass(LandmarkBasis basis, LandmarkMoments moments, SampledColumns sampled) {

  /**
   * Reads all rows of a problem once.
   *
   * <ol>
   *   <li>K_y = L L', by which a row's kernel values h become its features f = L^-1 h
   *   <li>columns of the residual are drawn, from which its size is estimated
   *   <li>one pass for the sums of f and f f', and what they leave over of K
   * </ol>
   */
  static LandmarkPass over(Problem problem, GramColumns gram, Landmarks landmarks) {
    long before = gram.evaluations();
    LandmarkBasis basis = LandmarkBasis.of(gram, problem.weights(), landmarks);
    Optional<ResidualSample> sample = sample(problem, basis, true);
    problem.stages().expect(gram.blocks(), false);
    MomentsPass.Sums sums =
        MomentsPass.over(
            basis,
            sample.map(drawn -> SampledRows.of(drawn.rows(), drawn.features())).orElse(null));
    problem.stages().evaluated(gram.evaluations() - before);
    return of(problem, basis, sample, sums);
  }

  /**
   * Draws columns of the residual; there are none where the landmarks leave nothing over or the
   * kernel may be indefinite.
   *
   * @param allRows as {@link ResidualSample#draw} takes it
   */
  static Optional<ResidualSample> sample(Problem problem, LandmarkBasis basis, boolean allRows) {
    return problem.kernel().positiveSemidefinite()
        ? ResidualSample.draw(basis, problem.seed(), allRows)
        : Optional.empty();
  }

  /** What sums over all rows say, wherever they were taken. */
  static LandmarkPass of(
      Problem problem,
      LandmarkBasis basis,
      Optional<ResidualSample> sample,
      MomentsPass.Sums sums) {
    SampledColumns sampled =
        sample
            .map(drawn -> new SampledColumns(drawn, sums.columns()))
            .orElseGet(() -> notSampled(problem, sums.moments()));
    return new LandmarkPass(basis, sums.moments(), sampled);
  }

  /**
   * What is known of the residual's columns where none were drawn: that they are zero, if nothing
   * is left over; else null.
   */
  private static SampledColumns notSampled(Problem problem, LandmarkMoments moments) {
    boolean nothing = moments.residualTrace() <= LandmarkFactor.CUT_OFF * moments.trace();
    return problem.kernel().positiveSemidefinite() && nothing ? SampledColumns.nothing() : null;
  }

  /** The same landmarks after more rows, of whose residual no columns were sampled. */
  LandmarkPass with(LandmarkMoments moreMoments) {
    return new LandmarkPass(basis, moreMoments, null);
  }
}
