package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.certify.ResidualBounds;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.method.Landmarking;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * All rows projected on the span of some landmarks, so that K^ = F J F' takes the place of K. Holds
 * the factor of K_y, the moments of the rows' features F and the leading eigenpairs of H K^ H, and
 * computes from them what any axes in the span capture.
 *
 * <p>Directions are vectors d in features: an axis of direction d has coefficients {@link
 * LandmarkFactor#coefficients} over the landmarks and scores F d.
 *
 * @param landmarking how the landmarks were asked for
 * @param pass the result of the pass over the rows
 * @param leading the leading eigenpairs of H K^ H, as many as the problem asks for
 * @param rounding bound of the rounding error in a sum of eigenvalues
 * @param remarks made while landmarks were chosen and rows projected
 */
record ProjectedRows(
    Problem problem,
    Landmarking landmarking,
    LandmarkPass pass,
    MomentEigen leading,
    double rounding,
    List<String> remarks) {

  /** Finds the leading eigenpairs after a pass. Cost: about 9 k^3 flops, less for few of them. */
  static ProjectedRows after(
      Problem problem, Landmarking landmarking, LandmarkPass pass, List<String> remarks) {
    LandmarkFactor factor = pass.basis().factor();
    int most = problem.target().byVariance() ? factor.rank() : problem.target().rank();
    View second = pass.moments().second(problem.center());
    return new ProjectedRows(
        problem,
        landmarking,
        pass,
        MomentEigen.of(factor, second, most),
        MomentRounding.of(factor, pass.moments()),
        List.copyOf(remarks));
  }

  /** The same with one more remark. */
  ProjectedRows remarked(String remark) {
    List<String> more = new ArrayList<>(remarks);
    more.add(remark);
    return new ProjectedRows(problem, landmarking, pass, leading, rounding, List.copyOf(more));
  }

  GramColumns gram() {
    return pass.basis().gram();
  }

  Landmarks landmarks() {
    return pass.basis().landmarks();
  }

  LandmarkFactor factor() {
    return pass.basis().factor();
  }

  LandmarkMoments moments() {
    return pass.moments();
  }

  /** Runs a stage that holds no more than the projection does. */
  <T> T stage(String name, Supplier<T> work) {
    return problem.stages().run(name, LandmarkRoom.bytes(problem, landmarks().count()), work);
  }

  /** S, the second moment of the features, about their mean where the problem is centered. */
  View second() {
    return moments().second(problem.center());
  }

  /**
   * K_y, m x m, a new array. For positive semidefinite kernels it is F_y F_y', which leaves out the
   * directions that were dropped as numerically dependent, so that axes made from it lie in the
   * span of the features.
   */
  View landmarkGram() {
    if (problem.kernel().positiveSemidefinite()) {
      View features = factor().ofLandmarks();
      return factor().blas().product(features, features.t());
    }
    long before = gram().evaluations();
    double[] values = landmarks().columns(gram()).among();
    problem.stages().evaluated(gram().evaluations() - before);
    return View.of(values, landmarks().count(), landmarks().count());
  }

  /** Eigenvalue number {@code index} of H K^ H; 0 if it is negative or not known. */
  private double eigenvalue(int index) {
    return index < leading.values().length ? Math.max(0, leading.values()[index]) : 0;
  }

  /** The largest eigenvalue of the second moment. */
  double largest() {
    return eigenvalue(0);
  }

  /** The variance captured by the leading components. */
  CapturedVariance capturedByLeading(int rank) {
    double sum = 0;
    for (int i = 0; i < rank; i++) {
      sum += eigenvalue(i);
    }
    return CapturedVariance.within(sum, rounding);
  }

  /**
   * Moments of the rows along axes of some directions D.
   *
   * @param scores Y'Y = D'S D, Y = F D the (centered) scores of the rows
   * @param gram D'J D, the inner products of the axes
   * @param products S D, k x r
   */
  record AxesMoments(View scores, View gram, View products) {}

  /**
   * Computes the moments of the rows along some axes.
   *
   * @param directions D, k x r
   */
  AxesMoments along(View directions) {
    Blas blas = factor().blas();
    View products = blas.product(second(), directions);
    return new AxesMoments(
        blas.product(directions.t(), products),
        blas.product(directions.t(), factor().timesSigns(directions)),
        products);
  }

  /** The variance captured by the span of axes given by coefficients over the landmarks. */
  CapturedVariance captured(View coefficients) {
    return LandmarkSpan.of(this, coefficients).captured();
  }

  /** Upper bound of the total variance. */
  double totalHigh() {
    return bounds(0, CapturedVariance.within(0, 0)).totalHigh();
  }

  /**
   * How many leading components explain this share of the variance even by the lower bound of what
   * they capture; all of them if they do not.
   */
  int rankReaching(double share) {
    int kept = Components.kept(leading.values(), cutOff());
    return Components.reaching(
        share, Math.max(1, kept), totalHigh(), some -> capturedByLeading(some).low());
  }

  /** Bound of the error of c'K_y c as computed from the factor, for |c| = 1. */
  double landmarkRounding() {
    return MomentRounding.ofLandmarks(factor());
  }

  /**
   * The eigenvalue below which a component is only rounding (theory.md, "Which components are
   * returned").
   */
  double cutOff() {
    // lambda_1(K) is at least that of K^ along the mean: N |mean|^2 = 1'K^1 / N.
    double uncentered = problem.center() ? moments().sumOfKernel() / moments().weightSum() : 0;
    double rows = Math.max(moments().rows(), moments().weightSum());
    return Components.cutOff(rows, uncentered, largest());
  }

  /**
   * The certificate of axes of rank r that capture this much.
   *
   * @return null where the kernel may be indefinite
   */
  Certificate certificate(int rank, CapturedVariance captured) {
    if (!problem.kernel().positiveSemidefinite()) {
      return null;
    }
    ResidualBounds bounds = bounds(rank, captured);
    Certificate certificate = bounds.certificate();
    if (pass.sampled() == null) {
      return certificate;
    }
    double[] mean = problem.center() ? moments().mean() : null;
    return certificate.and(
        bounds.estimated(pass.sampled(), rank, leading.values(), leading.vectors(), mean));
  }

  /** The bounds for axes of rank r that capture this much. */
  ResidualBounds bounds(int rank, CapturedVariance captured) {
    double[] kappa = new double[rank];
    for (int i = 0; i < rank; i++) {
      kappa[i] = eigenvalue(i);
    }
    return new ResidualBounds(kappa, captured, problem.center(), moments(), rounding);
  }
}
