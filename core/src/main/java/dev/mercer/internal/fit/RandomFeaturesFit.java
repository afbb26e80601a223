package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.internal.kernel.SpectralMeasure;
import dev.mercer.internal.linalg.Eigenpairs;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.VarianceGoal;
import dev.mercer.internal.rows.Fitting;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.RandomFeatures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * {@link RandomFeatures}: PCA of random Fourier features.
 *
 * <ol>
 *   <li>draw: D frequencies from the kernel's {@link SpectralMeasure}, by the seed
 *   <li>features: one pass over the rows for s = sum w z and S = sum w z z' ({@link
 *       FourierMoments})
 *   <li>solve: eigenpairs (lambda, v) of S - s s' / N, those of the n x n matrix of z(x).z(y)
 *   <li>coefficients V, offset V' s / N, center s / N
 * </ol>
 *
 * Memory: D^2 and a chunk of features. Always in double.
 */
final class RandomFeaturesFit implements FitAlgorithm {

  private static final String NO_CERTIFICATE =
      "random features are not those of the kernel: what they leave of the Gram matrix has"
          + " eigenvalues of both signs, and no bound holds";

  /** S, its copy about the mean, eigenvectors with the workspace of LAPACK. */
  private static final int MATRICES = 4;

  private static final int SAMPLED_PAIRS = 1024;
  private static final int PAIRS_AT_ONCE = 64;

  private final RandomFeatures asked;

  RandomFeaturesFit(RandomFeatures asked) {
    this.asked = asked;
  }

  /**
   * From {@code random-features(orthogonal=true)}.
   *
   * @param features how many
   */
  static RandomFeatures read(Spec spec, int features) {
    spec.requireKeys("orthogonal");
    return new RandomFeatures(features, spec.flag("orthogonal", false));
  }

  @Override
  public FitPlan plan(Problem problem) {
    SpectralMeasure measure = SpectralMeasure.of(problem.kernel());
    if (asked.orthogonal()) {
      measure.requireIsotropic();
    }
    int features = asked.features();
    int n = problem.rows().count();
    int rank = problem.target().leastRank();
    problem.requireRows("rank", rank);
    if (rank > features) {
      throw new IllegalArgumentException(
          "rank = "
              + rank
              + " exceeds the "
              + features
              + " random features; ask for at most "
              + features
              + " components or for more features");
    }
    long bytes = bytes(problem, features);
    if (bytes > problem.memory()) {
      int most = mostFeatures(problem);
      throw new MemoryExceededException(
          "a fit of "
              + n
              + " rows with "
              + features
              + " random features needs "
              + Bytes.text(bytes)
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; "
              + (most > 0 ? "at most " + most + " features would fit" : "take fewer rows"),
          bytes);
    }
    double d = problem.rows().columns();
    double block = Math.min(features, d);
    double drawing = asked.orthogonal() ? 4.0 * features * block * d : 0;
    double values = (double) n * features;
    // A cosine takes about as long as the exponential that the plan's rates are measured for.
    return new FitPlan(
        RandomFeatures.NAME,
        RandomFeatures.NAME,
        "dense",
        List.of(
            new FitPlan.Stage("draw", bytes, 0, drawing, 0),
            new FitPlan.Stage(
                "features", bytes, (long) n * features, values * (2 * d + features), 0),
            new FitPlan.Stage("solve", bytes, 0, 9.0 * features * features * features, 0)),
        List.of("cosines are counted as kernel values"));
  }

  private long bytes(Problem problem, int features) {
    long d = problem.rows().columns();
    long n = problem.rows().count();
    int threads = problem.workers().threads();
    long block = Math.min(features, d);
    long drawing = asked.orthogonal() ? block * (d + block) : 0; // a basis, its inner products
    long working = Math.min(threads, (n + FourierMoments.BLOCK - 1) / FourierMoments.BLOCK);
    long summing =
        (Math.min(FourierMoments.CHUNK, n) + 1L) * features
            + working * Math.min(FourierMoments.BLOCK, n) * d;
    long pairs = 2L * PAIRS_AT_ONCE * (d + features) + 2 * d;
    long matrices = (MATRICES + 0L) * features * features;
    return problem.rows().bytes()
        + 8L * (features * (d + 4) + Math.max(drawing, Math.max(summing, pairs) + matrices));
  }

  private int mostFeatures(Problem problem) {
    return Fitting.largest(
        RandomFeatures.MOST_FEATURES, problem.memory(), some -> bytes(problem, some));
  }

  @Override
  public int points(Problem problem, FitPlan plan) {
    return asked.features();
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    long bytes = plan.peakBytes();
    // Not the seed itself, because the sample for sigma=auto is drawn from that, and the two draws
    // must be independent.
    SplittableRandom random = new SplittableRandom(problem.seed() ^ 0x66726571756e6379L);
    FourierFeatures map = problem.stages().run("draw", bytes, () -> draw(problem, random));
    FourierMoments moments =
        problem.stages().run("features", bytes, () -> FourierMoments.of(problem, map));
    return problem.stages().run("solve", bytes, () -> components(problem, map, moments, random));
  }

