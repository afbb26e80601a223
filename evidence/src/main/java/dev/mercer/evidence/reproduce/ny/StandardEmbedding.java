package dev.mercer.evidence.reproduce.ny;

import dev.mercer.Comparison;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.page.DataTable;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.evidence.reproduce.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** NY figure 1: twos and sixes in two components of kernel PCA, for three kernels. */
final class StandardEmbedding extends PaperPart.Figure {

  /** Two scatters count as about the same if at most this share of the variance is missing. */
  static final double SAME = 0.2;

  /** Features with an accuracy lower by this difference count as clearly less informative. */
  static final double LESS = 0.1;

  /** Above this accuracy, two components are said to separate the classes. */
  static final double INFORMATIVE = 0.8;

  private final int smallRows;

  StandardEmbedding() {
    this(1000);
  }

  StandardEmbedding(int smallRows) {
    super("NY", 1);
    this.smallRows = smallRows;
  }

  @Override
  public String claim() {
    return "Two components of the linear and the polynomial kernel separate the digits 2 and 6"
        + " and are about the same except for a rotation; the RBF kernel separates them"
        + " significantly less.";
  }

  @Override
  public Outcome run(Lab lab) {
    Digits raw = Digits.raw(lab, smallRows);
    Outcome outcome = new Outcome();
    Fits.settings(outcome, raw, lab);
    DataTable table =
        new DataTable(
            "Two components of kernel PCA",
            "pixels",
            "kernel",
            "accuracy from two components",
            "variance they explain",
            "variance of the linear scatter missing after alignment");
    for (Digits digits : List.of(raw, raw.unit())) {
      Map<String, Spread> accuracies = new LinkedHashMap<>();
      Map<String, Double> shares = new LinkedHashMap<>();
      Matrix linear = null;
      double polynomial = 0;
      for (String name : Fits.KERNELS.keySet()) {
        KernelPcaModel model = Fits.exact(name, 2, digits, lab);
        Matrix scores = model.transform(digits.rows());
        linear = linear == null ? scores : linear;
        double difference = missing(linear, scores);
        polynomial = name.equals("polynomial") ? difference : polynomial;
        accuracies.put(name, Fits.accuracy(scores, digits, lab));
        shares.put(
            name,
            (model.eigenvalues()[0] + model.eigenvalues()[1]) / model.report().totalVariance());
        table.row(
            digits.pixels(),
            name,
            accuracies.get(name).percent(),
            NumberText.percent(shares.get(name)),
            NumberText.percent(difference));
        outcome.plot(
            Scatter.of(
                "Kernel PCA, " + name + ", pixels " + digits.pixels(),
                digits.count() + " images; " + accuracies.get(name).percent() + " told apart",
                scores,
                digits));
      }
      judge(outcome, digits.pixels(), accuracies, shares, polynomial);
    }
    outcome.table(table);
    return outcome;
  }

  /** The share of a scatter's variance that no linear image of the other scatter reproduces. */
  static double missing(Matrix scatter, Matrix other) {
    double difference = Comparison.embeddingDifference(scatter, other);
    return difference * difference;
  }

  private static void judge(
      Outcome outcome,
      String pixels,
      Map<String, Spread> accuracies,
      Map<String, Double> shares,
      double polynomial) {
    double linear = accuracies.get("linear").mean();
    double squared = accuracies.get("polynomial").mean();
    double rbf = accuracies.get("RBF").mean();
    if (pixels.equals(Digits.RAW)) {
      outcome.verdict(
          "linear and polynomial components separate the classes",
          Math.min(linear, squared) >= INFORMATIVE,
          NumberText.percent(linear)
              + " and "
              + NumberText.percent(squared)
              + " of unseen images are classified right from two components; required: "
              + NumberText.percent(INFORMATIVE));
      outcome.verdict(
          "linear and polynomial components are about the same except for a rotation",
          polynomial <= SAME,
          "after the best linear alignment "
              + NumberText.percent(polynomial)
              + " of the linear components' variance is missing in the polynomial ones; allowed:"
              + " at most "
              + NumberText.percent(SAME));
    }
    outcome.verdict(
        "pixels " + pixels + ": the RBF kernel separates the classes significantly less",
        linear - rbf >= LESS,
        "accuracy "
            + NumberText.percent(rbf)
            + " beside "
            + NumberText.percent(linear)
            + " of the linear kernel, explained variance "
            + NumberText.percent(shares.get("RBF"))
            + " beside "
            + NumberText.percent(shares.get("linear"))
            + (pixels.equals(Digits.RAW)
                ? ": with these pixels and 1/784 all images are orthogonal to each other"
                : ": with these pixels the kernel is almost linear, so NY must have left them as"
                    + " they are"));
  }
}
