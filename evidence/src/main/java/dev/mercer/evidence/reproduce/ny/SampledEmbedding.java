package dev.mercer.evidence.reproduce.ny;

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

/** NY figure 2: the same as figure 1, but computed from ten random images. */
final class SampledEmbedding extends PaperPart.Figure {

  /**
   * If the accuracy for two classes is below this, the components contain almost no information.
   */
  private static final double NOTHING = 0.6;

  private final int smallRows;

  SampledEmbedding() {
    this(1000);
  }

  SampledEmbedding(int smallRows) {
    super("NY", 2);
    this.smallRows = smallRows;
  }

  @Override
  public String claim() {
    return "With the linear and the polynomial kernel, Nyström components from ten random images"
        + " show the classes about as well as those of the whole kernel matrix; with the RBF"
        + " kernel they hardly separate them.";
  }

  @Override
  public Outcome run(Lab lab) {
    Digits raw = Digits.raw(lab, smallRows);
    Outcome outcome = new Outcome();
    Fits.sampledSettings(outcome, raw, lab);
    outcome.setting(
        "method",
        "subset, which is NY (16) with its errata corrected; see the page" + " on theory");
    DataTable table =
        new DataTable(
            "Two components from ten images",
            "pixels",
            "kernel",
            "accuracy, kernel trick",
            "accuracy, Nyström",
            "variance of the exact scatter missing after alignment");
    for (Digits digits : List.of(raw, raw.unit())) {
      Map<String, Spread> exactAccuracies = new LinkedHashMap<>();
      Map<String, Spread> accuracies = new LinkedHashMap<>();
      Map<String, Spread> differences = new LinkedHashMap<>();
      for (String name : Fits.KERNELS.keySet()) {
        Matrix exact = Fits.exact(name, 2, digits, lab).transform(digits.rows());
        exactAccuracies.put(name, Fits.accuracy(exact, digits, lab));
        double[] found = new double[Fits.TRIALS];
        double[] difference = new double[Fits.TRIALS];
        for (int trial = 0; trial < Fits.TRIALS; trial++) {
          KernelPcaModel model = Fits.nystrom(name, 2, digits, trial, lab);
          Matrix scores = model.transform(digits.rows());
          found[trial] = Fits.accuracy(scores, digits, lab).mean();
          difference[trial] = StandardEmbedding.missing(exact, scores);
          if (trial == 0) {
            outcome.plot(
                Scatter.of(
                    "Nyström kernel PCA, " + name + ", pixels " + digits.pixels(),
                    "ten random images, first of " + Fits.TRIALS + " trials",
                    scores,
                    digits));
          }
        }
        accuracies.put(name, Spread.of(found));
        differences.put(name, Spread.of(difference));
        table.row(
            digits.pixels(),
            name,
            exactAccuracies.get(name).percent(),
            accuracies.get(name).percent(),
            differences.get(name).percent());
      }
      judge(outcome, digits.pixels(), exactAccuracies, accuracies, differences);
    }
    outcome.table(table);
    return outcome;
  }

  private static void judge(
      Outcome outcome,
      String pixels,
      Map<String, Spread> exact,
      Map<String, Spread> nystrom,
      Map<String, Spread> differences) {
    if (pixels.equals(Digits.RAW)) {
      for (String name : List.of("linear", "polynomial")) {
        double lost = exact.get(name).mean() - nystrom.get(name).mean();
        outcome.verdict(
            name + ": ten images show the classes about as well as all do",
            lost <= StandardEmbedding.LESS,
            "accuracy from two components "
                + nystrom.get(name).percent()
                + " beside "
                + exact.get(name).percent()
                + "; after alignment "
                + NumberText.percent(differences.get(name).mean())
                + " of the variance of the exact components is missing");
      }
    }
    outcome.verdict(
        "pixels " + pixels + ": with RBF, ten images hardly separate the classes",
        nystrom.get("RBF").mean() <= NOTHING,
        "accuracy "
            + nystrom.get("RBF").percent()
            + ", kernel trick "
            + exact.get("RBF").percent()
            + "; \"hardly\" is taken as below "
            + NumberText.percent(NOTHING));
  }
}
