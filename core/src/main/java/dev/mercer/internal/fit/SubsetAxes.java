package dev.mercer.internal.fit;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.gram.KernelRange;
import dev.mercer.internal.linalg.ColumnSpan;
import dev.mercer.internal.linalg.Eigenpairs;
import dev.mercer.internal.linalg.PivotedCholeskyFactor;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Target;
import dev.mercer.method.Subset;
import java.util.Arrays;
import java.util.List;

/**
 * The components of {@link Subset}, for all values of its options.
 *
 * <p>In features f they are the eigenvectors of the second moment S of the criterion set about a
 * center c. The options change this as follows:
 *
 * <ul>
 *   <li>centroid (SK sec. 3.5): c is the mean feature of the criterion set (first and third
 *       estimate; the first differs in the model's center only), or the mean of the landmarks'
 *       features (second), about which S is larger by the distance of the two
 *   <li>criterion with landmarks (SK sec. 4.1.4): the criterion set is the rows and the landmarks,
 *       each of weight one; eigenvalues are then multiplied by n / (n + m), to compare with those
 *       of n rows
 *   <li>icd (SK (45) corrected): C = K_xy'K_xy, an m x m matrix, is replaced by G G' of incomplete
 *       Cholesky, m x q; G G' z = kappa K_y z has the solutions z = K_y^-1 G u / sqrt(kappa) with
 *       (kappa, u) of G' K_y^-1 G, q x q. It can only lower kappa, since C - G G' is positive
 *       semidefinite; the certificate measures what the axes really capture
 *   <li>general (SK (27)): scores W' (K_y^1/2)^+ P h_x with P the projection on the range of K_xy',
 *       in which h of every row lies. So the scores of the rows do not change, and nothing changes
 *       at all if that range is the whole range of K_y. Otherwise the coefficients are P Z = X
 *       (X'X)^-1 Q'D, X = F_y J Q, Q a basis of the range of S. SK's operator is then not
 *       self-adjoint and has no form U U*; the model, its error and its certificate are those of
 *       the axes with the coefficients P Z
 * </ul>
 */
final class SubsetAxes {

  /** The options that change the components. */
  record Options(int centroid, boolean general, boolean withLandmarks, double icd) {

    Options(Subset method, boolean center) {
      this(center ? method.centroid() : 3, method.general(), method.withLandmarks(), method.icd());
    }

    static Options none() {
      return new Options(3, false, false, 0);
    }

    /** Whether an eigenproblem other than that of {@link ProjectedRows} has to be solved. */
    boolean ownEigenproblem() {
      return centroid == 2 || general || withLandmarks || icd > 0;
    }
  }

  /** The share of its sum of squared scores from which on a component is not returned. */
  private static final double UNRESOLVED = 0.1;

  private final ProjectedRows projected;
  private final Problem problem;
  private final Options options;
  private final LandmarkFactor factor;
  private final Blas blas;
  private final double[] center; // c, or null

  private SubsetAxes(ProjectedRows projected, Options options) {
    this.projected = projected;
    this.problem = projected.problem();
    this.options = options;
    this.factor = projected.factor();
    this.blas = factor.blas();
    this.center = problem.center() ? center(projected, options) : null;
  }

  /** The axes of these options, as many as the problem asks for. */
  static LandmarkAxes of(ProjectedRows projected, Options options) {
    SubsetAxes subset = new SubsetAxes(projected, options);
    return subset.axes(options.ownEigenproblem() ? subset.solve() : Pairs.ofTheRun(projected));
  }

  /**
   * Eigenpairs in features.
   *
   * @param values kappa, descending
   * @param vectors directions d as columns
   * @param range Q, an orthonormal basis of the range of S; null without the option general
   */
  private record Pairs(double[] values, View vectors, View range, List<String> remarks) {

    static Pairs ofTheRun(ProjectedRows projected) {
      return new Pairs(
          projected.leading().values(), projected.leading().vectors(), null, List.of());
    }

    /** The directions of the leading components. */
    View directions(int some) {
      return vectors.columns(0, some);
    }
  }

