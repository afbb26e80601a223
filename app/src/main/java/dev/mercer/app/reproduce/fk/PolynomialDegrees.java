package dev.mercer.app.reproduce.fk;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.app.reproduce.Experiment;
import dev.mercer.app.reproduce.Lab;
import dev.mercer.app.reproduce.NumberText;
import dev.mercer.app.reproduce.Outcome;
import dev.mercer.app.reproduce.Spread;
import dev.mercer.app.reproduce.Stopwatch;
import dev.mercer.backend.Workers;
import dev.mercer.kernel.Polynomial;
import java.util.ArrayList;
import java.util.List;

/** FK figure 6: the break-even point of the fast product against the degree. */
final class PolynomialDegrees implements Experiment {

  /** Ours breaks even far below FK's smallest N, so sizes begin lower. */
  private static final int[] SIZES = {4, 8, 16, 32, 64, 128, 256, 512, 1000};

  /** An exponent that timing alone would hardly give. */
  private static final double LEAST_GROWTH = 0.05;

  private static final double WARM_SECONDS = 0.05;

  private static final int[] DIMENSIONS = {2, 3, 5, 10, 64, 256, 1024};

  @Override
  public String id() {
    return "fk-fig6";
  }

  @Override
  public String source() {
    return "FK, figure 6";
  }

  @Override
  public String claim() {
    return "As the degree of the polynomial kernel grows, the number of points from which the fast"
        + " product pays grows too; in high dimensions it may not pay at all.";
  }

  @Override
  public Outcome run(Lab lab) {
    int[] degrees = lab.pick(new int[] {1, 2, 4, 8, 16}, new int[] {1, 2, 3, 4, 6, 8, 12, 16, 24});
    double enough = lab.pick(0.02, 0.3);
    Outcome outcome =
        new Outcome()
            .setting("degrees", "FK does not say which")
            .setting("points", "uniform in the unit square, d = 2, |u_j| <= 1")
            .setting("times", "processor time of one thread, quickest of repeated runs");
    DataTable table =
        new DataTable(
            "Break-even by degree",
            "degree p",
            "monomials",
            "break-even N",
            "straightforward ms at N = 1000",
            "fast ms at N = 1000",
            "fast is faster by");
    Plot plot =
        Plot.of(
            "Straightforward over fast time, by degree",
            "above 1 the fast product pays; quickest of repeated runs",
            Plot.Axis.logarithmic("N"),
            Plot.Axis.logarithmic("straightforward time / fast time"));
    List<Double> breakEven = new ArrayList<>();
    double[] numbers = Products.numbers(SIZES);
    try (Workers one = Workers.of(1)) {
      warm(degrees, one);
      for (int degree : degrees) {
        Polynomial kernel = new Polynomial(1, 1, degree);
        double[] ratios = new double[SIZES.length];
        Spread plain = null;
        Spread fast = null;
        int terms = 0;
        for (int k = 0; k < SIZES.length; k++) {
          Products products = Products.square(SIZES[k], lab.seed());
          plain = Stopwatch.cpu(() -> products.plain(kernel), enough);
          fast = Stopwatch.cpu(() -> products.monomials(kernel, one), enough);
          ratios[k] = plain.least() / fast.least();
          terms = products.terms(kernel);
        }
        breakEven.add(crossing(numbers, ratios));
        plot = plot.line("p = " + degree, numbers, ratios);
        table.row(
            degree,
            terms,
            breakEven.get(breakEven.size() - 1),
            1e3 * plain.median(),
            1e3 * fast.median(),
            plain.least() / fast.least());
      }
    }
    double[] ends = {SIZES[0], SIZES[SIZES.length - 1]};
    outcome.table(table).plot(plot.reference("break-even", ends, new double[] {1, 1}));
    outcome.table(terms(degrees));
    judge(outcome, degrees, breakEven);
    return outcome;
  }

  /** The first degree must not pay for what the virtual machine compiles. */
  private static void warm(int[] degrees, Workers one) {
    for (int degree : degrees) {
      Polynomial kernel = new Polynomial(1, 1, degree);
      Products products = Products.square(64, 0);
      Stopwatch.cpu(() -> products.plain(kernel), WARM_SECONDS);
      Stopwatch.cpu(() -> products.monomials(kernel, one), WARM_SECONDS);
    }
  }

  /**
   * Where a ratio that grows with N comes to one, between sizes on logarithmic axes; the first size
   * where it is above one there, the last where it is never.
   */
  static double crossing(double[] sizes, double[] ratios) {
    if (ratios[0] >= 1) {
      return sizes[0];
    }
    for (int k = 1; k < sizes.length; k++) {
      if (ratios[k] >= 1) {
        double share = -Math.log(ratios[k - 1]) / Math.log(ratios[k] / ratios[k - 1]);
        return sizes[k - 1] * Math.pow(sizes[k] / sizes[k - 1], share);
      }
    }
    return sizes[sizes.length - 1];
  }

  /** C(d + p, p): what a point costs, whatever N. */
  private static DataTable terms(int[] degrees) {
    DataTable table =
        new DataTable(
            "Monomials of a point, C(d + p, p)",
            "degree p",
            "d = 2",
            "3",
            "5",
            "10",
            "64",
            "256",
            "1024");
    for (int degree : degrees) {
      List<Object> row = new ArrayList<>(List.of(degree));
      for (int d : DIMENSIONS) {
        double count = 1;
        for (int k = 1; k <= degree; k++) {
          count = count * (d + k) / k;
        }
        row.add(count);
      }
      table.row(row.toArray());
    }
    return table;
  }

  private static void judge(Outcome outcome, int[] degrees, List<Double> breakEven) {
    List<String> words = new ArrayList<>();
    for (int k = 0; k < degrees.length; k++) {
      words.add("p = " + degrees[k] + ": " + Math.round(breakEven.get(k)));
    }
    double growth =
        Stopwatch.growth(
            Products.numbers(degrees),
            breakEven.stream().mapToDouble(Double::doubleValue).toArray());
    outcome.verdict(
        "the break-even point grows with the degree",
        growth >= LEAST_GROWTH && breakEven.get(breakEven.size() - 1) > breakEven.get(0),
        "break-even at N about "
            + String.join(", ", words)
            + ", like p to the power of "
            + NumberText.of(growth)
            + ": at low degrees set-up decides, which is the same for all, and two loops take longer"
            + " for a higher power too");
    double count = 1;
    for (int k = 1; k <= 2; k++) {
      count = count * (1024 + k) / k;
    }
    outcome.verdict(
        "in high dimensions the fast product may not pay",
        count > 1e5,
        "degree 2 on images of 32 x 32 pixels has "
            + NumberText.of(count)
            + " monomials a point: below about as many points two loops do less");
  }
}
