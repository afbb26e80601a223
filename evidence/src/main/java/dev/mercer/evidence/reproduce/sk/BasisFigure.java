package dev.mercer.evidence.reproduce.sk;

import dev.mercer.Comparison;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * SK figure 3: for concrete and housing, the distance from full KPCA and the training and
 * validation errors against the share of rows in the basis. The methods are SubKPCA, reduced KPCA
 * and Nyström on random, clustered and forward-searched bases, over random divisions of the rows.
 */
final class BasisFigure extends PaperPart.Figure {

  private static final List<String> METHODS = List.of("subset", "reduced", "nystrom");

  private static final ToDoubleFunction<Comparison.Measures> DISTANCE =
      Comparison.Measures::operatorDistanceSquaredPerRank;

  /** The paper's short names of selections, and ours. */
  private static final Map<String, String> SELECTORS = new LinkedHashMap<>();

  static {
    SELECTORS.put("Rand", "uniform");
    SELECTORS.put("Clus", "kmeans-nearest");
    SELECTORS.put("Forw", "greedy");
  }

  /**
   * Shares of the rows. A forward search for larger bases takes as long as everything else
   * together.
   */
  private static final double[] SHARES = {0.05, 0.1, 0.2, 0.3};

  private final double[] shares;
  private final int repeats;

  /** Uses the number of divisions of the lab's scale. */
  BasisFigure() {
    this(SHARES, 0);
  }

  /**
   * @param repeats the number of divisions; 0 for that of the lab's scale
   */
  BasisFigure(double[] shares, int repeats) {
    super("SK", 3);
    this.shares = shares;
    this.repeats = repeats;
  }

  @Override
  public String claim() {
    return "On concrete and housing SubKPCA is nearer to full KPCA than reduced KPCA and Nyström,"
        + " nearest with a forward search; with a tenth of the rows as basis its distance is below"
        + " 1%, and beyond 20% its errors hardly change.";
  }

  @Override
  public Outcome run(Lab lab) {
    int divisions = repeats > 0 ? repeats : lab.pick(2, 50);
    Outcome outcome = new Outcome();
    outcome
        .setting("divisions", divisions + " into 90% and 10% (the paper: 50)")
        .setting("components", "as many as columns")
        .note(OpenData.NOTE);
    for (String name : List.of("concrete", "housing")) {
      set(OpenData.withTarget(lab, name), divisions, outcome, lab);
    }
    return outcome;
  }

  private void set(OpenData data, int divisions, Outcome outcome, Lab lab) {
    Map<String, List<List<Comparison.Measures>>> curves = new LinkedHashMap<>();
    for (int division = 0; division < divisions; division++) {
      long seed = lab.seed() + division;
      OpenData.Division part = data.divide(seed);
      BasisFits fits = data.fits(part.train(), lab);
      Comparison comparison =
          new Comparison(fits.exact(), part.train(), null, part.unseen(), lab.workers().threads());
      SELECTORS.forEach(
          (name, selector) -> measure(name, selector, fits, comparison, seed, curves));
    }
    DataTable table =
        new DataTable(
            data.name(),
            "method",
            "selection",
            "basis %",
            "D^2 / r",
            "deviation",
            "E_emp",
            "its deviation",
            "E_val",
            "deviation of that");
    curves.forEach(
        (curve, points) -> {
          for (int k = 0; k < shares.length; k++) {
            Spread distance = spread(points.get(k), DISTANCE);
            Spread error = spread(points.get(k), Comparison.Measures::normalizedError);
            Spread unseen = spread(points.get(k), Comparison.Measures::normalizedValidationError);
            String[] names = curve.split(", ");
            table.row(
                names[0],
                names[1],
                100 * shares[k],
                distance.mean(),
                distance.deviation(),
                error.mean(),
                error.deviation(),
                unseen.mean(),
                unseen.deviation());
          }
        });
    outcome
        .table(table)
        .plot(plot(data, "distance from full KPCA", "D^2 / r", curves, DISTANCE))
        .plot(
            plot(
                data,
                "training error",
                "E_emp against full KPCA's",
                curves,
                Comparison.Measures::normalizedError))
        .plot(
            plot(
                data,
                "validation error",
                "E_val against full KPCA's",
                curves,
                Comparison.Measures::normalizedValidationError));
    judge(data.name(), curves, outcome);
  }

