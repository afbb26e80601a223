package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.certify.ClusterBounds;
import dev.mercer.internal.certify.Quantization;
import dev.mercer.internal.certify.SamplingBounds;
import dev.mercer.internal.certify.ShadowBounds;
import dev.mercer.internal.cluster.NearestLandmarks;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.select.Guarantee;
import dev.mercer.internal.select.Selector;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.method.Landmarking;
import java.util.Arrays;

/**
 * The part of a certificate that follows from how the landmarks were chosen (RS sec. 5, RK Theorems
 * 3 and 6, as corrected in theory.md, "Certificates"), for positive semidefinite kernels.
 *
 * <ul>
 *   <li>shadow: the bounds of RS, and the measured values of what they bound. The differences of
 *       the means and operators are measured for at most {@value #MEASURED_ROWS} rows or if the fit
 *       is verified; those of all eigenvalues and (where a bound holds) of the projections for at
 *       most {@value #SOLVED_ROWS} rows; the gap for at most that many landmarks
 *   <li>shadow, kmeans, kmeans-nearest, kernel-kmeans: RK's Theorem 6 and a sharper bound
 *   <li>uniform, with a given number of landmarks and rows of equal weight: RK's Theorem 3. It does
 *       not hold where landmarks were added until a goal was met, because then there was more than
 *       one random draw.
 * </ul>
 */
final class SelectionCertificate {

  /** Up to this many rows, n^2/2 kernel values are cheap enough to measure the differences. */
  static final int MEASURED_ROWS = 20_000;

  /** Up to this many rows, computing all eigenvalues is cheap enough. */
  static final int SOLVED_ROWS = 2_000;

  private final ProjectedRows projected;
  private final Problem problem;
  private final int rank;

  private SelectionCertificate(ProjectedRows projected, int rank) {
    this.projected = projected;
    this.problem = projected.problem();
    this.rank = rank;
  }

  /** The bounds for axes of this rank that follow from the choice of landmarks; may be empty. */
  static Certificate of(ProjectedRows projected, int rank) {
    return new SelectionCertificate(projected, rank).certificate();
  }

  /** Whether a fit with these landmarks ends with a measurement of n^2/2 kernel values. */
  static boolean measures(Problem problem, Selector selector) {
    return selector.guarantee() == Guarantee.SHADOWS
        && problem.kernel().positiveSemidefinite()
        && (problem.verify() || problem.rows().count() <= MEASURED_ROWS);
  }

  private Certificate certificate() {
    Landmarking landmarking = projected.landmarking();
    Selector selector = SelectorCatalog.algorithm(landmarking.selector());
    Certificate result = Certificate.empty();
    if (!coversAllRows()) {
      return result; // more rows were added after the landmarks had been chosen
    }
    if (selector.guarantee() == Guarantee.SHADOWS) {
      result = result.and(shadows(selector));
    }
    if (selector.guarantee().clusters() && ClusterBounds.appliesTo(problem.kernel())) {
      result =
          result.and(
              ClusterBounds.of(
                  problem.kernel(),
                  NearestLandmarks.of(projected.gram(), projected.landmarks()),
                  problem.weights(),
                  projected.factor(),
                  projected.rounding()));
    }
    if (selector.guarantee() == Guarantee.DRAWN_UNIFORMLY
        && landmarking.count() > 0
        && weightsAreEqual()) {
      result =
          result.and(
              SamplingBounds.of(
                  weightedDiagonal(),
                  projected.landmarks().count(),
                  projected.moments().residualTrace(),
                  projected.rounding()));
    }
    return result;
  }

  private boolean coversAllRows() {
    return projected.moments().rows() == weightedDiagonal().length;
  }

  private boolean weightsAreEqual() {
    return problem.weights() == null
        || Arrays.stream(problem.weights()).filter(weight -> weight > 0).distinct().count() == 1;
  }

  /** w k_ii of the rows of positive weight. */
  private double[] weightedDiagonal() {
    double[] diagonal = projected.gram().diagonal();
    double[] weights = problem.weights();
    double[] result = new double[diagonal.length];
    int count = 0;
    for (int i = 0; i < diagonal.length; i++) {
      if (weights == null || weights[i] > 0) {
        result[count++] = diagonal[i] * (weights == null ? 1 : weights[i]);
      }
    }
    return Arrays.copyOf(result, count);
  }

  private Certificate shadows(Selector selector) {
    double epsilon = selector.radius(problem.kernel());
    ShadowBounds bounds = new ShadowBounds(problem.kernel(), epsilon);
    Certificate result = bounds.certificate();
    Landmarks landmarks = projected.landmarks();
    GramColumns gram = projected.gram();
    long held = LandmarkRoom.bytes(problem, landmarks.count());
    long pass = held + Quantization.passBytes(gram);
    if (!measures(problem, selector) || pass > problem.memory()) {
      return result;
    }
    int n = gram.size();
    long matrices = held + Quantization.matrixBytes(n, landmarks.count());
    boolean solved = n <= SOLVED_ROWS && matrices <= problem.memory();
    return result.and(
        problem
            .stages()
            .run(
                "measure",
                solved ? Math.max(pass, matrices) : pass,
                () -> {
                  long before = gram.evaluations();
                  problem.stages().expect(new TileGrid(n).tiles(), false);
                  Certificate measured = measured(bounds, landmarks, solved);
                  problem.stages().evaluated(gram.evaluations() - before);
                  return measured;
                }));
  }

  private Certificate measured(ShadowBounds bounds, Landmarks landmarks, boolean solved) {
    Quantization quantization =
        new Quantization(projected.gram(), problem.weights(), landmarks, problem.center());
    Quantization.Differences differences = quantization.differences();
    Certificate result =
        Certificate.empty()
            .exact("mmd", differences.mmd())
            .exact("operatorDifference", differences.operator());
    if (solved || landmarks.count() <= SOLVED_ROWS) {
      double[] pair = quantization.quantizedPair(rank);
      result = result.and(bounds.projections(rank, pair[0], pair[1], differences.operatorHigh()));
    }
    if (solved) {
      result = result.exact("eigenvalueSquaredDifference", quantization.eigenvalueDifference());
      boolean bounded = result.has("projectionBound") || result.has("projectionBoundByDifference");
      double projection = bounded ? quantization.projectionDifference(rank) : Double.NaN;
      if (!Double.isNaN(projection)) {
        result = result.exact("projectionDifference", projection);
      }
    }
    return result;
  }
}
