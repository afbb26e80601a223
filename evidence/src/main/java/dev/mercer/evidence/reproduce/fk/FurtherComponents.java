package dev.mercer.evidence.reproduce.fk;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.ContourPlot;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import java.util.List;
import java.util.stream.IntStream;

/**
 * FK figure 2: further kernel components of the annulus. PCA has only two, kernel PCA has up to N.
 */
final class FurtherComponents extends PaperPart.Figure {

  private static final int FIRST = 6;
  private static final int LAST = 14;
  private static final int LEVELS = 10;

  /** A width so small that no two points are alike and no eigenvalue is lost to rounding. */
  private static final double NARROW = 0.02;

  FurtherComponents() {
    super("FK", 2);
  }

  @Override
  public String claim() {
    return "Where PCA of points in the plane ends after two components, kernel PCA goes on: it gives"
        + " N eigenvectors, each a further nonlinear feature of the annulus.";
  }

  @Override
  public Outcome run(Lab lab) {
    Annulus annulus = Annulus.of(lab, Annulus.POINTS, lab.seed());
    double sigma = AnnulusComponents.SIGMA;
    KernelPcaModel pca = annulus.fit(new Linear(), 2, lab);
    KernelPcaModel wide = annulus.fit(Gaussian.sigma(sigma), Annulus.POINTS - 1, lab);
    KernelPcaModel narrow = annulus.fit(Gaussian.sigma(NARROW), Annulus.POINTS - 1, lab);
    ContourPlot picture = new ContourPlot("Further kernel components (FK figure 2)", LEVELS);
    annulus.draw(picture, "Kernel PCA,", wide, FIRST, LAST);
    Outcome outcome =
        new Outcome()
            .setting("points", Annulus.POINTS + " (FK names no number)")
            .setting("kernel", "gaussian, sigma " + sigma + " as in figure 1, centered")
            .contours("components over the plane", picture)
            .table(table(annulus, wide))
            .plot(spectrum(pca, wide, narrow, sigma));
    outcome.verdict(
        "kernel PCA gives more components than PCA",
        wide.rank() > pca.rank(),
        wide.rank() + " above rounding, PCA " + pca.rank());
    outcome.verdict(
        "kernel PCA gives N eigenvectors",
        wide.rank() >= Annulus.POINTS - 1,
        "of "
            + Annulus.POINTS
            + " points "
            + wide.rank()
            + " at sigma "
            + sigma
            + ": the other eigenvalues are below rounding, which is n eps times the largest, and"
            + " centering removes one direction; "
            + narrow.rank()
            + " at sigma "
            + NARROW
            + ", where no eigenvalue is that small");
    List<String> shapes = shapes(annulus, wide);
    outcome.verdict(
        "further components are further nonlinear features",
        shapes.stream().distinct().count() > 2,
        "components "
            + FIRST
            + " to "
            + LAST
            + " run "
            + String.join("; ", shapes)
            + " (both: along and across at once)");
    return outcome;
  }

  private static List<String> shapes(Annulus annulus, KernelPcaModel model) {
    Matrix scores = model.transform(annulus.rows());
    return IntStream.rangeClosed(FIRST, LAST)
        .mapToObj(k -> annulus.shape(scores, k - 1).word())
        .toList();
  }

  private static DataTable table(Annulus annulus, KernelPcaModel model) {
    DataTable table =
        new DataTable(
            "Components of the annulus",
            "component",
            "eigenvalue",
            "share of the variance",
            "variance between angles",
            "variance between radii",
            "runs");
    Matrix scores = model.transform(annulus.rows());
    double total = model.report().totalVariance();
    for (int k = 0; k < LAST; k++) {
      ComponentShape shape = annulus.shape(scores, k);
      table.row(
          k + 1,
          model.eigenvalues()[k],
          NumberText.percent(model.eigenvalues()[k] / total),
          NumberText.percent(shape.angleShare()),
          NumberText.percent(shape.radiusShare()),
          shape.word());
    }
    return table;
  }

  private static Plot spectrum(
      KernelPcaModel pca, KernelPcaModel wide, KernelPcaModel narrow, double sigma) {
    Plot plot =
        Plot.of(
            "Eigenvalues above rounding",
            Annulus.POINTS + " points in an annulus",
            Plot.Axis.logarithmic("component"),
            Plot.Axis.logarithmic("eigenvalue"));
    return plot.line("PCA", numbers(pca), pca.eigenvalues())
        .line("gaussian, sigma " + sigma, numbers(wide), wide.eigenvalues())
        .line("gaussian, sigma " + NARROW, numbers(narrow), narrow.eigenvalues());
  }

  private static double[] numbers(KernelPcaModel model) {
    return IntStream.rangeClosed(1, model.rank()).asDoubleStream().toArray();
  }
}
