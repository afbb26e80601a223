package dev.mercer.app.cli.options;

import dev.mercer.KernelPca;
import dev.mercer.data.Precision;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Precomputed;
import dev.mercer.method.Method;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that describe the fit, the same for fit and plan. */
public final class ModelOptions {

  @Mixin public KernelOptions wanted = new KernelOptions();

  @Option(
      names = "--method",
      paramLabel = "SPEC",
      description = {
        "auto (default), exact, subset, reduced, reduced-set,",
        "nystrom, weighted-nystrom, improved, icd,",
        "sparse(kind=tipping|l1), hebbian(smd=true) or",
        "random-features(orthogonal=true)."
      })
  public String method = "auto";

  @Option(
      names = "--landmarks",
      paramLabel = "M",
      description = "Landmarks to use; for random-features the number of features.")
  public Integer landmarks;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "As many landmarks as leave at most this share of the trace of K out.")
  public Double tolerance;

  @Option(
      names = "--gap",
      paramLabel = "G",
      description =
          "As many landmarks as bring the estimated optimality gap down to this (default: 0.05).")
  public Double gap;

  @Option(
      names = "--selector",
      paramLabel = "SPEC",
      description = {
        "How landmarks are chosen: uniform, diagonal,",
        "column-norm, adaptive, kmeans, kmeans-nearest,",
        "kernel-kmeans, greedy, backward, ransac,",
        "shadow(ell=4), kde-paring, herding,",
        "pivoted-cholesky, rpcholesky, leverage, farthest."
      })
  public String selector;

  @Option(
      names = "--landmark-rows",
      paramLabel = "FILE",
      description = "Exactly these rows as landmarks: zero-based numbers, one a line.")
  @Reads
  public Path landmarkRows;

  /** A plan may read up to this many values, which takes about a second. */
  private static final long READ_TO_PLAN = 1L << 25;

  @Option(
      names = "--verify",
      description = "Pay one exact product to turn the certificate's estimates into bounds.")
  public boolean verify;

  @Option(
      names = "--solver",
      paramLabel = "NAME",
      description =
          "auto, dense, lanczos, block-krylov, davidson, subspace or power, for exact (default: auto).")
  public String solver = "auto";

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      description =
          "auto, stored, tiled or expansion, for exact (default: auto); expansion(scheme=NAME) with"
              + " polynomial, product, grid, taylor, clustered, tree or moments.")
  public String operator = "auto";

  @Option(
      names = "--operator-error",
      paramLabel = "E",
      description =
          "The largest error of any kernel value in a fast product, for exact (default: 1e-9).")
  public Double operatorError;

  @Option(
      names = "--precomputed",
      description = "DATA is an n x n Gram matrix; transform then takes rows of k(x, points).")
  public boolean precomputed;

  /** The settings of the fit, without those of the run. Checks specs before data is read. */
  public KernelPca settings() {
    if (wanted.rank != null && wanted.variance != null) {
      throw new IllegalArgumentException(
          "--rank and --variance both say how many components to keep; give only one of them");
    }
    return settings(kernelSpec(), method(landmarks));
  }

  /** The settings with another kernel and method, for a search among them. */
  public KernelPca settings(KernelSpec kernel, Method chosen) {
    KernelPca settings =
        KernelPca.with(kernel)
            .method(chosen)
            .center(wanted.centered())
            .precision(Precision.named(wanted.precision))
            .seed(wanted.seed)
            .verify(verify)
            .scaling(wanted.scale);
    if (wanted.variance != null) {
      return settings.variance(wanted.variance);
    }
    return settings.rank(wanted.rankFor(Integer.MAX_VALUE));
  }

  /** The settings for this number of rows, which limits a default rank. */
  public KernelPca settings(int rows) {
    return settings(rows, kernelSpec());
  }

  /** The settings for this number of rows and another kernel. */
  public KernelPca settings(int rows, KernelSpec kernel) {
    KernelPca settings = settings(kernel, method(landmarks));
    boolean open = wanted.rank == null && wanted.variance == null;
    return open ? settings.rank(wanted.rankFor(rows)) : settings;
  }

  /** Whether rows may be read from a file block by block, as often as needed. */
  public boolean streams() {
    return !precomputed && MethodCatalog.streams(method);
  }

  /** Whether the plan depends on the positions of the points, and they are cheap to read. */
  public boolean pointsDecide(long rows, int columns) {
    return pointsMayDecide(rows, columns) && rows * columns <= READ_TO_PLAN;
  }

  /** Whether the plan may depend on the positions of the points. */
  public boolean pointsMayDecide(long rows, int columns) {
    return !precomputed
        && MethodCatalog.mayExpand(method, landmarks != null || selector != null)
        && (operator.startsWith("auto") || operator.startsWith("expansion"))
        && columns <= FastSums.MOST_COORDINATES
        && rows * columns <= FastSums.MOST_VALUES;
  }

  public KernelSpec kernelSpec() {
    if (precomputed) {
      if (wanted.kernel != null) {
        throw new IllegalArgumentException(
            "--precomputed brings the kernel values itself; leave --kernel out");
      }
      if (!wanted.scale.equals("none")) {
        throw new IllegalArgumentException(
            "--precomputed matrices are not scaled; leave --scale out");
      }
      return KernelSpec.of(new Precomputed(false));
    }
    return wanted.kernelSpec();
  }

  /** The method with this number of landmarks; null for its own number. */
  public Method method(Integer count) {
    return MethodCatalog.parse(
        method,
        new MethodCatalog.Wishes(
            count,
            tolerance,
            gap,
            selector,
            landmarkRows == null ? null : LandmarkRowsFile.read(landmarkRows),
            solver,
            operator()));
  }

  /** The operator and its error, as one spec. */
  private String operator() {
    if (operatorError == null) {
      return operator;
    }
    Spec spec = Spec.parse("operator", operator);
    if (spec.has("error")) {
      throw new IllegalArgumentException(
          "--operator-error and the error of --operator " + operator + " say the same; give one");
    }
    if (spec.name().equals("stored") || spec.name().equals("tiled")) {
      throw new IllegalArgumentException(
          "--operator "
              + operator
              + " computes kernel values as they are; --operator-error is for expansion and auto");
    }
    return spec.with("error", operatorError).text();
  }
}
