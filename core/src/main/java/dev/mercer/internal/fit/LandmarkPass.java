package dev.mercer.internal.fit;

import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.certify.SampledColumns;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Problem;

/**
 * What one pass over the rows found out about them through some landmarks. The rows may have been
 * passed over in parts, at other times or on other machines: nothing after the pass asks where.
 *
 * @param gram the rows' kernel values; those of a sample where the rows lie elsewhere
 * @param factor of K_y
 * @param moments of the features of all rows
 * @param sampled columns of the residual; null where none were sampled
 */
record LandmarkPass(
    GramColumns gram,
    Landmarks landmarks,
    LandmarkFactor factor,
    LandmarkMoments moments,
    SampledColumns sampled) {

  /** Reads all rows of a problem once. */
  static LandmarkPass over(Problem problem, GramColumns gram, Landmarks landmarks) {
    long before = gram.evaluations();
    boolean definite = problem.kernel().positiveSemidefinite();
    LandmarkFactor factor =
        LandmarkFactor.of(
            landmarks.count(), landmarks.columns(gram).among(), definite, problem.workers().blas());
    MomentsPass pass = new MomentsPass(gram, problem.weights(), landmarks, factor);
    ResidualSample sample =
        definite
            ? ResidualSample.draw(gram, problem.weights(), landmarks, factor, problem.seed())
            : null;
    if (sample != null) {
      pass.sampling(sample.rows(), sample.features());
    }
    problem.stages().expect(gram.blocks(), false);
    LandmarkMoments moments = pass.run();
    problem.stages().evaluated(gram.evaluations() - before);
    SampledColumns sampled =
        sample == null ? none(problem, moments) : SampledColumns.of(sample, pass);
    return new LandmarkPass(gram, landmarks, factor, moments, sampled);
  }

  /**
   * What is known of the residual's columns where none were drawn: that they are zero, if nothing
   * is left over; else null.
   */
  static SampledColumns none(Problem problem, LandmarkMoments moments) {
    boolean nothing = moments.residualTrace() <= LandmarkFactor.CUT_OFF * moments.trace();
    return problem.kernel().positiveSemidefinite() && nothing ? SampledColumns.nothing() : null;
  }

  /** The same landmarks after more rows, of whose residual no columns were sampled. */
  LandmarkPass of(LandmarkMoments moreMoments) {
    return new LandmarkPass(gram, landmarks, factor, moreMoments, null);
  }
}
