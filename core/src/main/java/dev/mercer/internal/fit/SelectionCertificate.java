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
 *   <li>shadow: RS's bounds, and what they bound as measured: the means and the operators where
 *       there are at most {@value #MEASURED_ROWS} rows or the fit is verified, all eigenvalues and
 *       (where a bound holds) the projections up to {@value #SOLVED_ROWS} rows, the gap up to so
 *       many landmarks
 *   <li>shadow, kmeans, kmeans-nearest, kernel-kmeans: RK's Theorem 6 and a sharper bound
 *   <li>uniform, with a number of landmarks given and rows of equal weight: RK's Theorem 3. Where
 *       landmarks were added until a goal was met, chance had more than one try.
 * </ul>
 */
final class SelectionCertificate {

  /** Rows for which n^2/2 kernel values are a small price. */
  static final int MEASURED_ROWS = 20_000;

  /** Rows for which all eigenvalues are. */
  static final int SOLVED_ROWS = 2_000;

  private final ProjectedRows projected;
  private final Problem problem;
  private final int rank;

  private SelectionCertificate(ProjectedRows projected, int rank) {
    this.projected = projected;
    this.problem = projected.problem();
    this.rank = rank;
  }

  /** What is known of axes of this rank by how the landmarks were chosen; may be empty. */
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
      return result; // rows came later than the landmarks
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
