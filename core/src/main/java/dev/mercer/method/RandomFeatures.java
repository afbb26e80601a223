package dev.mercer.method;

import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.Plan;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.kernel.SpectralMeasure;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.VarianceGoal;
import dev.mercer.internal.rows.Fitting;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.FourierFeatures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * PCA of random Fourier features, the reference point for approximations that choose landmarks: for
 * a shift-invariant kernel, k(x, y) is the mean of z(x).z(y) over random z [Rahimi and Recht 2007;
 * orthogonal ones Yu et al. 2016].
 *
 * <ol>
 *   <li>draw: D frequencies from the kernel's {@link SpectralMeasure}, by the seed
 *   <li>features: one pass over the rows for s = sum w z and S = sum w z z'; blocks of rows in
 *       parallel, then tiles of S, sums over blocks in the order of the rows, so that the bits do
 *       not depend on the threads
 *   <li>solve: eigenpairs (lambda, v) of S - s s' / N, those of the n x n matrix of z(x).z(y)
 *   <li>coefficients V, offset V' s / N, centre s / N
 * </ol>
 *
 * Cost: n D (2 d + D) flops, n D cosines, D^3; memory D^2 and a chunk of features. Always in
 * double. There is no certificate: the features are not those of the kernel, and K - Z Z' has
 * eigenvalues of both signs.
 *
 * @param features number of features, D
 * @param orthogonal whether frequencies are orthogonal in blocks of d, which lowers the variance
 */
public record RandomFeatures(int features, boolean orthogonal) implements Method {

  static final String NAME = "random-features";

  static final String NO_CERTIFICATE =
      "random features are not those of the kernel: what they leave of the Gram matrix has"
          + " eigenvalues of both signs, and no bound holds";

  private static final int BLOCK = 256;
  private static final int CHUNK = 8 * BLOCK;

  /** S, its copy about the mean, eigenvectors with the workspace of LAPACK. */
  private static final int MATRICES = 4;

  /** The square of more features has no array. */
  private static final int MOST_FEATURES = 46_000;

  private static final int SAMPLED_PAIRS = 1024;
  private static final int PAIRS_AT_ONCE = 64;

  public RandomFeatures {
    if (features < 1 || features > MOST_FEATURES) {
      throw new IllegalArgumentException(
          NAME + " with " + features + " features; ask for 1 to " + MOST_FEATURES);
    }
  }

  /**
   * The method of a text such as {@code random-features(orthogonal=true)}.
   *
   * @param features number of features: on the command line that of landmarks
   */
  public static RandomFeatures of(Spec spec, int features) {
    spec.requireName("method", List.of(NAME)).requireKeys("orthogonal");
    return new RandomFeatures(features, spec.flag("orthogonal", false));
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("orthogonal", String.valueOf(orthogonal)).text();
  }

  @Override
  public Plan plan(Problem problem) {
    SpectralMeasure measure = SpectralMeasure.of(problem.kernel());
    if (orthogonal) {
      measure.requireIsotropic();
    }
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
    double drawing = orthogonal ? 4.0 * features * block * d : 0;
    double values = (double) n * features;
    // A cosine takes about the time of an exponential of the plan's rates.
    return new Plan(
        NAME,
        NAME,
        "dense",
        List.of(
            new Plan.Stage("draw", bytes, 0, drawing, 0),
            new Plan.Stage("features", bytes, (long) n * features, values * (2 * d + features), 0),
            new Plan.Stage("solve", bytes, 0, 9.0 * features * features * features, 0)),
        List.of("cosines are counted as kernel values"));
  }

  private long bytes(Problem problem, int features) {
    long d = problem.rows().columns();
    long n = problem.rows().count();
    int threads = problem.workers().threads();
    long block = Math.min(features, d);
    long drawing = orthogonal ? block * (d + block) : 0; // a basis, and its inner products
    long working = Math.min(threads, (n + BLOCK - 1) / BLOCK);
    long summing = (Math.min(CHUNK, n) + 1L) * features + working * Math.min(BLOCK, n) * d;
    long pairs = 2L * PAIRS_AT_ONCE * (d + features) + 2 * d;
    long matrices = (MATRICES + 0L) * features * features;
    return problem.rows().bytes()
        + 8L * (features * (d + 4) + Math.max(drawing, Math.max(summing, pairs) + matrices));
  }

