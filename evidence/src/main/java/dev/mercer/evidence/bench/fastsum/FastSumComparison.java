package dev.mercer.evidence.bench.fastsum;

import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.BenchProgram;
import dev.mercer.evidence.bench.Markdown;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Measures fast sums next to exact tiles, plain loops, the known times of FIGTree and their own
 * error bounds; writes the page fastsum under evidence/results. Started by {@code
 * evidence/fastsum}, which explains the arguments.
 */
public final class FastSumComparison {

  private static final String PICTURES = "--pictures";

  /** FK names no width; with this one the bound reaches 1e-6 within the range of p in figure 7. */
  private static final double FK_SIGMA = 1;

  static final BenchPage PAGE =
      new BenchPage(
          "fastsum",
          "Fast sums",
          "evidence/fastsum",
          List.of(
              new FkPolynomialCase("fk4-5", List.of(2)),
              new FkPolynomialCase("fk6", List.of(1, 2, 3, 5, 8)),
              new FkBoundCase("fk7", FK_SIGMA),
              new FkTaylorCase("fk8-9", FK_SIGMA),
              new FigtreeCase("figtree"),
              new SumTilesCase("tiles"),
              new SumPolynomialCase("polynomial"),
              new SchemesCase("schemes"),
              new AnnulusCase("annulus"),
              new SweepCase("sweep")),
          FastSumComparison::append);

  private FastSumComparison() {}

  public static void main(String[] arguments) throws IOException {
    List<String> given = Arrays.asList(arguments);
    if (given.contains(PICTURES)) {
      SumPictures.write(BenchProgram.root(), given.contains("--quick"));
    } else {
      BenchProgram.main(arguments, List.of(PAGE), false);
    }
  }

  private static void append(Markdown page, Map<String, Map<String, Object>> records) {
    BenchPage.section(
        page,
        records,
        "fk4-5",
        (text, record) ->
            FkPolynomialCase.append(
                text,
                record,
                "FK's figures 4 and 5: polynomial kernel, degree 2",
                "(x.y + 1)^2 on uniform points in the unit square, |u_j| <= 1. Two loops run on one"
                    + " core, the others on "
                    + record.get("threads")
                    + " threads, set-up included; FK's figures end at N = 1000."));
    BenchPage.section(
        page,
        records,
        "fk6",
        (text, record) ->
            FkPolynomialCase.append(
                text,
                record,
                "FK's figure 6: polynomial kernels of several degrees",
                "As above, (x.y + 1)^p: the fast product pays from fewer points the lower the"
                    + " degree."));
    BenchPage.section(page, records, "fk7", FkBoundCase::append);
    BenchPage.section(page, records, "fk8-9", FkTaylorCase::append);
    BenchPage.section(page, records, "figtree", FigtreeCase::append);
    BenchPage.section(page, records, "tiles", SumTilesCase::append);
    BenchPage.section(page, records, "polynomial", SumPolynomialCase::append);
    BenchPage.section(page, records, "schemes", SchemesCase::append);
    BenchPage.section(page, records, "annulus", AnnulusCase::append);
    BenchPage.section(page, records, "sweep", SweepCase::append);
  }
}
