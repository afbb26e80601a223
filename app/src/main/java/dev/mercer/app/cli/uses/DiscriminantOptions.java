package dev.mercer.app.cli.uses;

import dev.mercer.KernelPca;
import dev.mercer.app.cli.options.KernelOptions;
import dev.mercer.app.cli.options.LandmarkOptions;
import dev.mercer.data.Scaling;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.use.classify.ClassLabels;
import dev.mercer.use.discriminant.KernelBiasedDiscriminant;
import dev.mercer.use.discriminant.KernelDiscriminant;
import dev.mercer.use.discriminant.Ridge;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that choose the discriminant and its landmarks. */
final class DiscriminantOptions {

  private static final int DEFAULT_RANK = 10;

  @Option(
      names = "--kind",
      paramLabel = "SPEC",
      description = {
        "klda (default): all classes apart from each other;",
        "kbda(positive=VALUE): all others apart from one.",
        "With penalty=coefficients the ridge is on the",
        "coefficients, not on the axes."
      })
  String kind = KernelDiscriminant.NAME;

  @Option(
      names = "--ridge",
      paramLabel = "R",
      description = {
        "What is added to the scatter within classes, a",
        "variance, not negative (default: a ten-thousandth",
        "of the variance in feature space)."
      })
  Double ridge;

  @Option(
      names = "--kernel",
      paramLabel = "SPEC",
      description = "The kernel, as in fit (default: gaussian(sigma=auto)).")
  String kernel = "gaussian(sigma=auto)";

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = {
        "Components (default: the number of classes less one",
        "for klda, which is the most there are; 10 for kbda)."
      })
  Integer rank;

  @Mixin LandmarkOptions chosen = new LandmarkOptions();

  @Option(
      names = "--center",
      paramLabel = "feature|none",
      description = {
        "Whether scores are counted from the mean, for kbda",
        "that of the positive class (default: feature)."
      })
  String center = "feature";

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all randomness (default: 0).")
  long seed;

  @Option(
      names = "--scale",
      paramLabel = "KIND",
      description =
          "none, standard, minmax or max=VALUE; learned here, applied by transform (default: none).")
  String scale = "none";

  /** Checks everything that can be checked before data is read. */
  void check() {
    Scaling.checkKind(scale);
    KernelSpec.parse(kernel);
    spec();
    ridge();
    landmarking();
    KernelOptions.centered(center);
    if (rank != null && rank < 1) {
      throw new IllegalArgumentException("--rank " + rank + "; ask for at least 1 component");
    }
  }

  /** The settings of the fit of rows with these labels. */
  KernelPca settings(String[] given) {
    ClassLabels labels = ClassLabels.of(given);
    Method method =
        biased()
            ? new KernelBiasedDiscriminant(labels, positive(labels), ridge(), landmarking())
            : new KernelDiscriminant(labels, ridge(), landmarking());
    return KernelPca.with(KernelSpec.parse(kernel))
        .rank(rank == null ? usualRank(labels) : rank)
        .method(method)
        .center(KernelOptions.centered(center))
        .seed(seed);
  }

  private boolean biased() {
    return spec().name().equals(KernelBiasedDiscriminant.NAME);
  }

  private Spec spec() {
    Spec spec =
        Spec.parse("kind", kind)
            .requireName("kind", List.of(KernelDiscriminant.NAME, KernelBiasedDiscriminant.NAME));
    if (spec.name().equals(KernelDiscriminant.NAME)) {
      return spec.requireKeys("penalty");
    }
    spec.requireKeys("positive", "penalty");
    if (!spec.has("positive")) {
      throw new IllegalArgumentException(
          "--kind kbda needs the class that is the positive one: kbda(positive=VALUE)");
    }
    return spec;
  }

  private Ridge ridge() {
    if (ridge != null && !(ridge >= 0 && ridge <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "--ridge " + ridge + " is not allowed; it is a variance that is added, 0 or more");
    }
    Ridge amount = ridge == null ? Ridge.usual() : Ridge.of(ridge);
    String penalty = spec().choice("penalty", "norm", List.of("norm", "coefficients"));
    return penalty.equals("norm") ? amount : amount.withCoefficients();
  }

  /** The class that was named, even if its number is written differently: 1 for 1.0. */
  private String positive(ClassLabels labels) {
    String wanted = spec().value("positive");
    return labels.names().contains(wanted)
        ? wanted
        : labels.names().stream()
            .filter(name -> sameNumber(name, wanted))
            .findFirst()
            .orElse(wanted);
  }

  private static boolean sameNumber(String one, String other) {
    try {
      return Double.parseDouble(one) == Double.parseDouble(other);
    } catch (NumberFormatException e) {
      return false; // words are compared as they are
    }
  }

  private int usualRank(ClassLabels labels) {
    if (!biased()) {
      return Math.max(1, labels.classes() - 1);
    }
    int code = labels.names().indexOf(positive(labels));
    int others = labels.rows() - (code < 0 ? 0 : labels.sizes()[code]);
    return Math.max(1, Math.min(DEFAULT_RANK, Math.min(others, mostLandmarks())));
  }

  private int mostLandmarks() {
    return chosen.landmarks == null ? Integer.MAX_VALUE : chosen.landmarks;
  }

  private Landmarking landmarking() {
    return chosen.landmarking(Uniform.NAME);
  }
}
