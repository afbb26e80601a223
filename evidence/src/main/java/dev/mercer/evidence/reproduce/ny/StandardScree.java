package dev.mercer.evidence.reproduce.ny;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import java.util.List;
import java.util.Map;

/**
 * NY figure 3: cumulative explained variance of kernel PCA, and the number of components for 90% of
 * it.
 */
final class StandardScree extends PaperPart.Figure {

  static final double WANTED = 0.9;

  /** The numbers of components for at least 90%, according to NY's text. */
  private static final Map<String, Integer> PAPER = Map.of("linear", 100, "polynomial", 300);

  /**
   * The paper's numbers are round and were read off a plot, so a difference of up to a quarter
   * counts as the same.
   */
  private static final double ROUND = 0.25;

  private final int smallRows;
  private final int smallRank;

  StandardScree() {
    this(1000, 400);
  }

  StandardScree(int smallRows, int smallRank) {
    super("NY", 3);
    this.smallRows = smallRows;
    this.smallRank = smallRank;
  }

  @Override
  public String claim() {
    return "Kernel PCA with the whole kernel matrix needs 100 components with the linear and 300 with"
        + " the polynomial kernel to explain at least 90% of the variance.";
  }

  @Override
  public Outcome run(Lab lab) {
    Digits raw = Digits.raw(lab, smallRows);
    int rank = Math.min(lab.pick(smallRank, 500), raw.count() - 1);
    Outcome outcome = new Outcome();
    Fits.settings(outcome, raw, lab);
    outcome.setting("components computed", "up to " + rank);
    DataTable table =
        new DataTable(
            "Components for 90% of the variance",
            "pixels",
            "kernel",
            "paper",
            "ours",
            "explained by 2",
            "by 10",
            "by 100",
            "by all computed");
    for (Digits digits : List.of(raw, raw.unit())) {
      Plot plot =
          Plot.of(
              "Cumulative explained variance, pixels " + digits.pixels(),
              digits.count() + " images, whole kernel matrix",
              Plot.Axis.logarithmic("components"),
              Plot.Axis.linear("share of the variance explained"));
      for (String name : Fits.KERNELS.keySet()) {
        int asked = name.equals("linear") ? Math.min(rank, digits.rows().columns()) : rank;
        KernelPcaModel model = Fits.exact(name, asked, digits, lab);
        double[] shares = cumulative(model.eigenvalues(), model.report().totalVariance());
        plot = plot.line(name, numbers(shares.length), shares);
        table.row(
            digits.pixels(),
            name,
            PAPER.get(name),
            needed(shares) > 0 ? needed(shares) : "more than " + shares.length,
            NumberText.percent(at(shares, 2)),
            NumberText.percent(at(shares, 10)),
            NumberText.percent(at(shares, 100)),
            NumberText.percent(shares[shares.length - 1]));
        if (digits.pixels().equals(Digits.RAW)) {
          judge(outcome, name, shares, digits.count());
        }
      }
      outcome.plot(plot.reference("90%", new double[] {1, rank}, new double[] {WANTED, WANTED}));
    }
    return outcome.table(table);
  }

  private static void judge(Outcome outcome, String name, double[] shares, int rows) {
    int needed = needed(shares);
    Integer paper = PAPER.get(name);
    if (paper == null) {
      outcome.verdict(
          "RBF needs far more components than the others",
          needed == 0,
          shares.length
              + " components explain "
              + NumberText.percent(shares[shares.length - 1])
              + " of the variance of "
              + rows
              + " images: all directions are alike (NY gives no number)");
      return;
    }
    outcome.verdict(
        name + " needs " + paper + " components for 90% of the variance",
        needed > 0 && Math.abs(needed - paper) <= ROUND * paper,
        (needed > 0 ? "we need " + needed : "we need more than " + shares.length)
            + " with "
            + rows
            + " images; fewer images need fewer");
  }

  /** The shares explained by the first component, the first two, and so on. */
  static double[] cumulative(double[] eigenvalues, double total) {
    double[] shares = new double[eigenvalues.length];
    double sum = 0;
    for (int k = 0; k < shares.length; k++) {
      sum += eigenvalues[k];
      shares[k] = sum / total;
    }
    return shares;
  }

  /** How many components explain the wanted share; 0 if even all of them do not. */
  static int needed(double[] shares) {
    for (int k = 0; k < shares.length; k++) {
      if (shares[k] >= WANTED) {
        return k + 1;
      }
    }
    return 0;
  }

  private static double at(double[] shares, int components) {
    return shares[Math.min(components, shares.length) - 1];
  }

  static double[] numbers(int count) {
    double[] numbers = new double[count];
    for (int k = 0; k < count; k++) {
      numbers[k] = k + 1;
    }
    return numbers;
  }
}