  private int mostFeatures(Problem problem) {
    return Fitting.largest(MOST_FEATURES, problem.memory(), some -> bytes(problem, some));
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    long bytes = plan.peakBytes();
    // Not the seed itself: the sample for sigma=auto is drawn from that, and must not coincide.
    SplittableRandom random = new SplittableRandom(problem.seed() ^ 0x66726571756e6379L);
    FourierFeatures map =
        problem
            .stages()
            .run(
                "draw",
                bytes,
                () ->
                    SpectralMeasure.of(problem.kernel())
                        .draw(features, problem.rows().columns(), orthogonal, random));
    Moments moments = problem.stages().run("features", bytes, () -> moments(problem, map));
    return problem.stages().run("solve", bytes, () -> components(problem, map, moments, random));
  }

  /**
   * @param sum s
   * @param second S, lower triangle
   */
  private record Moments(double[] sum, double[] second) {}

  private Moments moments(Problem problem, FourierFeatures map) {
    Rows rows = problem.rows();
    int n = rows.count();
    double[] sum = new double[features];
    double[] second = new double[features * features];
    // One row more than used: the BLAS binding wants whole rows behind every view of columns.
    double[] chunk = new double[(Math.min(n, CHUNK) + 1) * features];
    double[][] buffers = new double[problem.workers().threads()][];
    problem.stages().expect((n + BLOCK - 1) / BLOCK, false);
    for (int from = 0; from < n; from += CHUNK) {
      int start = from;
      int count = Math.min(CHUNK, n - from);
      int blocks = (count + BLOCK - 1) / BLOCK;
      double[][] sums = new double[blocks][];
      problem
          .workers()
          .run(
              blocks,
              (index, worker) -> {
                if (buffers[worker] == null) {
                  buffers[worker] = new double[Math.min(BLOCK, n) * rows.columns()];
                }
                int first = index * BLOCK;
                int some = Math.min(BLOCK, count - first);
                rows.copy(start + first, some, buffers[worker], 0);
                map.map(some, buffers[worker], 0, chunk, first * features);
                sums[index] = weigh(problem, start + first, some, chunk, first * features);
              });
      for (double[] part : sums) {
        for (int c = 0; c < features; c++) {
          sum[c] += part[c];
        }
      }
      MomentsPass.addSecond(second, features, count, chunk, problem.workers());
    }
    return new Moments(sum, second);
  }

  /** Leaves sqrt(w) z in place of z and returns the sum of w z. */
  private double[] weigh(Problem problem, int row, int count, double[] values, int at) {
    double[] sum = new double[features];
    for (int i = 0; i < count; i++) {
      double weight = problem.weights() == null ? 1 : problem.weights()[row + i];
      double root = Math.sqrt(weight);
      for (int c = 0; c < features; c++) {
        int k = at + i * features + c;
        sum[c] += weight * values[k];
        values[k] *= root;
      }
    }
    return sum;
  }