  private LandmarkAxes axes(Pairs pairs) {
    double[] values = pairs.values();
    int above = Components.kept(values, projected.cutOff());
    int found = above > 0 && projects(pairs) ? resolved(pairs, above) : above;
    if (found == 0) {
      throw new NumericalException(
          "the data have no variance in feature space: the largest eigenvalue is "
              + (values.length == 0 ? 0 : values[0])
              + ", below the rounding level "
              + projected.cutOff()
              + "; check the rows, the scaling and the kernel's width");
    }
    Target target = problem.target();
    if (!target.byVariance()) {
      int kept = Math.min(found, target.rank());
      String reason =
          found < above
              ? "only " + kept + " components keep their scores when SK (27) projects them"
              : "only " + kept + " eigenvalues are above the rounding level " + projected.cutOff();
      return axes(pairs, kept, target.rank(), kept < target.rank() ? reason : null);
    }
    int kept =
        options.ownEigenproblem()
            ? Components.reaching(
                target.variance(),
                found,
                projected.totalHigh(),
                some -> projected.captured(coefficients(pairs, some)).low())
            : projected.rankReaching(target.variance());
    return axes(pairs, kept, kept, null);
  }

  /**
   * How many leading components have the scores that P Z leaves as they are. What the rows have
   * outside of the range, up to the root of the cut-off, P Z makes longer, the more so the smaller
   * the component: a sum of squares that is off by more than {@value #UNRESOLVED} is rounding.
   */
  private int resolved(Pairs pairs, int above) {
    int most = Math.min(pairs.range().width(), above);
    View second = second();
    View plain = pairs.directions(most);
    View made = factor.directions(projected(pairs.range(), plain));
    View plainProducts = blas.product(second, plain);
    View madeProducts = blas.product(second, made);
    for (int c = 0; c < most; c++) {
      double expected = inner(plain, plainProducts, c);
      if (!(Math.abs(inner(made, madeProducts, c) - expected) <= UNRESOLVED * expected)) {
        return c;
      }
    }
    return most;
  }

  private static double inner(View a, View b, int column) {
    double sum = 0;
    for (int i = 0; i < a.height(); i++) {
      sum += a.get(i, column) * b.get(i, column);
    }
    return sum;
  }

  private LandmarkAxes axes(Pairs pairs, int kept, int asked, String reason) {
    View coefficients = coefficients(pairs, kept); // Z
    return new LandmarkAxes(
        Arrays.copyOf(pairs.values(), kept),
        coefficients,
        center == null
            ? new double[kept]
            : factor.directions(coefficients).transposeTimes(center), // Z' mean(h) = D'c
        center == null ? null : mean(),
        center == null ? 0 : factor.inner(center, center),
        asked,
        reason,
        pairs.remarks());
  }

  /** c as a combination of the landmarks. */
  private double[] mean() {
    if (options.centroid() == 2) {
      double[] equal = new double[factor.landmarks()];
      Arrays.fill(equal, 1.0 / equal.length);
      return equal;
    }
    return factor.coefficients(factor.timesSigns(View.column(center))).values();
  }

  /** c: the mean feature of the landmarks, or that of the criterion set. */
  private static double[] center(ProjectedRows projected, Options options) {
    double[] landmarkMean = projected.factor().ofLandmarks().columnMeans();
    if (options.centroid() == 2) {
      return landmarkMean;
    }
    double[] mean = projected.moments().mean();
    if (options.withLandmarks()) {
      int m = projected.landmarks().count();
      double share = m / criterionWeight(projected, options);
      for (int c = 0; c < mean.length; c++) {
        mean[c] += share * (landmarkMean[c] - mean[c]);
      }
    }
    return mean;
  }

  /** The sum of the weights of the criterion set. */
  private static double criterionWeight(ProjectedRows projected, Options options) {
    return projected.moments().weightSum()
        + (options.withLandmarks() ? projected.landmarks().count() : 0);
  }

  private Pairs solve() {
    View second = second();
    double share = projected.moments().weightSum() / criterionWeight(projected, options);
    int k = factor.rank();
    int most = problem.target().byVariance() ? k : Math.min(k, problem.target().rank());
    View range = options.general() ? range(second.copy(), share) : null;
    if (options.icd() > 0) {
      return incomplete(second, share, most, range);
    }
    MomentEigen eigen = MomentEigen.of(factor, second, most);
    double[] values = Arrays.stream(eigen.values()).map(kappa -> kappa * share).toArray();
    return new Pairs(values, eigen.vectors(), range, List.of());
  }

  /** Q: eigenvectors of S above the cut-off, k x q; destroys S. */
  private View range(View second, double share) {
    Eigenpairs pairs = Eigenpairs.ascending(second, blas);
    return pairs.largest(above(pairs, share, factor.rank())).vectors();
  }

  /** How many eigenvalues are above the cut-off, but at most {@code most}. */
  private int above(Eigenpairs ascending, double share, int most) {
    double[] values = ascending.values();
    int count = 0;
    while (count < most && share * values[values.length - 1 - count] > projected.cutOff()) {
      count++;
    }
    return count;
  }

