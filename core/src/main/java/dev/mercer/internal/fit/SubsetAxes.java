package dev.mercer.internal.fit;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkMoments;
import dev.mercer.internal.linalg.PivotedCholeskyFactor;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Target;
import dev.mercer.method.Subset;
import java.util.Arrays;
import java.util.List;

/**
 * The components of {@link Subset} and what its options change.
 *
 * <p>In features f the problem is the second moment S of the criterion set about a centre c:
 *
 * <ul>
 *   <li>centroid (SK sec. 3.5): c is the mean feature of the criterion set (first and third
 *       estimate; the first differs in the model's centre only), or the mean of the landmarks'
 *       features (second), about which S is larger by the distance of the two
 *   <li>criterion with landmarks (SK sec. 4.1.4): the criterion set is the rows and the landmarks,
 *       each of weight one; eigenvalues are then multiplied by n / (n + m), to compare with those
 *       of n rows
 *   <li>icd (SK (45) corrected): C = K_xy'K_xy, an m x m matrix, is replaced by G G' of incomplete
 *       Cholesky, m x q; G G' z = kappa K_y z has the solutions z = K_y^-1 G u / sqrt(kappa) with
 *       (kappa, u) of G' K_y^-1 G, q x q. It can only lower kappa, since C - G G' is positive
 *       semidefinite; the certificate measures what the axes do capture
 *   <li>general (SK (27)): scores W' (K_y^1/2)^+ P h_x with P the projection on the range of K_xy',
 *       on which all rows' h lie. So nothing changes for the rows, nor where that range is all of
 *       K_y's; else coefficients are P Z = X (X'X)^-1 Q'D, X = F_y J Q, Q a basis of the range of
 *       S. SK's operator is then not self-adjoint, and no U U* at all; the model, its error and its
 *       certificate are those of the axes with the coefficients P Z
 * </ul>
 */
final class SubsetAxes {

  /** What is asked for, as far as it changes anything. */
  record Options(int centroid, boolean general, boolean withLandmarks, double icd) {

    Options(Subset method, boolean center) {
      this(center ? method.centroid() : 3, method.general(), method.withLandmarks(), method.icd());
    }

    static Options none() {
      return new Options(3, false, false, 0);
    }

    /** Whether the eigenpairs of the run itself do not serve. */
    boolean ownEigenproblem() {
      return centroid == 2 || general || withLandmarks || icd > 0;
    }
  }

  private final SeenThroughLandmarks seen;
  private final Problem problem;
  private final Options options;
  private final int m;
  private final int k;
  private final double[] landmarkFeatures;
  private final double[] center; // c, or null
  private final Blas blas = Backend.instance().blas();

  private SubsetAxes(SeenThroughLandmarks seen, Options options) {
    this.seen = seen;
    this.problem = seen.problem();
    this.options = options;
    this.m = seen.landmarks().count();
    this.k = seen.factor().rank();
    this.landmarkFeatures = seen.factor().ofLandmarks();
    this.center = problem.center() ? center() : null;
  }

  /** The axes of these options, as many as the problem asks for. */
  static LandmarkAxes of(SeenThroughLandmarks seen, Options options) {
    SubsetAxes axes = new SubsetAxes(seen, options);
    return axes.axes(options.ownEigenproblem() ? axes.solve() : axes.ofTheRun());
  }

  /**
   * Eigenpairs in features.
   *
   * @param values descending
   * @param vectors k x values.length
   * @param range q, the order of the range of S; k where it is not asked for
   * @param rangeBasis Q, k x q; null where the range is not asked for
   */
  private record Pairs(
      double[] values, double[] vectors, int range, double[] rangeBasis, List<String> remarks) {}

  private Pairs ofTheRun() {
    return new Pairs(seen.values(), seen.vectors(), k, null, List.of());
  }

  private LandmarkAxes axes(Pairs pairs) {
    double[] values = pairs.values();
    int found = Components.kept(values, seen.cutOff());
    if (found == 0) {
      throw new NumericalException(
          "the data have no variance in feature space: the largest eigenvalue is "
              + (values.length == 0 ? 0 : values[0])
              + ", below the rounding level "
              + seen.cutOff()
              + "; check the rows, the scaling and the kernel's width");
    }
    Target target = problem.target();
    if (!target.byVariance()) {
      return axes(pairs, Math.min(found, target.rank()), target.rank());
    }
    int kept =
        options.ownEigenproblem()
            ? Components.reaching(
                target.variance(),
                found,
                seen.totalHigh(),
                some -> seen.captured(coefficients(pairs, some), some).low())
            : seen.rankReaching(target.variance());
    return axes(pairs, kept, kept);
  }

