package dev.mercer.app;

import dev.mercer.KernelPca;
import dev.mercer.data.Precision;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Precomputed;
import dev.mercer.method.Exact;
import dev.mercer.method.Method;
import dev.mercer.spec.Spec;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that say what is fitted, the same for fit and plan. */
final class ModelOptions {

  static final List<String> METHODS = List.of("auto", "exact");

  private static final int DEFAULT_RANK = 10;

  /** Methods other versions have: their names are right, so nothing nearer is suggested. */
  private static final List<String> OTHER_METHODS =
      List.of(
          "subset",
          "reduced",
          "reduced-set",
          "nystrom",
          "weighted-nystrom",
          "improved",
          "icd",
          "sparse",
          "hebbian",
          "random-features");

  @Option(
      names = "--kernel",
      paramLabel = "SPEC",
      description = {
        "The kernel (default: gaussian(sigma=auto)),",
        "for instance",
        "  gaussian(sigma=18)   gaussian(gamma=0.02)",
        "  polynomial(degree=2,offset=1)   linear",
        "  0.5*gaussian(sigma=2)+linear",
        "others are laplacian, laplacian-l1, matern,",
        "rational-quadratic, cauchy, cosine, tanh and",
        "epanechnikov."
      })
  String kernel;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "Components to keep (default: 10, or one a row where there are fewer rows).")
  Integer rank;

  @Option(
      names = "--variance",
      paramLabel = "F",
      description = "Keep as many components as explain this share of the variance, 0 to 1.")
  Double variance;

  @Option(names = "--method", paramLabel = "SPEC", description = "auto or exact (default: auto).")
  String method = "auto";

  @Option(
      names = "--center",
      paramLabel = "feature|none",
      description = "Whether features are centred (default: feature).")
  String center = "feature";

  @Option(
      names = "--solver",
      paramLabel = "NAME",
      description =
          "auto, dense, lanczos, block-krylov, davidson, subspace or power, for exact (default: auto).")
  String solver = "auto";

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      description = "auto, stored or tiled, for exact (default: auto).")
  String operator = "auto";

  @Option(
      names = "--precision",
      paramLabel = "double|float",
      description = "Arithmetic of kernel values (default: double).")
  String precision = "double";

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all randomness (default: 0).")
  long seed;

  @Option(
      names = "--precomputed",
      description = "DATA is an n x n Gram matrix; transform then takes rows of k(x, points).")
  boolean precomputed;

  @Option(
      names = "--scale",
      paramLabel = "KIND",
      description =
          "none, standard, minmax or max=VALUE; learned here, applied by transform (default: none).")
  String scale = "none";

  /** All settings of the fit but those of the run. Specs are checked here, before data are read. */
  KernelPca settings() {
    if (rank != null && variance != null) {
      throw new IllegalArgumentException(
          "--rank and --variance both say how many components to keep; give only one of them");
    }
    KernelPca settings =
        KernelPca.with(kernelSpec())
            .method(method())
            .center(centered())
            .precision(Precision.named(precision))
            .seed(seed)
            .scaling(scale);
    if (variance != null) {
      return settings.variance(variance);
    }
    return settings.rank(rank == null ? DEFAULT_RANK : rank);
  }

  /** The settings for so many rows: a rank nobody asked for does not exceed them. */
  KernelPca settings(int rows) {
    boolean open = rank == null && variance == null;
    return open ? settings().rank(Math.min(DEFAULT_RANK, rows)) : settings();
  }

  private KernelSpec kernelSpec() {
    if (precomputed) {
      if (kernel != null) {
        throw new IllegalArgumentException(
            "--precomputed brings the kernel values itself; leave --kernel out");
      }
      if (!scale.equals("none")) {
        throw new IllegalArgumentException(
            "--precomputed matrices are not scaled; leave --scale out");
      }
      return KernelSpec.of(new Precomputed(false));
    }
    return KernelSpec.parse(kernel == null ? "gaussian(sigma=auto)" : kernel);
  }

  private Method method() {
    Spec spec = Spec.parse("method", method);
    if (OTHER_METHODS.contains(spec.name())) {
      throw new IllegalArgumentException(
          "--method "
              + spec.name()
              + " is not in this version; it has "
              + String.join(", ", METHODS));
    }
    spec.requireName("method", METHODS).requireKeys();
    return new Exact(solver, operator);
  }

  private boolean centered() {
    return switch (center) {
      case "feature" -> true;
      case "none" -> false;
      default ->
          throw new IllegalArgumentException(
              "--center " + center + " is unknown; allowed are feature, none");
    };
  }
}
