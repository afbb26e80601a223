package dev.mercer.evidence.reproduce.sk;

import dev.mercer.Evaluation;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Stopwatch;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * SK figure 6: training error against time on MNIST, for SubKPCA on random rows and for incomplete
 * Cholesky (ICD).
 */
final class LargeFigure extends PaperPart.Figure {

  private static final int RANK = 145;
  private static final double EXPONENT = -5.1;
  private static final double PAPER_SUBSET = 4.57e-5;
  private static final double PAPER_CHOLESKY = 4.59e-5;

  /** One fit. */
  private record Point(int basis, double seconds, double error) {}

  LargeFigure() {
    super("SK", 6);
  }

  @Override
  public String claim() {
    return "On 60,000 MNIST images SubKPCA reaches a training error of 4.57e-5 in 28 seconds and"
        + " ICD one of 4.59e-5 in 156 seconds.";
  }

  @Override
  public Outcome run(Lab lab) {
    DenseRows all = lab.mnist("train", 255).rows();
    int n = Math.min(lab.pick(3000, 60_000), all.count());
    DenseRows rows = DenseRows.copyOf(new RowSlice(all, 0, n));
    int[] bases = lab.pick(new int[] {150, 250, 400, 600}, new int[] {150, 300, 600, 1000, 2000});
    BasisFits fits = new BasisFits(rows, Gaussian.gamma(Math.pow(10, EXPONENT)), false, RANK, lab);
    fits.fit("subset", bases[0], "uniform", lab.seed()); // This fit warms up and is not timed.
    fits.fit("icd", bases[0], null, lab.seed());
    List<Point> subset = new ArrayList<>();
    List<Point> cholesky = new ArrayList<>();
    for (int basis : bases) {
      subset.add(
          point(
              basis,
              Stopwatch.once(() -> fits.fit("subset", basis, "uniform", lab.seed())),
              rows,
              lab));
      cholesky.add(
          point(basis, Stopwatch.once(() -> fits.fit("icd", basis, null, lab.seed())), rows, lab));
    }
    Outcome outcome = new Outcome();
    outcome
        .setting("images", n + " (the paper: 60000), pixels from 0 to 1")
        .setting("kernel", "exp(-10^-5.1 |x - y|^2), as in the paper")
        .setting("components", RANK)
        .setting("centering", "none (open in the paper)")
        .note(
            "The paper says pixels from 0 to 255, but its error of 4.6e-5 is that of pixels from"
                + " 0 to 1, as in its denoising. On the other scale the kernel is narrow and the"
                + " error is near 1.")
        .table(table(subset, cholesky))
        .plot(
            curve(
                curve(
                    Plot.of(
                        "SK figure 6",
                        n + " MNIST images, " + RANK + " components",
                        Plot.Axis.logarithmic("seconds"),
                        Plot.Axis.logarithmic("training error E_emp")),
                    "SubKPCA, random basis",
                    subset),
                "ICD",
                cholesky));
    judge(outcome, subset, cholesky, lab.full());
    return outcome;
  }

  private static Point point(
      int basis, Stopwatch.Timed<KernelPcaModel> timed, DenseRows rows, Lab lab) {
    return new Point(
        basis,
        timed.seconds(),
        new Evaluation(timed.result(), lab.workers().threads()).error(rows, null));
  }

  private static DataTable table(List<Point> subset, List<Point> cholesky) {
    DataTable table =
        new DataTable("Training error and time", "method", "basis", "seconds", "E_emp", "paper");
    subset.forEach(p -> table.row("SubKPCA", p.basis(), p.seconds(), p.error(), null));
    cholesky.forEach(p -> table.row("ICD", p.basis(), p.seconds(), p.error(), null));
    table.row("SubKPCA, paper", null, 28, PAPER_SUBSET, "28 s, 4.57e-5");
    table.row("ICD, paper", null, 156, PAPER_CHOLESKY, "156 s, 4.59e-5");
    return table;
  }

  private static Plot curve(Plot plot, String name, List<Point> points) {
    return plot.line(
        name,
        points.stream().mapToDouble(Point::seconds).toArray(),
        points.stream().mapToDouble(Point::error).toArray());
  }

  /**
   * Compares the times at the error that both methods reach, which is the best error of the worse
   * one.
   */
  private static void judge(
      Outcome outcome, List<Point> subset, List<Point> cholesky, boolean full) {
    double reached = Math.max(least(subset), least(cholesky));
    double own = time(subset, reached);
    double other = time(cholesky, reached);
    outcome.verdict(
        "SubKPCA reaches the same error in less time than ICD",
        own < other,
        "to "
            + String.format(Locale.ROOT, "%.3e", reached)
            + " SubKPCA takes "
            + NumberText.threeDigits(own)
            + " s, ICD "
            + NumberText.threeDigits(other)
            + " s: "
            + NumberText.threeDigits(other / own)
            + " times as long (paper: 5.6 times)");
    if (full) {
      outcome.verdict(
          "SubKPCA reaches an error of 4.57e-5",
          least(subset) <= PAPER_SUBSET * 1.005,
          "its least is " + String.format(Locale.ROOT, "%.3e", least(subset)));
    }
  }

  private static double least(List<Point> points) {
    return points.stream().mapToDouble(Point::error).min().orElse(Double.NaN);
  }

  private static double time(List<Point> points, double error) {
    return points.stream()
        .filter(point -> point.error() <= error * (1 + 1e-9))
        .mapToDouble(Point::seconds)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
