package dev.mercer.evidence.reproduce.fk;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Polynomial;
import java.util.ArrayList;
import java.util.List;

/** FK figure 5: the two products with a polynomial kernel differ only by rounding. */
final class PolynomialErrors extends PaperPart.Figure {

  PolynomialErrors() {
    super("FK", 5);
  }

  @Override
  public String claim() {
    return "The fast product with a polynomial kernel makes no approximation: it differs from the"
        + " straightforward one by numerical error only.";
  }

  @Override
  public Outcome run(Lab lab) {
    int draws = lab.pick(10, 100);
    Polynomial kernel = PolynomialTimes.KERNEL;
    int[] sizes = PointProducts.sizes(lab);
    DataTable table =
        new DataTable(
            "Largest difference of an entry", "N", "mean", "largest", "bound of rounding", "share");
    List<Spread> errors = new ArrayList<>();
    double[] bounds = new double[sizes.length];
    double worst = 0;
    try (Workers one = Workers.of(1)) {
      for (int k = 0; k < sizes.length; k++) {
        double[] found = new double[draws];
        for (int draw = 0; draw < draws; draw++) {
          PointProducts products = PointProducts.square(sizes[k], lab.seed() + draw);
          found[draw] =
              PointProducts.largestDifference(
                  products.plain(kernel), products.monomials(kernel, one));
          bounds[k] = Math.max(bounds[k], bound(products));
          worst = Math.max(worst, found[draw] / bound(products));
        }
        Spread error = Spread.of(found);
        errors.add(error);
        table.row(sizes[k], error.mean(), error.largest(), bounds[k], error.largest() / bounds[k]);
      }
    }
    double[] numbers = PointProducts.numbers(sizes);
    Plot plot =
        Plot.of(
            "Largest difference of the two products",
            kernel.spec() + ", d = 2; bars: least to largest of " + draws + " draws",
            Plot.Axis.linear("N"),
            Plot.Axis.logarithmic("largest absolute difference"));
    plot = Spread.rangeLine(plot, "measured", numbers, errors);
    Outcome outcome =
        new Outcome()
            .setting("kernel", kernel.spec() + ", d = 2, as in FK")
            .setting("draws of points and vectors", draws + ", seeds from " + lab.seed())
            .table(table)
            .plot(plot.reference("bound of rounding", numbers, bounds));
    outcome.verdict(
        "the difference is only rounding",
        worst <= 1,
        "at most "
            + NumberText.of(errors.get(errors.size() - 1).largest())
            + " at N = "
            + sizes[sizes.length - 1]
            + ", "
            + NumberText.percent(worst)
            + " of what the rounding of both sums may amount to");
    return outcome;
  }

  /**
   * A bound on the rounding errors of both sums. Each has N terms of at most k_max |u_j|, with
   * k_max = (2 + 1)^2 on the unit square. A term gathers at most N + 8 roundings, from the sum and
   * from its own computation, and a monomial's no more.
   */
  private static double bound(PointProducts products) {
    int n = products.sources().rows();
    double largest = 9;
    return 2 * (n + 8) * Math.ulp(0.5) * largest * products.size();
  }
}
