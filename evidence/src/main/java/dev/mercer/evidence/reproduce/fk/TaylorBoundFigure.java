package dev.mercer.evidence.reproduce.fk;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.FeatureSum;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * FK figure 7: the error of one Taylor expansion with truncation numbers 1 to 11, next to its
 * bounds. All are for one entry of K u with |u_j| <= 1: FK's bound as printed, and Mercer's, which
 * omits FK's factor exp(d / (4 sigma^2)) and uses the actual distances of the points.
 */
final class TaylorBoundFigure extends PaperPart.Figure {

  private static final int POINTS = 1000;
  private static final int MOST_TERMS = 11;
  private static final double WANTED = 1e-6;

  /** FK names no width, so several are tried. */
  private static final double[] SIGMAS = {0.5, 1, 2};

  TaylorBoundFigure() {
    super("FK", 7);
  }

  @Override
  public String claim() {
    return "The theoretical bound always lies above the error of the fast Gaussian product, for"
        + " every truncation number from 1 to 11.";
  }

  @Override
  public Outcome run(Lab lab) {
    int draws = lab.pick(3, 30);
    Outcome outcome =
        new Outcome()
            .setting("points", POINTS + ", uniform in the unit square, |u_j| <= 1")
            .setting("sigma", "0.5, 1 and 2 (FK names none)")
            .setting("draws", draws + ", seeds from " + lab.seed())
            .note(
                "FK's bound N |error_p| assumes |u_j| <= 1; in general the sum of all |u_j|"
                    + " takes the place of N.");
    try (Workers one = Workers.of(1)) {
      for (double sigma : SIGMAS) {
        run(outcome, lab, sigma, draws, one);
      }
    }
    return outcome;
  }

  private static void run(Outcome outcome, Lab lab, double sigma, int draws, Workers one) {
    Gaussian kernel = Gaussian.sigma(sigma);
    double[][] errors = new double[MOST_TERMS][draws];
    double[][] bounds = new double[MOST_TERMS][draws];
    double[] printed = new double[MOST_TERMS];
    int[] terms = new int[MOST_TERMS];
    for (int draw = 0; draw < draws; draw++) {
      PointProducts products = PointProducts.square(POINTS, lab.seed() + draw);
      double[] exact = products.plain(kernel);
      double[] fast = new double[POINTS];
      for (int p = 1; p <= MOST_TERMS; p++) {
        FeatureSum sum = products.expansion(kernel, p, one);
        sum.multiply(1, products.vector(), fast);
        errors[p - 1][draw] = PointProducts.largestDifference(fast, exact);
        bounds[p - 1][draw] = sum.errorBound() * products.size();
        printed[p - 1] = products.printedBound(sigma, p);
        terms[p - 1] = sum.terms();
      }
    }
    DataTable table =
        new DataTable(
            "Error and bounds, sigma " + NumberText.of(sigma),
            "p",
            "terms",
            "largest error",
            "Mercer's bound",
            "FK's bound",
            "FK's bound / error");
    List<Spread> measured = new ArrayList<>();
    List<Spread> ours = new ArrayList<>();
    boolean printedHolds = true;
    boolean oursHolds = true;
    double loosest = 0;
    // Both sums of N terms have rounding errors besides the truncation: N eps times the sum of
    // |u_j| <= N.
    double rounding = POINTS * Math.ulp(1.0) * POINTS;
    for (int p = 1; p <= MOST_TERMS; p++) {
      Spread error = Spread.of(errors[p - 1]);
      Spread bound = Spread.of(bounds[p - 1]);
      measured.add(error);
      ours.add(bound);
      for (int draw = 0; draw < draws; draw++) {
        printedHolds &= errors[p - 1][draw] <= printed[p - 1] + rounding;
        oursHolds &= errors[p - 1][draw] <= bounds[p - 1][draw];
      }
      loosest = Math.max(loosest, printed[p - 1] / error.mean());
      table.row(
          p,
          terms[p - 1],
          error.largest(),
          bound.mean(),
          printed[p - 1],
          printed[p - 1] / error.mean());
    }
    double[] numbers = IntStream.rangeClosed(1, MOST_TERMS).asDoubleStream().toArray();
    Plot plot =
        Plot.of(
            "Error and bounds of one Taylor expansion, sigma " + NumberText.of(sigma),
            "N = " + POINTS + "; bars: least to largest of " + draws + " draws",
            Plot.Axis.linear("truncation number p"),
            Plot.Axis.logarithmic("largest error of an entry"));
    plot = Spread.rangeLine(plot, "measured", numbers, measured);
    plot = Spread.rangeLine(plot, "Mercer's bound", numbers, ours);
    outcome.table(table).plot(plot.reference("FK's bound", numbers, printed));
    outcome.verdict(
        "sigma " + NumberText.of(sigma) + ": FK's bound holds for every p",
        printedHolds,
        "it exceeds the error by a factor of up to "
            + NumberText.of(loosest)
            + "; an error of 1e-6 is reached in fact from p = "
            + first(measured.stream().mapToDouble(Spread::largest).toArray())
            + ", and by FK's bound from p = "
            + first(printed)
            + (printed[MOST_TERMS - 1] < measured.get(MOST_TERMS - 1).largest()
                ? "; at p = "
                    + MOST_TERMS
                    + " it is "
                    + NumberText.of(printed[MOST_TERMS - 1])
                    + " and the error "
                    + NumberText.of(measured.get(MOST_TERMS - 1).largest())
                    + ", which is rounding: the bound is of truncation alone"
                : ""));
    outcome.verdict(
        "sigma " + NumberText.of(sigma) + ": Mercer's bound, without FK's exponential, holds too",
        oursHolds,
        "at p = "
            + MOST_TERMS
            + " error "
            + NumberText.of(measured.get(MOST_TERMS - 1).largest())
            + ", Mercer's bound "
            + NumberText.of(ours.get(MOST_TERMS - 1).mean())
            + ", FK's "
            + NumberText.of(printed[MOST_TERMS - 1]));
  }

  private static String first(double[] values) {
    for (int p = 1; p <= values.length; p++) {
      if (values[p - 1] <= WANTED) {
        return Integer.toString(p);
      }
    }
    return "more than " + values.length;
  }
}