  private LandmarkAxes axes(Pairs pairs, int kept, int asked) {
    double[] coefficients = coefficients(pairs, kept);
    double[] offset = new double[kept];
    double[] mean = null;
    double meanSquaredNorm = 0;
    if (center != null) {
      double[] directions = seen.factor().directions(coefficients, kept);
      for (int i = 0; i < k; i++) {
        for (int c = 0; c < kept; c++) {
          offset[c] += directions[i * kept + c] * center[i];
        }
      }
      mean = mean();
      meanSquaredNorm = seen.factor().inner(center, 0, center, 0);
    }
    String reason =
        kept < asked
            ? "only " + kept + " eigenvalues are above the rounding level " + seen.cutOff()
            : null;
    return new LandmarkAxes(
        Arrays.copyOf(pairs.values(), kept),
        coefficients,
        offset,
        mean,
        meanSquaredNorm,
        asked,
        reason,
        pairs.remarks());
  }

  /** c as a combination of the landmarks. */
  private double[] mean() {
    if (options.centroid() == 2) {
      double[] equal = new double[m];
      Arrays.fill(equal, 1.0 / m);
      return equal;
    }
    double[] direction = center.clone();
    seen.factor().applySigns(1, direction);
    return seen.factor().coefficients(direction, 1);
  }

  private double[] center() {
    double[] landmarkMean = new double[k];
    for (int i = 0; i < m; i++) {
      for (int c = 0; c < k; c++) {
        landmarkMean[c] += landmarkFeatures[i * k + c] / m;
      }
    }
    if (options.centroid() == 2) {
      return landmarkMean;
    }
    double[] mean = seen.moments().mean();
    if (options.withLandmarks()) {
      double share = m / criterionWeight();
      for (int c = 0; c < k; c++) {
        mean[c] += share * (landmarkMean[c] - mean[c]);
      }
    }
    return mean;
  }

  /** The sum of the weights of the criterion set. */
  private double criterionWeight() {
    return seen.moments().weightSum() + (options.withLandmarks() ? m : 0);
  }

  private Pairs solve() {
    double[] second = second();
    double share = seen.moments().weightSum() / criterionWeight();
    int most = problem.target().byVariance() ? k : Math.min(k, problem.target().rank());
    double[] rangeBasis = options.general() ? range(second.clone(), share) : null;
    int range = rangeBasis == null || k == 0 ? k : rangeBasis.length / k;
    if (options.icd() > 0) {
      return incomplete(second, share, most, range, rangeBasis);
    }
    MomentEigen eigen = MomentEigen.of(seen.factor(), second, most);
    double[] values = eigen.values();
    for (int c = 0; c < values.length; c++) {
      values[c] *= share;
    }
    return new Pairs(values, eigen.vectors(), range, rangeBasis, List.of());
  }

  /** Q: eigenvectors of S above the cut-off, k x q; destroys S. */
  private double[] range(double[] second, double share) {
    double[] ascending = new double[k];
    blas.symmetricEigen(k, second, ascending);
    int range = 0;
    while (range < k && share * ascending[k - 1 - range] > seen.cutOff()) {
      range++;
    }
    double[] basis = new double[k * range];
    for (int c = 0; c < range; c++) {
      for (int i = 0; i < k; i++) {
        basis[i * range + c] = second[(k - 1 - c) * k + i];
      }
    }
    return basis;
  }

  /** S of the criterion set about c, k x k, both triangles. */
  private double[] second() {
    LandmarkMoments moments = seen.moments();
    double[] second = moments.second(center != null);
    if (center != null) {
      double[] difference = moments.mean();
      for (int c = 0; c < k; c++) {
        difference[c] -= center[c];
      }
      addProduct(1, difference, moments.weightSum(), second);
    }
    if (options.withLandmarks()) {
      double[] features = landmarkFeatures.clone();
      for (int i = 0; center != null && i < m * k; i++) {
        features[i] -= center[i % k];
      }
      addProduct(m, features, 1, second);
    }
    return second;
  }

  /** S += factor X'X for X of so many rows. */
  private void addProduct(int rows, double[] x, double factor, double[] second) {
    blas.gemm(true, false, k, k, rows, factor, x, 0, k, x, 0, k, 1, second, 0, k);
  }

  /** F_y J, by which directions are scores of the landmarks. */
  private double[] scoresOfLandmarks() {
    double[] result = new double[m * k];
    double[] line = new double[k];
    for (int i = 0; i < m; i++) {
      System.arraycopy(landmarkFeatures, i * k, line, 0, k);
      seen.factor().applySigns(1, line);
      System.arraycopy(line, 0, result, i * k, k);
    }
    return result;
  }

