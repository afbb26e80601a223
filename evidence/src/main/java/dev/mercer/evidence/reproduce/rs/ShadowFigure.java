package dev.mercer.evidence.reproduce.rs;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.ContourPlot;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;
import java.util.List;

/**
 * RS figure 1: data in the plane, their shadow centers, the kernel density estimate of the data and
 * that of the weighted centers.
 *
 * <p>By the reproducing property the two densities differ nowhere by more than the MMD (times the
 * root of k(x, x) = 1), so that theorem 5.1 bounds what the figure shows.
 */
final class ShadowFigure extends PaperPart.Figure {

  private static final String DATA = "synthetic:gaussian-mixture(n=800,d=2,components=3,spread=4)";
  private static final double SIGMA = 1;
  private static final int RANK = 5;
  private static final double SHOWN_ELL = 3;
  private static final double[] ELLS = {1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 8};
  private static final int GRID = 61;

  /**
   * A difference of densities, as a share of the highest density, that is too small to be seen in
   * the figure.
   */
  private static final double VISIBLE = 0.05;

  ShadowFigure() {
    super("RS", 1);
  }

  @Override
  public String claim() {
    return "A few weighted shadow centers reconstruct the kernel density estimate of all rows.";
  }

  /** A density on the grid, and the largest value it has there. */
  private record Density(ContourPlot.Grid grid, double largest) {}

  /** The rectangle around the rows. */
  private record Frame(double left, double right, double bottom, double top) {

    static Frame around(double[] x, double[] y) {
      return new Frame(
          Arrays.stream(x).min().orElseThrow() - SIGMA,
          Arrays.stream(x).max().orElseThrow() + SIGMA,
          Arrays.stream(y).min().orElseThrow() - SIGMA,
          Arrays.stream(y).max().orElseThrow() + SIGMA);
    }

    Rows points() {
      double[] points = ContourPlot.Grid.points(left, right, bottom, top, GRID, GRID);
      return DenseRows.wrap(GRID * GRID, 2, points);
    }

    ContourPlot.Grid grid(double[] values) {
      return new ContourPlot.Grid(left, right, bottom, top, GRID, GRID, values);
    }
  }

  @Override
  public Outcome run(Lab lab) {
    DenseRows rows = lab.load(DataRequest.of(DATA), 1).rows();
    Gaussian kernel = Gaussian.sigma(SIGMA);
    PaperFit fits = new PaperFit(kernel, RANK, lab);
    Frame frame = Frame.around(column(rows, 0), column(rows, 1));
    double[] ones = new double[rows.count()];
    Arrays.fill(ones, 1);
    Density kde = density(lab, kernel, rows, ones, rows.count(), frame);
    Outcome outcome =
        new Outcome()
            .setting("data", DATA + ": the paper does not say which it draws")
            .setting("kernel", kernel.spec() + ", ell = " + SHOWN_ELL + " in the pictures")
            .setting("grid", GRID + " x " + GRID + " points, on which densities are compared");
    DataTable table =
        new DataTable(
            "Densities of rows and of centers",
            "ell",
            "centers",
            "share of the rows",
            "largest difference",
            "share of the highest density",
            "MMD",
            "bound (21)");
    ShadowCertificates certificates = new ShadowCertificates();
    double shown = Double.NaN;
    int centers = 0;
    boolean below = true;
    for (double ell : ELLS) {
      KernelPcaModel model = fits.library(RsMethod.SHADOW, rows, ell, 0, lab.seed());
      double[] weights = weights(model);
      Density reduced = density(lab, kernel, model.points(), weights, rows.count(), frame);
      double apart = difference(kde, reduced);
      double mmd = model.report().certificate().value("mmd");
      certificates.add(ell, weights.length, model.report().certificate());
      table.row(
          ell,
          weights.length,
          (double) weights.length / rows.count(),
          apart,
          apart / kde.largest(),
          mmd,
          model.report().certificate().value("mmdBound"));
      // The densities are sums of n values below 1, each with an error of a few roundings.
      below &= apart <= mmd + 8 * rows.count() * Math.ulp(1.0);
      if (ell == SHOWN_ELL) {
        shown = apart / kde.largest();
        centers = weights.length;
        outcome.plot(scatter(rows, model.points(), weights));
        outcome.contours("KDE and ShKDE", contours(frame, kde, reduced, rows, model.points()));
      }
    }
    outcome.table(table);
    outcome.verdict(
        "the density of the centers looks like that of the rows",
        shown < VISIBLE,
        centers
            + " centers of "
            + rows.count()
            + " rows at ell = 3: the densities differ by at most "
            + Texts.percent(shown)
            + " of the highest");
    outcome.verdict(
        "the two densities nowhere differ by more than the MMD",
        below,
        "at all " + ELLS.length + " values of ell");
    certificates.report(outcome, "the same rows, rank " + RANK);
    return outcome;
  }

  private static double[] weights(KernelPcaModel model) {
    return model
        .report()
        .landmarkWeights()
        .orElseThrow(() -> new IllegalStateException("a shadow fit reports no weights"));
  }

  /** The density sum w k(c, x) / n on the grid. */
  private static Density density(
      Lab lab, Gaussian kernel, Rows centers, double[] weights, int rows, Frame frame) {
    double[] shares = Arrays.stream(weights).map(weight -> weight / rows).toArray();
    Rows points = frame.points();
    double[] values = new double[points.count()];
    new KernelScores(
            centers,
            kernel,
            Matrix.wrap(shares.length, 1, shares),
            new double[1],
            false,
            points.count(),
            lab.workers())
        .score(points, values, lab.workers());
    return new Density(frame.grid(values), Arrays.stream(values).max().orElseThrow());
  }

  private static double difference(Density one, Density other) {
    double largest = 0;
    for (int i = 0; i < one.grid().values().length; i++) {
      double apart = Math.abs(one.grid().values()[i] - other.grid().values()[i]);
      largest = Math.max(largest, apart);
    }
    return largest;
  }

  private static double[] column(Rows rows, int column) {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    double[] result = new double[rows.count()];
    Arrays.setAll(result, i -> values[i * rows.columns() + column]);
    return result;
  }

  private static Plot scatter(Rows rows, Rows centers, double[] weights) {
    String[] hover =
        Arrays.stream(weights).mapToObj(w -> "stands for " + (int) w).toArray(String[]::new);
    return Plot.of(
            "Rows and shadow centers",
            centers.count() + " centers of " + rows.count() + " rows, ell = " + SHOWN_ELL,
            Plot.Axis.linear("x1"),
            Plot.Axis.linear("x2"))
        .dots("rows", column(rows, 0), column(rows, 1), null)
        .dots("shadow centers", column(centers, 0), column(centers, 1), hover);
  }

  private static ContourPlot contours(
      Frame frame, Density kde, Density reduced, Rows rows, Rows centers) {
    double[] gaps = kde.grid().values().clone();
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = reduced.grid().values()[i] - gaps[i];
    }
    ContourPlot plot = new ContourPlot("Densities of rows and of shadow centers", 9);
    record Panel(String name, ContourPlot.Grid grid, Rows points) {}
    for (Panel panel :
        List.of(
            new Panel("KDE of the rows", kde.grid(), rows),
            new Panel("ShKDE of the centers", reduced.grid(), centers),
            new Panel("ShKDE less KDE", frame.grid(gaps), centers))) {
      plot.panel(panel.name(), panel.grid(), column(panel.points(), 0), column(panel.points(), 1));
    }
    return plot;
  }
}
