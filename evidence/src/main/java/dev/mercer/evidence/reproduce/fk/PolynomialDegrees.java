package dev.mercer.evidence.reproduce.fk;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.evidence.reproduce.Stopwatch;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Polynomial;
import java.util.ArrayList;
import java.util.List;

/** FK figure 6: the break-even point of the fast product against the degree. */
final class PolynomialDegrees extends PaperPart.Figure {

  /** The sizes begin below FK's smallest N, because our product breaks even far below it. */
  private static final int[] SIZES = {8, 16, 32, 64, 128, 256, 1000};

  private static final double WARM_TIMES = 10;

  private static final int[] DIMENSIONS = {2, 3, 5, 10, 64, 256, 1024};

  private static final int CUBE = 3;

  /** More points than occur in FK or in its application to faces. */
  private static final double MANY = 1e5;

  private final int smallRounds;
  private final double smallSeconds;

  PolynomialDegrees() {
    this(6, 0.005);
  }

  /**
   * @param smallRounds the number of rounds at small scale
   * @param smallSeconds how long each product is run repeatedly at small scale
   */
  PolynomialDegrees(int smallRounds, double smallSeconds) {
    super("FK", 6);
    this.smallRounds = smallRounds;
    this.smallSeconds = smallSeconds;
  }

  @Override
  public String claim() {
    return "As the degree of the polynomial kernel grows, the number of points from which the fast"
        + " product pays grows too; in high dimensions it may not pay at all.";
  }

  @Override
  public Outcome run(Lab lab) {
    int[] degrees = lab.pick(new int[] {1, 2, 4, 8, 16}, new int[] {1, 2, 3, 4, 6, 8, 12, 16, 24});
    int rounds = lab.pick(smallRounds, 20);
    double enough = lab.pick(smallSeconds, 0.05);
    Outcome outcome =
        new Outcome()
            .setting("degrees", "FK does not say which")
            .setting("points", "uniform in the unit square, d = 2, |u_j| <= 1")
            .setting("times", "processor time of one thread, quickest of repeated runs")
            .setting("rounds", rounds + ", each with its own points and times");
    double[][] breakEven = new double[degrees.length][rounds];
    double[][][] ratios = new double[degrees.length][SIZES.length][rounds];
    try (Workers one = Workers.of(1)) {
      warm(degrees, one, WARM_TIMES * enough);
      for (int round = 0; round < rounds; round++) {
        for (int k = 0; k < degrees.length; k++) {
          double[] found = ratios(degrees[k], lab.seed() + round, enough, one);
          for (int size = 0; size < SIZES.length; size++) {
            ratios[k][size][round] = found[size];
          }
          breakEven[k][round] = crossing(PointProducts.numbers(SIZES), found);
        }
      }
    }
    report(outcome, degrees, breakEven, ratios);
    outcome.table(dimensions(degrees));
    judge(outcome, degrees, breakEven);
    return outcome;
  }

  /** The time of the straightforward product divided by that of the fast one, for each size. */
  private static double[] ratios(int degree, long seed, double enough, Workers one) {
    Polynomial kernel = new Polynomial(1, 1, degree);
    double[] ratios = new double[SIZES.length];
    for (int k = 0; k < SIZES.length; k++) {
      PointProducts products = PointProducts.square(SIZES[k], seed);
      double plain = Stopwatch.cpu(() -> products.plain(kernel), enough).least();
      ratios[k] = plain / Stopwatch.cpu(() -> products.monomials(kernel, one), enough).least();
    }
    return ratios;
  }

  private static void report(
      Outcome outcome, int[] degrees, double[][] breakEven, double[][][] ratios) {
    DataTable table =
        new DataTable(
            "Break-even by degree",
            "degree p",
            "monomials",
            "break-even N",
            "standard error",
            "fast is faster by, N = " + SIZES[SIZES.length - 1]);
    Plot plot =
        Plot.of(
            "Straightforward over fast time, by degree",
            "above 1 the fast product pays; bars: least to largest of the rounds",
            Plot.Axis.logarithmic("N"),
            Plot.Axis.logarithmic("straightforward time / fast time"));
    List<Spread> points = new ArrayList<>();
    for (int k = 0; k < degrees.length; k++) {
      points.add(Spread.of(breakEven[k]));
      List<Spread> line = new ArrayList<>();
      for (double[] each : ratios[k]) {
        line.add(Spread.of(each));
      }
      plot = Spread.rangeLine(plot, "p = " + degrees[k], PointProducts.numbers(SIZES), line);
      table.row(
          degrees[k],
          monomials(PointProducts.COLUMNS, degrees[k]),
          points.get(k).text(),
          points.get(k).standardError(),
          line.get(SIZES.length - 1).mean());
    }
    double[] ends = {SIZES[0], SIZES[SIZES.length - 1]};
    outcome
        .table(table)
        .plot(plot.reference("break-even", ends, new double[] {1, 1}))
        .plot(
            Spread.meanLine(
                Plot.of(
                    "Break-even point by degree",
                    "bars: one standard deviation over the rounds",
                    Plot.Axis.linear("degree p"),
                    Plot.Axis.linear("N from which the fast product pays")),
                "break-even",
                PointProducts.numbers(degrees),
                points));
  }

