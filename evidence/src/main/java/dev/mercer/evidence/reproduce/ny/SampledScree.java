package dev.mercer.evidence.reproduce.ny;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * NY figure 4: cumulative explained variance of Nyström components. NY's shares refer to the
 * variance of the ten sampled images. They are shown next to the shares of the variance of all
 * images, which is what components are meant to explain.
 */
final class SampledScree extends PaperPart.Figure {

  private static final int PAPER = 6;

  /** Ten centered images span only nine directions. */
  private static final int COMPONENTS = Fits.LANDMARKS - 1;

  private final int smallRows;

  SampledScree() {
    this(1000);
  }

  SampledScree(int smallRows) {
    super("NY", 4);
    this.smallRows = smallRows;
  }

  @Override
  public String claim() {
    return "Six Nyström components explain at least 90% of the variance of any ten random images with"
        + " the linear or polynomial kernel, but represent the whole set less accurately than as"
        + " many of the whole kernel matrix.";
  }

  @Override
  public Outcome run(Lab lab) {
    Digits raw = Digits.raw(lab, smallRows);
    Outcome outcome = new Outcome();
    Fits.sampledSettings(outcome, raw, lab);
    DataTable table =
        new DataTable(
            "Ten random images",
            "pixels",
            "kernel",
            "paper: components for 90% of the variance of the ten",
            "ours",
            "ours without centering",
            "variance of all images that 6 explain",
            "6 of the whole matrix");
    for (Digits digits : List.of(raw, raw.unit())) {
      for (String name : Fits.KERNELS.keySet()) {
        one(outcome, table, name, digits, lab);
      }
    }
    return outcome.table(table);
  }

  private static void one(Outcome outcome, DataTable table, String name, Digits digits, Lab lab) {
    double[] needed = new double[Fits.TRIALS];
    double[] uncentered = new double[Fits.TRIALS];
    double[][] ofTen = new double[COMPONENTS][Fits.TRIALS];
    double[][] ofAll = new double[COMPONENTS][Fits.TRIALS];
    KernelPcaModel whole = Fits.exact(name, COMPONENTS, digits, lab);
    double total = whole.report().totalVariance();
    double[] best = StandardScree.cumulative(whole.eigenvalues(), total);
    for (int trial = 0; trial < Fits.TRIALS; trial++) {
      KernelPcaModel model = Fits.nystrom(name, COMPONENTS, digits, trial, lab);
      DenseRows images =
          DenseRows.copyOf(model.landmarks() == null ? model.points() : model.landmarks());
      KernelPca alone = KernelPca.with(Fits.kernel(name)).threads(lab.threads());
      KernelPcaModel ten = alone.rank(COMPONENTS).fit(images);
      KernelPcaModel plain = alone.rank(Fits.LANDMARKS).center(false).fit(images);
      uncentered[trial] =
          StandardScree.needed(
              StandardScree.cumulative(plain.eigenvalues(), plain.report().totalVariance()));
      double[] shares = StandardScree.cumulative(ten.eigenvalues(), ten.report().totalVariance());
      needed[trial] = StandardScree.needed(shares);
      // The eigenvalues of a subset model are the variances of all rows along its components.
      double[] captured = StandardScree.cumulative(model.eigenvalues(), total);
      for (int k = 0; k < COMPONENTS; k++) {
        ofTen[k][trial] = shares[Math.min(k, shares.length - 1)];
        ofAll[k][trial] = captured[Math.min(k, captured.length - 1)];
      }
    }
    Spread components = Spread.of(needed);
    boolean printed = !name.equals("RBF");
    table.row(
        digits.pixels(),
        name,
        printed ? PAPER : null,
        components.text(),
        Spread.of(uncentered).text(),
        Spread.of(ofAll[PAPER - 1]).percent(),
        NumberText.percent(best[PAPER - 1]));
    double[] numbers = StandardScree.numbers(COMPONENTS);
    Plot plot =
        Plot.of(
            "Explained variance from ten images, " + name + ", pixels " + digits.pixels(),
            "bars: one standard deviation over " + Fits.TRIALS + " trials",
            Plot.Axis.linear("components"),
            Plot.Axis.linear("share of the variance explained"));
    plot = Spread.meanLine(plot, "of the ten images", numbers, spreads(ofTen));
    plot = Spread.meanLine(plot, "of all images", numbers, spreads(ofAll));
    plot = plot.line("of all, whole matrix", StandardScree.numbers(best.length), best);
    outcome.plot(plot.reference("90%", new double[] {1, COMPONENTS}, new double[] {0.9, 0.9}));
    if (!digits.pixels().equals(Digits.RAW) || !printed) {
      return;
    }
    outcome.verdict(
        name + ": six components explain 90% of the variance of any ten images",
        components.largest() <= PAPER,
        "needed in the "
            + Fits.TRIALS
            + " trials: "
            + components.text()
            + ", at most "
            + NumberText.of(components.largest())
            + ", at least "
            + NumberText.of(components.least())
            + "; without centering the ten, which NY (16) leaves unclear, "
            + Spread.of(uncentered).text());
    Spread captured = Spread.of(ofAll[PAPER - 1]);
    outcome.verdict(
        name + ": they represent the whole set less accurately",
        captured.largest() < best[PAPER - 1],
        "six explain "
            + captured.percent()
            + " of the variance of all images, six of the whole matrix "
            + NumberText.percent(best[PAPER - 1]));
  }

  private static List<Spread> spreads(double[][] values) {
    List<Spread> result = new ArrayList<>();
    Arrays.stream(values).forEach(each -> result.add(Spread.of(each)));
    return result;
  }
}