  private Solution components(
      Problem problem, FourierFeatures map, Moments moments, SplittableRandom random) {
    double sum = problem.weightSum();
    double[] mean = moments.sum().clone();
    double meanSquares = 0;
    for (int c = 0; c < features; c++) {
      mean[c] /= sum;
      meanSquares += mean[c] * mean[c];
    }
    double total = about(problem.center() ? mean : null, sum, moments.second());
    if (!Double.isFinite(total)) {
      throw new NumericalException(
          "a phase w.x is beyond double: the rows are too large for the kernel's width; scale them");
    }
    int wanted = problem.target().byVariance() ? features : problem.target().rank();
    double[] values = new double[features];
    double[] vectors = new double[Math.multiplyExact(features, wanted)]; // as rows, ascending
    double[] second = moments.second();
    Blas blas = Backend.instance().blas();
    if (wanted * 3 > features) {
      blas.symmetricEigen(features, second, values);
      System.arraycopy(second, (features - wanted) * features, vectors, 0, vectors.length);
      System.arraycopy(values, features - wanted, values, 0, wanted);
    } else {
      blas.symmetricEigenLargest(features, second, wanted, values, vectors);
    }
    double[] descending = new double[wanted];
    for (int c = 0; c < wanted; c++) {
      descending[c] = values[wanted - 1 - c];
    }
    double uncentered = problem.center() ? sum * meanSquares : 0;
    double cutOff = Components.cutOff(problem.cutOffRows(), uncentered, Math.max(0, descending[0]));
    int available = Components.kept(descending, cutOff);
    if (available == 0) {
      throw new NumericalException(
          "the data have no variance in feature space: the largest eigenvalue is "
              + descending[0]
              + ", below the rounding level "
              + cutOff
              + "; check the rows, the scaling and the kernel's width");
    }
    int kept =
        problem.target().byVariance()
            ? Components.reaching(problem.target().variance(), descending, available, total)
            : available;
    int asked = problem.target().byVariance() ? kept : wanted;
    double share = Arrays.stream(descending, 0, kept).sum() / total;
    double[] coefficients = new double[features * kept];
    for (int c = 0; c < kept; c++) {
      for (int i = 0; i < features; i++) {
        coefficients[i * kept + c] = vectors[(wanted - 1 - c) * features + i];
      }
    }
    Components.fixSigns(features, kept, coefficients);
    double[] offset = new double[kept];
    if (problem.center()) {
      blas.gemm(
          false,
          false,
          1,
          kept,
          features,
          1,
          mean,
          0,
          features,
          coefficients,
          0,
          kept,
          0,
          offset,
          0,
          kept);
    }
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
            Arrays.copyOf(descending, kept),
            Matrix.wrap(features, kept, coefficients),
            offset,
            problem.center() ? new Solution.Center(mean, meanSquares) : Solution.Center.ORIGIN,
            new Solution.Support.Features(map)),
        new Solution.Quality(
            new Solution.RankAsked(asked, missed),
            totalVariance,
            Double.NaN,
            Solution.Assurance.none(NO_CERTIFICATE)),
        new Solution.Provenance(
            new Solution.OperatorUse(NAME, "double", null),
            Solution.SolverUse.dense(),
            new Solution.LandmarkUse(null, features, null, null, null),
            notes(problem, map, share, random)));
  }

  /** S becomes S - N mean mean' (nothing if mean is null); returns its trace. */
  private double about(double[] mean, double sum, double[] second) {
    double trace = 0;
    for (int i = 0; i < features; i++) {
      if (mean != null) {
        for (int j = 0; j <= i; j++) {
          second[i * features + j] -= sum * mean[i] * mean[j];
        }
      }
      trace += second[i * features + i];
    }
    return trace;
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
  private double sampledError(Problem problem, FourierFeatures map, SplittableRandom random) {
    Rows rows = problem.rows();
    int d = rows.columns();
    double[] pairs = new double[2 * PAIRS_AT_ONCE * d];
    double[] mapped = new double[2 * PAIRS_AT_ONCE * features];
    double squares = 0;
    for (int done = 0; done < SAMPLED_PAIRS; done += PAIRS_AT_ONCE) {
      for (int i = 0; i < 2 * PAIRS_AT_ONCE; i++) {
        rows.copy(random.nextInt(rows.count()), 1, pairs, i * d);
      }
      map.map(2 * PAIRS_AT_ONCE, pairs, 0, mapped, 0);
      for (int i = 0; i < 2 * PAIRS_AT_ONCE; i += 2) {
        double[] x = Arrays.copyOfRange(pairs, i * d, (i + 1) * d);
        double[] y = Arrays.copyOfRange(pairs, (i + 1) * d, (i + 2) * d);
        int at = i * features;
        double product = Backend.instance().blas().dot(features, mapped, at, mapped, at + features);
        double error = product - problem.kernel().value(x, y);
        squares += error * error;
      }
    }
    return Math.sqrt(squares / SAMPLED_PAIRS);
  }
}
