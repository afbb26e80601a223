package dev.mercer.evidence.bench.uses;

import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.BenchProgram;
import java.io.IOException;
import java.util.List;

/**
 * Measures the quality that the uses of kernel PCA reach, next to the papers' numbers; writes one
 * page per use under evidence/results. Started by {@code evidence/uses}, which explains the
 * arguments.
 */
public final class UsesComparison {

  private static final BenchPage CLASSIFICATION =
      new BenchPage(
          "classification",
          "Classification by kernel PCA",
          "evidence/uses classification",
          List.of(
              new UspsCase(
                  "usps", BenchData.csv("usps-train.csv.gz"), BenchData.csv("usps-test.csv.gz"))),
          (page, records) -> BenchPage.section(page, records, "usps", UspsCase::append));

  private static final BenchPage FEATURES =
      new BenchPage(
          "features",
          "What drives a component",
          "evidence/uses features",
          List.of(
              new DriveCase("drive"),
              new DriveSpeedCase("drive-speed", BenchData.mnist("train"), 1000, 1000, 10)),
          (page, records) -> {
            BenchPage.section(page, records, "drive", DriveCase::append);
            BenchPage.section(page, records, "drive-speed", DriveSpeedCase::append);
          });

  private static final BenchPage MANIFOLDS =
      new BenchPage(
          "manifolds",
          "Manifold maps on reduced sets",
          "evidence/uses manifolds",
          List.of(new ManifoldCase("moons")),
          (page, records) -> BenchPage.section(page, records, "moons", ManifoldCase::append));

  static final BenchPage EMBEDDINGS =
      new BenchPage(
          "embeddings",
          "Classifiers on embeddings",
          "evidence/uses embeddings",
          List.of(new RkCase("rk", BenchData.csv("digits.csv.gz"))),
          (page, records) -> BenchPage.section(page, records, "rk", RkTables::append));

  static final BenchPage NOVELTY =
      new BenchPage(
          "novelty",
          "Novelty",
          "evidence/uses novelty",
          List.of(
              new NoveltyCase(
                  "novelty-pendigits",
                  BenchData.csv("pendigits.csv.gz"),
                  List.of(),
                  "none",
                  20,
                  100),
              new NoveltyCase(
                  "novelty-shuttle",
                  BenchData.csv("shuttle.csv.gz"),
                  List.of("1"),
                  "standard",
                  20,
                  200)),
          (page, records) -> records.values().forEach(each -> NoveltyCase.append(page, each)));

  private static final BenchPage DISCRIMINANTS =
      new BenchPage(
          "discriminants",
          "Discriminants and independent components",
          "evidence/uses discriminants",
          List.of(
              new DiscriminantCase(
                  "klda-usps",
                  BenchData.csv("usps-train.csv.gz"),
                  BenchData.csv("usps-test.csv.gz"),
                  1000),
              new IcaCase("ica", 10)),
          (page, records) -> {
            BenchPage.section(page, records, "klda-usps", DiscriminantCase::append);
            BenchPage.section(page, records, "ica", IcaCase::append);
          });

  static final List<BenchPage> PAGES =
      List.of(
          PreimageCase.PAGE,
          DenoisingTables.page(),
          CLASSIFICATION,
          EMBEDDINGS,
          NOVELTY,
          MANIFOLDS,
          DISCRIMINANTS,
          FEATURES);

  private UsesComparison() {}

  public static void main(String[] arguments) throws IOException {
    BenchProgram.main(arguments, PAGES);
  }
}