  /**
   * Measures bases of all sizes. If a selector adds rows one by one, smaller bases are the first
   * rows of the largest.
   */
  private void measure(
      String name,
      String selector,
      BasisFits fits,
      Comparison comparison,
      long seed,
      Map<String, List<List<Comparison.Measures>>> curves) {
    int n = fits.rows().count();
    int[] whole =
        selector.equals("greedy") ? fits.basis(selector, count(n, shares.length - 1), seed) : null;
    for (int k = 0; k < shares.length; k++) {
      int count = count(n, k);
      int[] basis =
          whole == null
              ? fits.basis(selector, count, seed)
              : Arrays.copyOf(whole, Math.min(count, whole.length));
      for (String method : METHODS) {
        List<List<Comparison.Measures>> points =
            curves.computeIfAbsent(method + ", " + name, key -> new ArrayList<>());
        if (points.size() == k) {
          points.add(new ArrayList<>());
        }
        points.get(k).add(comparison.measure(fits.fit(method, basis)));
      }
    }
  }

  private int count(int rows, int k) {
    return (int) Math.round(shares[k] * rows);
  }

  private static Spread spread(
      List<Comparison.Measures> measures, ToDoubleFunction<Comparison.Measures> value) {
    return Spread.of(measures.stream().mapToDouble(value).toArray());
  }

  private Plot plot(
      OpenData data,
      String what,
      String axis,
      Map<String, List<List<Comparison.Measures>>> curves,
      ToDoubleFunction<Comparison.Measures> value) {
    Plot plot =
        Plot.of(
            "SK figure 3: " + data.name() + ", " + what,
            data.rows().count() + " rows, mean and deviation over divisions",
            Plot.Axis.linear("basis, % of the rows"),
            Plot.Axis.logarithmic(axis));
    double[] across = Arrays.stream(shares).map(share -> 100 * share).toArray();
    for (Map.Entry<String, List<List<Comparison.Measures>>> curve : curves.entrySet()) {
      List<Spread> spreads = curve.getValue().stream().map(each -> spread(each, value)).toList();
      plot = Spread.meanLine(plot, curve.getKey(), across, spreads);
    }
    return plot;
  }

  private void judge(
      String set, Map<String, List<List<Comparison.Measures>>> curves, Outcome outcome) {
    int better = 0;
    int compared = 0;
    int forward = 0;
    for (int k = 0; k < shares.length; k++) {
      for (String selection : SELECTORS.keySet()) {
        double subset = at(curves, "subset, " + selection, k, DISTANCE);
        for (String other : List.of("reduced, ", "nystrom, ")) {
          compared++;
          better += subset < at(curves, other + selection, k, DISTANCE) ? 1 : 0;
        }
      }
      double best = at(curves, "subset, Forw", k, DISTANCE);
      forward +=
          best <= at(curves, "subset, Rand", k, DISTANCE)
                  && best <= at(curves, "subset, Clus", k, DISTANCE)
              ? 1
              : 0;
    }
    outcome.verdict(
        set + ": SubKPCA is nearer to full KPCA on the same basis",
        better == compared,
        "in " + better + " of " + compared + " comparisons with reduced KPCA and Nyström");
    outcome.verdict(
        set + ": a forward search is the best selection for SubKPCA",
        forward == shares.length,
        "at " + forward + " of " + shares.length + " sizes of the basis");
    int tenth = nearest(0.1);
    double distance = at(curves, "subset, Forw", tenth, DISTANCE);
    double random = at(curves, "subset, Rand", tenth, DISTANCE);
    double clustered = at(curves, "subset, Clus", tenth, DISTANCE);
    outcome.verdict(
        set + ": with a tenth of the rows SubKPCA's distance is below 1%",
        Math.max(distance, Math.max(random, clustered)) < 0.01,
        "D^2 / r is "
            + NumberText.threeDigitPercent(distance)
            + " by forward search, "
            + NumberText.threeDigitPercent(clustered)
            + " by clustering, "
            + NumberText.threeDigitPercent(random)
            + " at random");
    int fifth = nearest(0.2);
    double now = at(curves, "subset, Forw", fifth, Comparison.Measures::normalizedError);
    double last =
        at(curves, "subset, Forw", shares.length - 1, Comparison.Measures::normalizedError);
    outcome.verdict(
        set + ": beyond 20% the training error hardly changes",
        now / last - 1 < 0.01,
        "it falls by " + NumberText.threeDigitPercent(1 - last / now) + " (below 1% asked)");
  }

  private int nearest(double share) {
    int best = 0;
    for (int k = 1; k < shares.length; k++) {
      best = Math.abs(shares[k] - share) < Math.abs(shares[best] - share) ? k : best;
    }
    return best;
  }

  private static double at(
      Map<String, List<List<Comparison.Measures>>> curves,
      String curve,
      int k,
      ToDoubleFunction<Comparison.Measures> value) {
    return spread(curves.get(curve).get(k), value).mean();
  }
}
