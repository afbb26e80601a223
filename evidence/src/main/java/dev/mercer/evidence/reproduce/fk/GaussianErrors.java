package dev.mercer.evidence.reproduce.fk;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.TaylorFeatures;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** FK figure 9: error and truncation number of the fast Gaussian product against N. */
final class GaussianErrors extends PaperPart.Figure {

  /** The width of figure 8, and one for which FK's bound requires many more terms. */
  private static final double[] SIGMAS = {GaussianTimes.SIGMA, 0.5};

  GaussianErrors() {
    super("FK", 9);
  }

  @Override
  public String claim() {
    return "With the truncation number that the bound asks for, the error stays below 1e-6 for all N"
        + " from 100 to 1000 (M = 2 N), and the truncation number hardly grows with N.";
  }

  @Override
  public Outcome run(Lab lab) {
    int draws = lab.pick(3, 30);
    Outcome outcome =
        new Outcome()
            .setting("points", "N sources, 2 N targets, uniform in the unit square, |u_j| <= 1")
            .setting("accuracy", "1e-6 of an entry")
            .setting("sigma", "1 and 0.5 (FK names none)")
            .setting("draws", draws + ", seeds from " + lab.seed());
    try (Workers one = Workers.of(1)) {
      for (double sigma : SIGMAS) {
        run(outcome, lab, sigma, draws, one);
      }
    }
    return outcome;
  }

  private static void run(Outcome outcome, Lab lab, double sigma, int draws, Workers one) {
    Gaussian kernel = Gaussian.sigma(sigma);
    int[] sizes = PointProducts.sizes(lab);
    List<Spread> errors = new ArrayList<>();
    double[] printed = new double[sizes.length];
    double[] ours = new double[sizes.length];
    String name = "sigma " + NumberText.of(sigma);
    DataTable table =
        new DataTable(
            "Error and truncation number, " + name,
            "N",
            "largest error",
            "mean of the draws",
            "p by FK's bound",
            "p by Mercer's");
    for (int k = 0; k < sizes.length; k++) {
      double[] found = new double[draws];
      for (int draw = 0; draw < draws; draw++) {
        PointProducts products = PointProducts.twiceAsManyTargets(sizes[k], lab.seed() + draw);
        int p = products.printedTruncation(sigma, GaussianTimes.ERROR);
        found[draw] =
            PointProducts.largestDifference(
                products.plain(kernel), products.taylor(kernel, p, one));
        printed[k] = p;
        ours[k] =
            TaylorFeatures.of(
                    products.targets(), products.sources(), kernel, GaussianTimes.ERROR / sizes[k])
                .truncation();
      }
      errors.add(Spread.of(found));
      table.row(sizes[k], errors.get(k).largest(), errors.get(k).mean(), printed[k], ours[k]);
    }
    double[] numbers = PointProducts.numbers(sizes);
    double[] allowed = new double[sizes.length];
    Arrays.fill(allowed, GaussianTimes.ERROR);
    Plot plot =
        Plot.of(
            "Largest error of the fast Gaussian product, " + name,
            "bars: least to largest of " + draws + " draws",
            Plot.Axis.linear("N"),
            Plot.Axis.logarithmic("largest absolute error"));
    outcome
        .table(table)
        .plot(
            Spread.rangeLine(plot, "measured", numbers, errors)
                .reference("asked for", numbers, allowed))
        .plot(
            Plot.of(
                    "Truncation number, " + name,
                    "for 1e-6 of an entry",
                    Plot.Axis.linear("N"),
                    Plot.Axis.linear("truncation number p"))
                .line("FK's bound", numbers, printed)
                .line("Mercer's bound", numbers, ours));
    double worst = errors.stream().mapToDouble(Spread::largest).max().orElseThrow();
    outcome.verdict(
        name + ": the error stays below 1e-6",
        worst <= GaussianTimes.ERROR,
        "at most " + NumberText.of(worst) + " over all N and draws");
    int last = sizes.length - 1;
    // The bound falls faster than geometrically in p, so ten times the points add only a term or
    // two.
    outcome.verdict(
        name + ": the truncation number hardly grows with N",
        printed[last] - printed[0] <= 2,
        NumberText.of(printed[0])
            + " at N = "
            + sizes[0]
            + ", "
            + NumberText.of(printed[last])
            + " at N = "
            + sizes[last]
            + " by FK's bound; "
            + NumberText.of(ours[0])
            + " and "
            + NumberText.of(ours[last])
            + " by Mercer's");
  }
}
