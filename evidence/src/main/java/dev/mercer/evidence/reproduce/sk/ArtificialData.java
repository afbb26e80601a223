package dev.mercer.evidence.reproduce.sk;

import dev.mercer.KernelPca;
import dev.mercer.app.data.DataRequest;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.NumberText;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;

/**
 * The plane of SK's figures 1 and 2 and table 1. The paper states 1,000 points in two dimensions,
 * exp(-0.1 |x - y|^2), five components and a basis of 50, and shows the points only in a picture;
 * ours are two interleaved half circles.
 *
 * <p>Their scale follows from a number that the paper prints. Its IKPCA leaves almost the whole
 * squared norm of 1, so its row of 4.7998 says that full KPCA leaves (1 - 2 r / n) / 4.7998 of it.
 * The scale of our points is found by bisection so that they leave the same; the error grows with
 * the scale.
 */
final class ArtificialData {

  static final int RANK = 5;
  static final int BASIS = 50;
  static final double PAPER_IMPROVED = 4.7998;

  static final Kernel KERNEL = Gaussian.gamma(0.1);

  private static final int POINTS = 1000;
  private static final double NOISE = 0.1;
  private static final int STEPS = 20;

  private final DenseRows rows;
  private final double scale;

  private ArtificialData(DenseRows rows, double scale) {
    this.rows = rows;
    this.scale = scale;
  }

  static ArtificialData draw(Lab lab) {
    return draw(lab, POINTS);
  }

  static ArtificialData draw(Lab lab, int points) {
    DenseRows drawn =
        lab.load(
                DataRequest.of(
                    "synthetic:moons(n="
                        + points
                        + ",noise="
                        + NOISE
                        + ",seed="
                        + lab.seed()
                        + ")"),
                1)
            .rows();
    double wanted = (1 - 2.0 * RANK / points) / PAPER_IMPROVED;
    double low = 0.1;
    double high = 100;
    for (int step = 0; step < STEPS; step++) {
      double middle = Math.sqrt(low * high);
      if (left(scaled(drawn, middle), lab) < wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double scale = Math.sqrt(low * high);
    return new ArtificialData(scaled(drawn, scale), scale);
  }

  DenseRows rows() {
    return rows;
  }

  BasisFits fits(Lab lab) {
    return new BasisFits(rows, KERNEL, false, RANK, lab);
  }

  /** Adds the settings that the figures and the table have in common. */
  void describe(Outcome outcome) {
    outcome
        .setting("points", rows.count() + " of two interleaved half circles, noise " + NOISE)
        .setting("scale of the points", NumberText.threeDigits(scale))
        .setting("kernel", "exp(-0.1 |x - y|^2), as in the paper")
        .setting("components", RANK)
        .setting("basis", BASIS)
        .setting("centering", "none (open in the paper; its formulas (46), (47) have none)")
        .note(
            "The paper shows its points only in a picture. Ours are two half circles, drawn "
                + NumberText.threeDigits(scale)
                + " times their usual size, so that full KPCA leaves as much error as the"
                + " paper's IKPCA row implies; values found are copies of only not expected to"
                + " agree beyond that.");
  }

  /** The share of the squared norm that the best {@value #RANK} axes leave. */
  private static double left(DenseRows rows, Lab lab) {
    double captured = 0;
    for (double eigenvalue :
        KernelPca.with(KERNEL)
            .center(false)
            .rank(RANK)
            .threads(lab.threads())
            .memory(lab.heap())
            .fit(rows)
            .eigenvalues()) {
      captured += eigenvalue;
    }
    return 1 - captured / rows.count();
  }

  private static DenseRows scaled(DenseRows rows, double factor) {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    for (int i = 0; i < values.length; i++) {
      values[i] *= factor;
    }
    return DenseRows.wrap(rows.count(), rows.columns(), values);
  }
}