  /** S of the criterion set about c, k x k, both triangles. */
  private View second() {
    LandmarkMoments moments = projected.moments();
    View second = moments.second(center != null);
    if (center != null) { // S about c is that about the mean and N (mean - c)(mean - c)'
      double[] difference = moments.mean();
      for (int c = 0; c < difference.length; c++) {
        difference[c] -= center[c];
      }
      View row = View.of(difference, 1, difference.length);
      blas.add(moments.weightSum(), row.t(), row, second);
    }
    if (options.withLandmarks()) {
      View features = factor.ofLandmarks().copy();
      for (int i = 0; center != null && i < features.height(); i++) {
        for (int c = 0; c < center.length; c++) {
          features.set(i, c, features.get(i, c) - center[c]);
        }
      }
      blas.add(1, features.t(), features, second);
    }
    return second;
  }

  /** F_y J, m x k. */
  private View signedLandmarks() {
    return factor.timesSigns(factor.ofLandmarks().t()).t().copy();
  }

  /** SK (45): with G = F_y B, which F_y J S J F_y' allows, G' K_y^-1 G is B'J B. */
  private Pairs incomplete(View second, double share, int most, View range) {
    int m = factor.landmarks();
    View scores = signedLandmarks();
    View criterion = blas.product(blas.product(scores, second), scores.t()); // C = F_y J S J F_y'
    KernelRange.requireSquares("the option icd sums", criterion.trace(), "leave it out");
    PivotedCholeskyFactor cholesky =
        PivotedCholeskyFactor.of(m, criterion.values(), options.icd(), blas);
    int q = cholesky.rank();
    View jb = features(View.of(cholesky.all(), m, q)); // (J B)', q x k
    View b = factor.timesSigns(jb.t()).t().copy(); // B'
    Eigenpairs all = Eigenpairs.ascending(blas.product(b, jb.t()), blas);
    Eigenpairs pairs = all.largest(above(all, share, Math.min(most, q))); // (kappa, u)
    int wanted = pairs.values().length;
    View vectors = View.zeros(factor.rank(), wanted); // B u / sqrt(kappa)
    for (int c = 0; c < wanted; c++) {
      double root = Math.sqrt(pairs.values()[c]);
      for (int i = 0; i < factor.rank(); i++) {
        double sum = 0;
        for (int j = 0; j < q; j++) {
          sum += pairs.vectors().get(j, c) * b.get(j, i);
        }
        vectors.set(i, c, sum / root);
      }
    }
    double[] values = Arrays.stream(pairs.values()).map(kappa -> share * kappa).toArray();
    String remark = "incomplete Cholesky kept " + q + " of " + m + " columns of K_xy'K_xy";
    return new Pairs(values, vectors, range, List.of(remark));
  }

  /** (J B)' of the columns of G = F_y B, m x q: one row of features per column. */
  private View features(View g) {
    int[] order = factor.order();
    View kernelValues = View.zeros(g.width(), order.length);
    for (int j = 0; j < g.width(); j++) {
      for (int i = 0; i < order.length; i++) {
        kernelValues.set(j, i, g.get(order[i], j));
      }
    }
    return factor.features(kernelValues);
  }

  /** Coefficients over the landmarks of the leading components. */
  private View coefficients(Pairs pairs, int some) {
    return projects(pairs)
        ? projected(pairs.range(), pairs.directions(some))
        : factor.coefficients(pairs.directions(some));
  }

  private boolean projects(Pairs pairs) {
    return pairs.range() != null && pairs.range().width() < factor.rank();
  }

  /**
   * SK (27): X (X'X)^-1 Q'D with X = F_y J Q, which is Y R^-T Q'D with X = Y R: X'X holds squares.
   */
  private View projected(View range, View directions) {
    View x = blas.product(signedLandmarks(), range);
    int q = range.width();
    ColumnSpan span = new ColumnSpan(x.height(), q, x.values(), blas);
    if (span.rank() < q) {
      throw new NumericalException(
          "the features of the landmarks depend on each other where the rows have variance; leave"
              + " general=true out, or take fewer landmarks");
    }
    double[] lower = View.of(span.triangle(), q, q).t().rowMajor();
    View turned = blas.product(directions.t(), range); // (Q'D)', then (R^-T Q'D)'
    blas.solveLowerForRows(turned.height(), q, lower, q, turned.values(), 0, q);
    return blas.product(View.of(span.basis(), x.height(), q), turned.t());
  }
}
