package dev.mercer.evidence.reproduce.sk;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.kernel.Linear;

/**
 * SK figure 1: PCA, kernel PCA of 1,000 points and of 50 of them, and SubKPCA on the same 50. The
 * experiment is repeated for several bases; the first is drawn.
 */
final class IllustrationFigure extends PaperPart.Figure {

  private static final int REPEATS = 10;

  /**
   * Surfaces closer than this are "almost the same": contours of neighboring levels do not meet.
   */
  private static final double ALIKE = 0.05;

  IllustrationFigure() {
    super("SK", 1);
  }

  @Override
  public String claim() {
    return "With a basis of 50 of 1,000 points, SubKPCA's contours are almost those of full KPCA,"
        + " while those of KPCA of the 50 points alone are rather different.";
  }

  @Override
  public Outcome run(Lab lab) {
    ArtificialData data = ArtificialData.draw(lab);
    BasisFits fits = data.fits(lab);
    ContourFigure figure = new ContourFigure("SK figure 1", data.rows());
    KernelPcaModel linear =
        KernelPca.with(new Linear()).rank(1).threads(lab.threads()).fit(data.rows());
    figure.panel("(a) PCA, 1 component", linear);
    double[] full = figure.panel("(b) KPCA of " + data.rows().count() + " points", fits.exact());
    double[] reduced = new double[REPEATS];
    double[] subset = new double[REPEATS];
    for (int repeat = 0; repeat < REPEATS; repeat++) {
      int[] basis = fits.basis("uniform", ArtificialData.BASIS, lab.seed() + repeat);
      // Only the first basis is drawn; the others are only judged.
      ContourFigure drawn = repeat == 0 ? figure : new ContourFigure("not drawn", data.rows());
      reduced[repeat] =
          ContourFigure.difference(
              full, drawn.panel("(c) KPCA of 50 of them", fits.fit("reduced", basis)));
      subset[repeat] =
          ContourFigure.difference(
              full, drawn.panel("(d) SubKPCA on the same 50", fits.fit("subset", basis)));
    }
    Outcome outcome = new Outcome();
    data.describe(outcome);
    Spread far = Spread.of(reduced);
    Spread near = Spread.of(subset);
    outcome
        .setting(
            "bases", REPEATS + " random ones, seeds " + lab.seed() + " and on; the first is drawn")
        .contours("contours", figure.plot())
        .table(
            new DataTable(
                    "Difference of the norms over the plane from full KPCA's, by its root mean"
                        + " square",
                    "method",
                    "mean",
                    "deviation")
                .row("KPCA of 50", far.mean(), far.deviation())
                .row("SubKPCA", near.mean(), near.deviation()))
        .verdict(
            "SubKPCA's contours are almost full KPCA's",
            near.mean() < ALIKE,
            "its norms differ by "
                + NumberText.threeDigitPercent(near.mean())
                + " (below 5% asked)")
        .verdict(
            "contours of KPCA of the basis alone are rather different",
            far.mean() > ALIKE && far.mean() > 3 * near.mean(),
            "its norms differ by "
                + NumberText.threeDigitPercent(far.mean())
                + ", "
                + NumberText.threeDigits(far.mean() / near.mean())
                + " times as much as SubKPCA's");
    return outcome;
  }
}
