package dev.mercer.evidence.reproduce.rs;

import dev.mercer.evidence.reproduce.Experiment;
import java.util.List;

/** The tables and figures of RS: reduced-set kernel PCA and shadow densities. */
public final class RsExperiments {

  private static final int ALL = Integer.MAX_VALUE;

  private static final ClassificationRun.Size USPS = new ClassificationRun.Size(2000, 4, 4);
  private static final ClassificationRun.Size YALE = new ClassificationRun.Size(1200, 4, 4);
  private static final ClassificationRun.Size ALL_USPS = new ClassificationRun.Size(ALL, 10, 10);
  private static final ClassificationRun.Size ALL_YALE = new ClassificationRun.Size(ALL, 10, 20);

  private static final CostTable.Size COSTS =
      new CostTable.Size(
          new int[] {1000, 2000, 4000, 8000}, 200, new int[] {100, 200, 400, 800}, 4000, 3);
  private static final CostTable.Size ALL_COSTS =
      new CostTable.Size(
          new int[] {1000, 2000, 4000, 8000}, 300, new int[] {150, 300, 600, 1200, 2400}, 8000, 5);

  private RsExperiments() {}

  public static List<Experiment> all() {
    return List.of(
        new ShadowFigure(),
        new EmbeddingFigure(
            2,
            "german",
            RsSample::german,
            3.3,
            4.8,
            new EmbeddingRun.Size(ALL, 20, 4),
            new EmbeddingRun.Size(ALL, 50, 20)),
        new EmbeddingFigure(
            3,
            "pendigits",
            RsSample::pendigits,
            3.2,
            4.0,
            new EmbeddingRun.Size(1500, 12, 4),
            new EmbeddingRun.Size(ALL, 50, 20)),
        new ClassificationFigure(4, "usps", RsSample::usps, USPS, ALL_USPS),
        new ClassificationFigure(5, "yale", RsSample::yale, YALE, ALL_YALE),
        new RetainedFigure(
            new RetainedFigure.Size(ALL, 2, 4), new RetainedFigure.Size(ALL, 10, 20)),
        new DensityFigure(7, "usps", RsSample::usps, USPS, ALL_USPS),
        new DensityFigure(8, "yale", RsSample::yale, YALE, ALL_YALE),
        new CostTable(COSTS, ALL_COSTS));
  }
}