  /** SK (45): with G = F_y B, which F_y J S J F_y' allows, G' K_y^-1 G is B'J B. */
  private Pairs incomplete(
      double[] second, double share, int most, int range, double[] rangeBasis) {
    double[] scores = scoresOfLandmarks();
    double[] product = new double[m * k];
    blas.gemm(false, false, m, k, k, 1, scores, 0, k, second, 0, k, 0, product, 0, k);
    double[] criterion = new double[Math.multiplyExact(m, m)];
    blas.gemm(false, true, m, m, k, 1, product, 0, k, scores, 0, k, 0, criterion, 0, m);
    PivotedCholeskyFactor incomplete = PivotedCholeskyFactor.of(m, criterion, options.icd(), blas);
    int q = incomplete.rank();
    double[] jb = features(incomplete.all(), q); // (J B)', q x k
    double[] b = jb.clone();
    for (int j = 0; j < q; j++) {
      double[] line = Arrays.copyOfRange(jb, j * k, (j + 1) * k);
      seen.factor().applySigns(1, line);
      System.arraycopy(line, 0, b, j * k, k);
    }
    double[] small = new double[q * q];
    blas.gemm(false, true, q, q, k, 1, b, 0, k, jb, 0, k, 0, small, 0, q);
    double[] ascending = new double[q];
    if (q > 0) {
      blas.symmetricEigen(q, small, ascending);
    }
    int wanted = 0;
    while (wanted < Math.min(most, q) && share * ascending[q - 1 - wanted] > seen.cutOff()) {
      wanted++;
    }
    double[] values = new double[wanted];
    double[] vectors = new double[k * wanted];
    for (int c = 0; c < wanted; c++) {
      double kappa = ascending[q - 1 - c];
      values[c] = share * kappa;
      for (int i = 0; i < k; i++) {
        double sum = 0;
        for (int j = 0; j < q; j++) {
          sum += small[(q - 1 - c) * q + j] * b[j * k + i];
        }
        vectors[i * wanted + c] = sum / Math.sqrt(kappa);
      }
    }
    String remark = "incomplete Cholesky kept " + q + " of " + m + " columns of K_xy'K_xy";
    return new Pairs(values, vectors, range, rangeBasis, List.of(remark));
  }

  /** (J B)' of the columns of G = F_y B, m x q: one row of features a column. */
  private double[] features(double[] columns, int q) {
    LandmarkFactor factor = seen.factor();
    int[] order = factor.order();
    double[] kernelValues = new double[q * order.length];
    for (int j = 0; j < q; j++) {
      for (int i = 0; i < order.length; i++) {
        kernelValues[j * order.length + i] = columns[order[i] * q + j];
      }
    }
    double[] result = new double[q * k];
    factor.toFeatures(q, kernelValues, 0, result, 0);
    return result;
  }

  /** Coefficients over the landmarks of the leading components. */
  private double[] coefficients(Pairs pairs, int some) {
    double[] directions = Components.firstColumns(k, pairs.values().length, pairs.vectors(), some);
    if (pairs.range() == k) {
      return seen.factor().coefficients(directions, some);
    }
    return projected(pairs, directions, some);
  }

  /** X (X'X)^-1 Q'D with X = F_y J Q. */
  private double[] projected(Pairs pairs, double[] directions, int some) {
    int range = pairs.range();
    double[] basis = pairs.rangeBasis();
    double[] product = new double[m * range]; // X
    blas.gemm(
        false,
        false,
        m,
        range,
        k,
        1,
        scoresOfLandmarks(),
        0,
        k,
        basis,
        0,
        range,
        0,
        product,
        0,
        range);
    double[] turned = new double[range * some]; // Q'D
    blas.gemm(
        true, false, range, some, k, 1, basis, 0, range, directions, 0, some, 0, turned, 0, some);
    double[] gram = new double[range * range];
    blas.gemm(
        true, false, range, range, m, 1, product, 0, range, product, 0, range, 0, gram, 0, range);
    PivotedCholeskyFactor factor =
        PivotedCholeskyFactor.of(range, gram, LandmarkFactor.CUT_OFF, blas);
    double[] solved = solve(factor, turned, some);
    double[] result = new double[m * some];
    blas.gemm(
        false, false, m, some, range, 1, product, 0, range, solved, 0, some, 0, result, 0, some);
    return result;
  }

  /** X with L L' X = B on the indices the factor kept, zero on the others. */
  private double[] solve(PivotedCholeskyFactor factor, double[] right, int columns) {
    int size = factor.rank();
    double[] transposed = new double[columns * size];
    for (int i = 0; i < size; i++) {
      for (int c = 0; c < columns; c++) {
        transposed[c * size + i] = right[factor.order()[i] * columns + c];
      }
    }
    blas.solveLowerForRows(columns, size, factor.lower(), size, transposed, 0, size);
    blas.solveLowerTransposedForRows(columns, size, factor.lower(), size, transposed, 0, size);
    double[] result = new double[factor.size() * columns];
    for (int i = 0; i < size; i++) {
      for (int c = 0; c < columns; c++) {
        result[factor.order()[i] * columns + c] = transposed[c * size + i];
      }
    }
    return result;
  }
}
