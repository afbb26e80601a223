package dev.mercer.app;

import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.GivenRows;
import dev.mercer.landmark.KMeansSelector;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.SelectorCatalog;
import dev.mercer.method.Landmarking;
import dev.mercer.use.Manifold;
import dev.mercer.use.ManifoldMap;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that say which manifold map is wanted, and through which landmarks. */
final class EmbedOptions {

  @Option(
      names = "--map",
      paramLabel = "SPEC",
      description = {"diffusion(alpha=1,time=1) (default), laplacian or", "ncut(clusters=2)."})
  String map = "diffusion";

  @Option(
      names = "--kernel",
      paramLabel = "SPEC",
      description = {
        "The kernel (default: gaussian(sigma=auto)), without",
        "negative values. Its width decides what is seen as",
        "connected: see docs/uses/manifold-maps.md."
      })
  String kernel = "gaussian(sigma=auto)";

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = {
        "Coordinates (default: 2). ncut has one a cluster",
        "and takes no other number."
      })
  Integer rank;

  @Option(
      names = "--landmarks",
      paramLabel = "M",
      description = "Landmarks that stand for all rows (default: every row for itself).")
  Integer landmarks;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "As many landmarks as leave at most this share of the trace of K out.")
  Double tolerance;

  @Option(
      names = "--selector",
      paramLabel = "SPEC",
      description = {
        "How landmarks are chosen (default: kmeans), as in",
        "fit; shadow(ell=4) says itself how many."
      })
  String selector;

  @Option(
      names = "--landmark-rows",
      paramLabel = "FILE",
      description = "Exactly these rows as landmarks: zero-based numbers, one a line.")
  Path landmarkRows;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all randomness (default: 0).")
  long seed;

  @Option(
      names = "--scale",
      paramLabel = "KIND",
      description = "none, standard, minmax or max=VALUE (default: none).")
  String scale = "none";

  /** All settings but those of the run. Specs are checked here, before data are read. */
  Manifold settings() {
    Manifold settings =
        Manifold.with(KernelSpec.parse(kernel))
            .map(ManifoldMap.parse(map))
            .landmarks(landmarking())
            .seed(seed);
    return rank == null ? settings : settings.rank(rank);
  }

  /** Whether rows may be read block by block from a file, again and again. */
  boolean streams() {
    return landmarking() != null;
  }

  private Landmarking landmarking() {
    if (landmarkRows != null) {
      if (selector != null || landmarks != null || tolerance != null) {
        throw new IllegalArgumentException(
            "--landmark-rows says which landmarks to take; leave --selector, --landmarks and"
                + " --tolerance out");
      }
      return Landmarking.by(new GivenRows(LandmarkRowsFile.read(landmarkRows)));
    }
    if (selector == null && landmarks == null && tolerance == null) {
      return null;
    }
    LandmarkSelector chosen =
        SelectorCatalog.parse(selector == null ? KMeansSelector.NAME : selector);
    if (landmarks != null && landmarks < 1) {
      throw new IllegalArgumentException("--landmarks " + landmarks + "; ask for at least 1");
    }
    if (tolerance != null && !(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "--tolerance " + tolerance + " is a share of the trace, above 0 and below 1");
    }
    if (landmarks == null && tolerance == null && !chosen.choosesCount()) {
      throw new IllegalArgumentException(
          "--selector " + selector + " needs --landmarks or --tolerance to know how many");
    }
    return new Landmarking(
        chosen, landmarks == null ? 0 : landmarks, tolerance == null ? 0 : tolerance, 0);
  }
}
