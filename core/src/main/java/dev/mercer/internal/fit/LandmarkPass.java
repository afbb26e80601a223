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
 * The result of one pass over the rows with some landmarks. The pass may have been done in parts,
 * at different times or on different machines: nothing after the pass depends on this.
 *
 * @param basis the landmarks and the factor of K_y; if the rows are on other machines, its kernel
 *     values are those of a sample of them
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
   *   <li>one pass for the sums of f and f f', and for the residual
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
   * Draws columns of the residual; there are none if the residual is zero or the kernel may be
   * indefinite.
   *
   * @param allRows see {@link ResidualSample#draw}
   */
  static Optional<ResidualSample> sample(Problem problem, LandmarkBasis basis, boolean allRows) {
    return problem.kernel().positiveSemidefinite()
        ? ResidualSample.draw(basis, problem.seed(), allRows)
        : Optional.empty();
  }

  /** The result for sums over all rows, wherever they were computed. */
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
   * The columns of the residual where none were drawn: all zero if the residual is zero; else null
   * for not known.
   */
  private static SampledColumns notSampled(Problem problem, LandmarkMoments moments) {
    boolean nothing = moments.residualTrace() <= LandmarkFactor.CUT_OFF * moments.trace();
    return problem.kernel().positiveSemidefinite() && nothing ? SampledColumns.nothing() : null;
  }

  /** The same landmarks with the moments of more rows; no residual columns were sampled there. */
  LandmarkPass with(LandmarkMoments moreMoments) {
    return new LandmarkPass(basis, moreMoments, null);
  }
}