  /**
   * Warms up, so that the first degree is not slowed down by compilation in the virtual machine.
   */
  private static void warm(int[] degrees, Workers one, double seconds) {
    for (int degree : degrees) {
      Polynomial kernel = new Polynomial(1, 1, degree);
      PointProducts products = PointProducts.square(64, 0);
      Stopwatch.cpu(() -> products.plain(kernel), seconds);
      Stopwatch.cpu(() -> products.monomials(kernel, one), seconds);
    }
  }

  /**
   * The size at which a ratio that grows with N reaches one, interpolated between sizes on
   * logarithmic axes. It is the first size if the ratio is already above one there, and the last if
   * it never is.
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

  /** C(d + p, p), the number of monomials of a point. */
  static double monomials(int dimensions, int degree) {
    double count = 1;
    for (int k = 1; k <= degree; k++) {
      count = count * (dimensions + k) / k;
    }
    return count;
  }

  /**
   * The number of points from which the fast product needs fewer operations: it takes two for each
   * monomial of a point, where the straightforward product takes d + p for each of N points.
   */
  static double fewestPoints(int dimensions, int degree) {
    return 2 * monomials(dimensions, degree) / (dimensions + degree);
  }

  /** The break-even points for other dimensions than FK's two. */
  private static DataTable dimensions(int[] degrees) {
    DataTable table =
        new DataTable(
            "Points from which counting operations favors monomials",
            "degree p",
            "d = 2",
            "d = 3",
            "d = 5",
            "d = 10",
            "d = 64",
            "d = 256",
            "d = 1024");
    for (int degree : degrees) {
      List<Object> row = new ArrayList<>(List.of(degree));
      for (int d : DIMENSIONS) {
        row.add(fewestPoints(d, degree));
      }
      table.row(row.toArray());
    }
    return table;
  }

  private static void judge(Outcome outcome, int[] degrees, double[][] breakEven) {
    List<String> words = new ArrayList<>();
    List<String> falling = new ArrayList<>();
    for (int k = 0; k < degrees.length; k++) {
      Spread here = Spread.of(breakEven[k]);
      words.add("p = " + degrees[k] + ": " + here.text());
      if (k > 0 && here.mean() <= Spread.of(breakEven[k - 1]).mean()) {
        falling.add(degrees[k - 1] + " to " + degrees[k]);
      }
    }
    outcome.verdict(
        "the break-even point grows with every step of the degree",
        falling.isEmpty(),
        "break-even at N about "
            + String.join(", ", words)
            + (falling.isEmpty() ? "" : "; not from p = " + String.join(", ", falling)));
    int rounds = breakEven[0].length;
    double[] slopes = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      double[] points = new double[degrees.length];
      for (int k = 0; k < degrees.length; k++) {
        points[k] = breakEven[k][round];
      }
      slopes[round] = Stopwatch.growth(PointProducts.numbers(degrees), points);
    }
    Spread slope = Spread.of(slopes);
    outcome.verdict(
        "over all degrees the break-even point grows",
        rounds > 1 && slope.mean() > 2 * slope.standardError(),
        "like p to the power of "
            + NumberText.of(slope.mean())
            + ", standard error "
            + NumberText.of(slope.standardError())
            + " over "
            + rounds
            + " rounds; required: more than two standard errors. It grows little because the"
            + " set-up, which is the same for all degrees, decides at so few points, and"
            + " because two loops take longer for a higher power too");
    double plane = fewestPoints(DIMENSIONS[0], CUBE);
    double images = fewestPoints(DIMENSIONS[DIMENSIONS.length - 1], CUBE);
    outcome.verdict(
        "in high dimensions the fast product pays only for very many points, if at all",
        images > MANY,
        "counting operations, degree "
            + CUBE
            + " pays from "
            + Math.round(plane)
            + " points in the plane and from "
            + Math.round(images)
            + " images of 32 x 32 pixels");
  }
}
