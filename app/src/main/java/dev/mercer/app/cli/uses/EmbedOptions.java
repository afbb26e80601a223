package dev.mercer.app.cli.uses;

import dev.mercer.app.cli.options.LandmarkOptions;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.KMeans;
import dev.mercer.method.Landmarking;
import dev.mercer.use.manifold.Manifold;
import dev.mercer.use.manifold.ManifoldMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that choose the manifold map and its landmarks. */
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
        "connected: see docs/how-to/map-a-manifold.md."
      })
  String kernel = "gaussian(sigma=auto)";

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = {
        "Coordinates (default: 2). ncut has one per cluster",
        "and takes no other number."
      })
  Integer rank;

  @Mixin LandmarkOptions chosen = new LandmarkOptions();

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all randomness (default: 0).")
  long seed;

  @Option(
      names = "--scale",
      paramLabel = "KIND",
      description = "none, standard, minmax or max=VALUE (default: none).")
  String scale = "none";

  /** The settings, without those of the run. Checks specs before data is read. */
  Manifold settings() {
    Manifold settings =
        Manifold.with(KernelSpec.parse(kernel))
            .map(ManifoldMap.parse(map))
            .landmarks(landmarking())
            .seed(seed);
    return rank == null ? settings : settings.rank(rank);
  }

  /** Whether rows may be read from a file block by block, as often as needed. */
  boolean streams() {
    return landmarking() != null;
  }

  private Landmarking landmarking() {
    return chosen.landmarking(KMeans.NAME);
  }
}
