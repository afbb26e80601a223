package dev.mercer.evidence.reproduce.rs;

import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * RS figure 6: the share of the training rows that shadow keeps, over ell, for all four data sets.
 * Only centers are chosen, which is fast, so that all rows are used at either scale.
 */
final class RetainedFigure extends PaperPart.Figure {

  private record Kept(RsSample sample, int rows, double[] means, double[] deviations) {

    double first() {
      return means[0];
    }

    double last() {
      return means[means.length - 1];
    }

    /** The ell at which this share is reached, by linear interpolation between those tried. */
    double reaches(double share, double[] ells) {
      for (int k = 1; k < means.length; k++) {
        if (means[k - 1] <= share && means[k] > share) {
          double part = (share - means[k - 1]) / (means[k] - means[k - 1]);
          return ells[k - 1] + part * (ells[k] - ells[k - 1]);
        }
      }
      return Double.NaN;
    }

    boolean grows() {
      for (int k = 1; k < means.length; k++) {
        if (means[k] < means[k - 1]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * The size of a run.
   *
   * @param rows the largest number of rows of each data set
   * @param steps the number of steps of ell from 3 to 5
   */
  record Size(int rows, int repeats, int steps) {}

  private static final double FEW = 0.1;

  /** RS trains on 80% of german and pendigits, and on nine of ten folds of usps and yale. */
  private static final double EMBEDDED_SHARE = 0.8;

  private static final double CLASSIFIED_SHARE = 0.9;

  private final Size small;
  private final Size full;

  RetainedFigure(Size small, Size full) {
    super("RS", 6);
    this.small = small;
    this.full = full;
  }

  @Override
  public String claim() {
    return "The shadow centers are a part of the data that grows with ell; of usps and yale less"
        + " than 10% is kept for every ell from 3 to 5.";
  }

  @Override
  public Outcome run(Lab lab) {
    Size size = lab.pick(small, full);
    double[] ells = Curves.ells(size.steps());
    List<Kept> all = new ArrayList<>();
    all.add(keep(lab, size, RsSample.german(lab, size.rows()), EMBEDDED_SHARE));
    all.add(keep(lab, size, RsSample.pendigits(lab, size.rows()), EMBEDDED_SHARE));
    all.add(keep(lab, size, RsSample.usps(lab, size.rows()), CLASSIFIED_SHARE));
    all.add(keep(lab, size, RsSample.yale(lab, size.rows()), CLASSIFIED_SHARE));
    all.add(keep(lab, size, RsSample.uspsAsStored(lab, size.rows()), CLASSIFIED_SHARE));
    Outcome outcome = new Outcome();
    all.forEach(kept -> kept.sample().describe(outcome));
    outcome
        .setting("ell", "3 to 5 in " + size.steps() + " steps")
        .setting(
            "repeats",
            size.repeats() + " random choices of the training rows, in random order; seed + repeat")
        .setting("training rows", "80% of german and pendigits, 90% of usps and yale, as in RS");
    outcome.plot(plot(ells, all));
    outcome.table(table(ells, all));
    judge(outcome, ells, all);
    return outcome;
  }

  private static Kept keep(Lab lab, Size size, RsSample sample, double share) {
    double[] ells = Curves.ells(size.steps());
    PaperFit fits = new PaperFit(sample.kernel(), sample.rank(), lab);
    int rows = (int) Math.round(share * sample.rows().count());
    double[][] shares = new double[ells.length][size.repeats()];
    for (int r = 0; r < size.repeats(); r++) {
      int[] drawn = Arrays.copyOf(RsSample.shuffled(sample.rows().count(), lab.seed() + r), rows);
      DenseRows train = DenseRows.copyOf(sample.rows().select(drawn));
      for (int k = 0; k < ells.length; k++) {
        shares[k][r] = (double) fits.centers(train, ells[k]) / rows;
      }
    }
    double[] means = new double[ells.length];
    double[] deviations = new double[ells.length];
    for (int k = 0; k < ells.length; k++) {
      Spread spread = Spread.of(shares[k]);
      means[k] = spread.mean();
      deviations[k] = spread.deviation();
    }
    return new Kept(sample, rows, means, deviations);
  }

  private static Plot plot(double[] ells, List<Kept> all) {
    Plot plot =
        Plot.of(
            "Share of the rows kept",
            "mean and standard deviation over repeats",
            Plot.Axis.linear("ell"),
            Plot.Axis.linear("share of the training rows"));
    for (Kept kept : all) {
      double[] low = new double[ells.length];
      double[] high = new double[ells.length];
      Arrays.setAll(low, k -> kept.means()[k] - kept.deviations()[k]);
      Arrays.setAll(high, k -> kept.means()[k] + kept.deviations()[k]);
      plot = plot.line(kept.sample().name(), ells, kept.means(), low, high);
    }
    double[] few = new double[ells.length];
    Arrays.fill(few, FEW);
    return plot.reference("10%", ells, few);
  }

  private static DataTable table(double[] ells, List<Kept> all) {
    List<String> columns = new ArrayList<>(List.of("ell"));
    for (Kept kept : all) {
      columns.add(kept.sample().name() + " (" + kept.rows() + " rows)");
      columns.add(kept.sample().name() + " ±");
    }
    DataTable table =
        new DataTable("Rows kept, mean and deviation", columns.toArray(String[]::new));
    for (int k = 0; k < ells.length; k++) {
      List<Object> cells = new ArrayList<>(List.of(ells[k]));
      for (Kept kept : all) {
        cells.add(kept.means()[k]);
        cells.add(kept.deviations()[k]);
      }
      table.row(cells.toArray());
    }
    return table;
  }

  private static void judge(Outcome outcome, double[] ells, List<Kept> all) {
    List<Kept> papers = all.subList(0, 4);
    outcome.verdict(
        "only a part of the data is kept, and more for a larger ell",
        papers.stream().allMatch(kept -> kept.grows() && kept.last() < 1),
        words(papers));
    Kept stored = all.get(4);
    for (Kept kept : papers.subList(2, 4)) {
      outcome.verdict(
          "less than 10% of " + kept.sample().name() + " is kept for ell from 3 to 5",
          kept.last() < FEW,
          words(List.of(kept))
              + crossing(kept, ells)
              + (kept.sample().name().equals("usps")
                  ? "; with pixels from -1 to 1 "
                      + Texts.percent(stored.first())
                      + " to "
                      + Texts.percent(stored.last())
                  : ""));
    }
  }

  /**
   * Shadows depend only on sigma / ell, so that an ell that is too large is equivalent to a sigma
   * that is too small.
   */
  private static String crossing(Kept kept, double[] ells) {
    double ell = kept.reaches(FEW, ells);
    return Double.isNaN(ell)
        ? ""
        : "; 10% is reached at ell = "
            + Texts.number(ell)
            + ". The paper's share would need a sigma "
            + Texts.number(ells[ells.length - 1] / ell)
            + " times as wide, or pixels scaled down by as much, which the paper does not say";
  }

  private static String words(List<Kept> some) {
    return String.join(
        ", ",
        some.stream()
            .map(
                kept ->
                    kept.sample().name()
                        + " "
                        + Texts.percent(kept.first())
                        + " at ell = 3, "
                        + Texts.percent(kept.last())
                        + " at 5")
            .toList());
  }
}
