package dev.mercer.app.cli.options;

import dev.mercer.kernel.KernelSpec;
import picocli.CommandLine.Option;

/** Options that describe the kernel PCA, however it is computed. */
public final class KernelOptions {

  private static final int DEFAULT_RANK = 10;

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
        "rational-quadratic, cauchy, cosine, tanh,",
        "epanechnikov, and of data that are not",
        "negative chi2 and additive-chi2."
      })
  public String kernel;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "Components to keep (default: 10, or one a row where there are fewer rows).")
  public Integer rank;

  @Option(
      names = "--variance",
      paramLabel = "F",
      description = "Keep as many components as explain this share of the variance, 0 to 1.")
  public Double variance;

  @Option(
      names = "--center",
      paramLabel = "feature|none",
      description = "Whether features are centred (default: feature).")
  public String center = "feature";

  @Option(
      names = "--precision",
      paramLabel = "double|float",
      description = "Arithmetic of kernel values (default: double).")
  public String precision = "double";

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all randomness (default: 0).")
  public long seed;

  @Option(
      names = "--scale",
      paramLabel = "KIND",
      description =
          "none, standard, minmax or max=VALUE; learned here, applied by transform (default: none).")
  public String scale = "none";

  /** The kernel; its width may be left to be learned from the data. */
  public KernelSpec kernelSpec() {
    return KernelSpec.parse(kernel == null ? "gaussian(sigma=auto)" : kernel);
  }

  /** The number of components for this number of rows, which limits a default rank. */
  public int rankFor(int rows) {
    return rank == null ? Math.min(DEFAULT_RANK, rows) : rank;
  }

  public boolean centered() {
    return centered(center);
  }

  /** The meaning of a value of --center. */
  public static boolean centered(String center) {
    return switch (center) {
      case "feature" -> true;
      case "none" -> false;
      default ->
          throw new IllegalArgumentException(
              "--center " + center + " is unknown; allowed are feature, none");
    };
  }
}
