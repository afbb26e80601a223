package dev.mercer.internal.fit;

import dev.mercer.Certificate;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.certify.ResidualBounds;
import dev.mercer.internal.certify.SampledColumns;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.method.Landmarking;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * All rows seen through some landmarks: the factor of K_y, the moments of the rows' features, the
 * leading eigenpairs of H K^ H, and what they say about any axes.
 *
 * <p>Directions are vectors d in features: an axis of direction d has coefficients {@link
 * LandmarkFactor#coefficients} over the landmarks and scores F d.
 */
public final class SeenThroughLandmarks {

  /** Rounding of one row's features, in units of eps and of the factor's own growth. */
  private static final double FEATURE_ROUNDING = 16;

  /** Rounding of the landmarks' own kernel values and of their factor, in units of eps. */
  static final double LANDMARK_ROUNDING = 6;

  /** Enough to know a trace within a third. */
  private static final int PROBES = 32;

  private final Problem problem;
  private final Landmarking landmarking;
  private final LandmarkPass pass;
  private final GramColumns gram;
  private final Landmarks landmarks;
  private final LandmarkFactor factor;
  private final LandmarkMoments moments;
  private final MomentEigen eigen;
  private final double[] values;
  private final double[] vectors;
  private final List<String> remarks;
  private double rounding = Double.NaN; // until asked for

  private SeenThroughLandmarks(
      Problem problem,
      Landmarking landmarking,
      LandmarkPass pass,
      MomentEigen eigen,
      List<String> remarks) {
    this.problem = problem;
    this.landmarking = landmarking;
    this.pass = pass;
    this.gram = pass.gram();
    this.landmarks = pass.landmarks();
    this.factor = pass.factor();
    this.moments = pass.moments();
    this.eigen = eigen;
    this.values = eigen.values();
    this.vectors = eigen.vectors();
    this.remarks = remarks;
  }

  /**
   * Finds the leading eigenpairs after a pass, as many as the problem asks for.
   *
   * @param landmarking how the landmarks were asked for
   * @param remarks made on the way
   */
  static SeenThroughLandmarks after(
      Problem problem, Landmarking landmarking, LandmarkPass pass, List<String> remarks) {
    int rank = pass.factor().rank();
    int most = problem.target().byVariance() ? rank : Math.min(rank, problem.target().rank());
    double[] second = pass.moments().second(problem.center());
    MomentEigen leading = MomentEigen.of(pass.factor(), second, most);
    return new SeenThroughLandmarks(problem, landmarking, pass, leading, List.copyOf(remarks));
  }

  /** The same with one remark more. */
  SeenThroughLandmarks remarked(String remark) {
    List<String> more = new ArrayList<>(remarks);
    more.add(remark);
    return new SeenThroughLandmarks(problem, landmarking, pass, eigen, List.copyOf(more));
  }

  public Problem problem() {
    return problem;
  }

  /** How the landmarks were asked for. */
  Landmarking landmarking() {
    return landmarking;
  }

  /** Remarks made while landmarks were chosen and rows seen through them. */
  List<String> remarks() {
    return remarks;
  }

  /** What the pass over the rows found out. */
  LandmarkPass pass() {
    return pass;
  }

  GramColumns gram() {
    return gram;
  }

  public Landmarks landmarks() {
    return landmarks;
  }

  public LandmarkFactor factor() {
    return factor;
  }

  public LandmarkMoments moments() {
    return moments;
  }

  /** kappa: the leading eigenvalues of H K^ H, descending. */
  double[] values() {
    return values;
  }

  /** The leading eigenpairs of H K^ H. */
  MomentEigen eigen() {
    return eigen;
  }

  /** Their eigenvectors in features as columns, k x values().length, row-major. */
  double[] vectors() {
    return vectors;
  }

  /**
   * K_y, m x m, a new array. For positive semidefinite kernels F_y F_y', which leaves out what was
   * dropped as numerically dependent, so that axes made from it lie in the span of the features.
   */
  double[] landmarkGram() {
    if (!problem.kernel().positiveSemidefinite()) {
      long before = gram.evaluations();
      double[] values = landmarks.columns(gram).among();
      problem.stages().evaluated(gram.evaluations() - before);
      return values;
    }
    int m = landmarks.count();
    int k = factor.rank();
    double[] features = factor.ofLandmarks();
    double[] result = new double[Math.multiplyExact(m, m)];
    Backend.instance()
        .blas()
        .gemm(false, true, m, m, k, 1, features, 0, k, features, 0, k, 0, result, 0, m);
    return result;
  }

  /** The variance captured by the leading components. */
  CapturedVariance capturedByLeading(int rank) {
    double sum = 0;
    for (int i = 0; i < Math.min(rank, values.length); i++) {
      sum += Math.max(0, values[i]);
    }
    return CapturedVariance.within(sum, rounding());
  }

  /** The largest eigenvalue of the second moment. */
  double largest() {
    return values.length == 0 ? 0 : Math.max(0, values[0]);
  }

  /** The total variance, at most. */
  public double totalHigh() {
    return bounds(0, CapturedVariance.within(0, 0)).totalHigh();
  }

  /** How many leading components surely explain this share of the variance; all if none do. */
  int rankReaching(double share) {
    int kept = Components.kept(values, cutOff());
    return Components.reaching(
        share, Math.max(1, kept), totalHigh(), some -> capturedByLeading(some).low());
  }

  /** What rounding can have done to a sum of eigenvalues. */
  double rounding() {
    if (Double.isNaN(rounding)) {
      // A sum of n terms is off by n eps of its terms at worst, here and in what it is compared
      // with.
      double terms = moments.rows() + FEATURE_ROUNDING * factor.roundingGrowth();
      rounding = Math.ulp(1.0) * terms * moments.trace() + ofLandmarks() + moments.rounding();
    }
    return rounding;
  }

  /**
   * How far c'K_y c can be from what the factor has, for |c| = 1: every entry is off by eps of the
   * largest, and errors of independent signs grow with the root of their number.
   */
  double landmarkRounding() {
    double largest = 0;
    for (int j : factor.order()) {
      largest = Math.max(largest, Math.abs(factor.squaredNorm(j)));
    }
    return LANDMARK_ROUNDING * Math.sqrt(factor.rank()) * Math.ulp(1.0) * largest;
  }

  /**
   * What rounding of K_y does to tr K^: a row whose projection is the combination c of landmarks
   * has c'K_y c for its square. The sum of |c|^2 over the rows is tr(T S T'), here the mean of g'T
   * S T'g over a few Gaussian vectors g.
   */
  private double ofLandmarks() {
    int k = factor.rank();
    int m = factor.order().length;
    SplittableRandom random = new SplittableRandom(k);
    double[] probes = new double[PROBES * m];
    for (int i = 0; i < probes.length; i++) {
      probes[i] = random.nextGaussian();
    }
    double[] features = new double[PROBES * Math.max(1, k)]; // g'T
    factor.toFeatures(PROBES, probes, 0, features, 0);
    double[] products = new double[PROBES * Math.max(1, k)]; // g'T S
    Blas blas = Backend.instance().blas();
    double[] second = moments.second(false);
    blas.gemm(false, false, PROBES, k, k, 1, features, 0, k, second, 0, k, 0, products, 0, k);
    double squares = blas.dot(PROBES * k, features, 0, products, 0) / PROBES;
    return landmarkRounding() * Math.max(0, squares);
  }

  /**
   * The eigenvalue below which a component is rounding (theory.md, "Which components are
   * returned").
   */
  public double cutOff() {
    double largest = values.length == 0 ? 0 : Math.max(0, values[0]);
    // lambda_1(K) is at least that of K^ along the mean: N |mean|^2 = 1'K^1 / N.
    double uncentered = problem.center() ? moments.sumOfKernel() / moments.weightSum() : 0;
    double rows = Math.max(moments.rows(), moments.weightSum());
    return Components.cutOff(rows, uncentered, largest);
  }

  /** The variance captured by the span of axes given by coefficients over the landmarks. */
  CapturedVariance captured(double[] coefficients, int columns) {
    return new LandmarkSpan(this, coefficients, columns).captured(totalHigh());
  }

  /**
   * What the rows say about some axes, both matrices r x r.
   *
   * @param scores Y'Y, Y the (centred) scores of the rows
   * @param gram G, the inner products of the axes
   * @param products S D, k x r
   */
  public record AxesMoments(double[] scores, double[] gram, double[] products) {}

  /** Y'Y = D' S D and G = D' J D for axes of directions D. */
  public AxesMoments axesMoments(double[] directions, int columns) {
    int k = factor.rank();
    Blas blas = Backend.instance().blas();
    double[] second = moments.second(problem.center());
    double[] product = new double[k * columns];
    blas.gemm(
        false,
        false,
        k,
        columns,
        k,
        1,
        second,
        0,
        k,
        directions,
        0,
        columns,
        0,
        product,
        0,
        columns);
    double[] dual = directions.clone();
    factor.applySigns(columns, dual);
    return new AxesMoments(
        inner(directions, product, columns), inner(directions, dual, columns), product);
  }

  /** X'Y of two k x columns matrices. */
  private double[] inner(double[] x, double[] y, int columns) {
    double[] result = new double[columns * columns];
    Backend.instance()
        .blas()
        .gemm(
            true,
            false,
            columns,
            columns,
            factor.rank(),
            1,
            x,
            0,
            columns,
            y,
            0,
            columns,
            0,
            result,
            0,
            columns);
    return result;
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
    SampledColumns sampled = pass.sampled();
    if (sampled == null) {
      return certificate;
    }
    double[] mean = problem.center() ? moments.mean() : null;
    return certificate.and(bounds.estimated(sampled, rank, values, vectors, mean));
  }

  public ResidualBounds bounds(int rank, CapturedVariance captured) {
    double[] leading = new double[rank];
    for (int i = 0; i < rank; i++) {
      leading[i] = i < values.length ? Math.max(0, values[i]) : 0;
    }
    return new ResidualBounds(leading, captured, problem.center(), moments, rounding());
  }
}