  private FourierFeatures draw(Problem problem, SplittableRandom random) {
    int columns = problem.rows().columns();
    return SpectralMeasure.of(problem.kernel())
        .draw(asked.features(), columns, asked.orthogonal(), random, problem.workers().blas());
  }

  private Solution components(
      Problem problem, FourierFeatures map, FourierMoments moments, SplittableRandom random) {
    Blas blas = problem.workers().blas();
    double sum = problem.weightSum();
    double[] mean = moments.mean(sum);
    double meanSquares = FourierMoments.squared(mean);
    View second = problem.center() ? moments.about(mean, sum) : moments.second();
    double total = second.trace();
    if (!Double.isFinite(total)) {
      throw new NumericalException(
          "a phase w.x is beyond double: the rows are too large for the kernel's width; scale them");
    }
    int wanted = problem.target().byVariance() ? map.count() : problem.target().rank();
    Eigenpairs leading = Eigenpairs.leading(second, wanted, blas);
    double[] eigenvalues = leading.values();
    double uncentered = problem.center() ? sum * meanSquares : 0;
    double cutOff =
        Components.cutOff(problem.cutOffRows(), uncentered, Math.max(0, eigenvalues[0]));
    int available = Components.kept(eigenvalues, cutOff);
    if (available == 0) {
      throw new NumericalException(
          "the data have no variance in feature space: the largest eigenvalue is "
              + eigenvalues[0]
              + ", below the rounding level "
              + cutOff
              + "; check the rows, the scaling and the kernel's width");
    }
    int kept =
        problem.target().byVariance()
            ? Components.reaching(problem.target().variance(), eigenvalues, available, total)
            : available;
    int asked = problem.target().byVariance() ? kept : wanted;
    double share = Arrays.stream(eigenvalues, 0, kept).sum() / total;
    View axes = leading.first(kept).vectors().copy(); // V
    Components.fixSigns(map.count(), kept, axes.values());
    double[] offset =
        problem.center()
            ? blas.product(View.of(mean, 1, map.count()), axes).values()
            : new double[kept];
    String missed =
        problem.target().byVariance()
            ? VarianceGoal.missed(
                problem, kept, share, "the rest is below the rounding level " + cutOff)
            : kept < asked
                ? "only " + kept + " eigenvalues are above the rounding level " + cutOff
                : null;
    // k(x, x) is the same for all rows of a shift-invariant kernel.
    double totalVariance =
        problem.center() ? Double.NaN : sum * SpectralMeasure.of(problem.kernel()).mass();
    return new Solution(
        new Solution.Axes(
            Arrays.copyOf(eigenvalues, kept),
            Matrix.wrap(map.count(), kept, axes.values()),
            offset,
            problem.center() ? new Solution.Center(mean, meanSquares) : Solution.Center.ORIGIN,
            new Solution.Support.Features(map)),
        new Solution.Quality(
            new Solution.RankAsked(asked, missed),
            totalVariance,
            Double.NaN,
            Solution.Assurance.none(NO_CERTIFICATE)),
        new Solution.Provenance(
            new Solution.OperatorUse(RandomFeatures.NAME, "double", null),
            Solution.SolverUse.dense(),
            new Solution.LandmarkUse(null, map.count(), null, null, null),
            notes(problem, map, share, random)));
  }

  private List<String> notes(
      Problem problem, FourierFeatures map, double share, SplittableRandom random) {
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "the components explain %.4g of the variance of the random features themselves",
            share));
    notes.add(
        String.format(
            Locale.ROOT,
            "kernel values of %d sampled pairs are off by %.3g (root mean square)",
            SAMPLED_PAIRS,
            sampledError(problem, map, random)));
    return notes;
  }

  /** Root mean square of z(x).z(y) - k(x, y) over pairs drawn with replacement. */
  private static double sampledError(
      Problem problem, FourierFeatures map, SplittableRandom random) {
    Rows rows = problem.rows();
    Blas blas = problem.workers().blas();
    int d = rows.columns();
    View pairs = View.zeros(2 * PAIRS_AT_ONCE, d);
    View mapped = View.zeros(2 * PAIRS_AT_ONCE, map.count());
    double[] errors = new double[SAMPLED_PAIRS];
    for (int done = 0; done < SAMPLED_PAIRS; done += PAIRS_AT_ONCE) {
      for (int i = 0; i < 2 * PAIRS_AT_ONCE; i++) {
        rows.copy(random.nextInt(rows.count()), 1, pairs.values(), i * d);
      }
      map.map(pairs, mapped, blas);
      for (int i = 0; i < 2 * PAIRS_AT_ONCE; i += 2) {
        double product = blas.dot(mapped.row(i), mapped.row(i + 1));
        double exact = problem.kernel().value(pairs.row(i).rowMajor(), pairs.row(i + 1).rowMajor());
        errors[done + i / 2] = product - exact;
      }
    }
    // The norm of the BLAS neither overflows nor underflows.
    return blas.norm(SAMPLED_PAIRS, errors, 0) / Math.sqrt(SAMPLED_PAIRS);
  }
}
