package dev.mercer.bench;

import java.io.IOException;
import java.util.List;

/**
 * Measures what the uses of kernel PCA reach beside the papers' numbers; writes a page each under
 * bench/results. Started by {@code bench/uses}, which explains the arguments.
 */
public final class UsesComparison {

  private static final BenchPage MANIFOLDS =
      new BenchPage(
          "manifolds",
          "Manifold maps on reduced sets",
          "bench/uses manifolds",
          List.of(new ManifoldCase("moons")),
          (page, records) -> BenchPage.section(page, records, "moons", ManifoldCase::append));

  static final List<BenchPage> PAGES = List.of(MANIFOLDS);

  private UsesComparison() {}

  public static void main(String[] arguments) throws IOException {
    BenchProgram.main(arguments, PAGES);
  }
}
