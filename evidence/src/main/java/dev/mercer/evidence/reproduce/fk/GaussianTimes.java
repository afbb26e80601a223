package dev.mercer.evidence.reproduce.fk;

import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;

/** FK figure 8: the time of a product with the Gaussian kernel, with an error of 1e-6. */
final class GaussianTimes extends PaperPart.Figure {

  /** FK names no width. When it equals the side of the square, one expansion is enough. */
  static final double SIGMA = 1;

  static final double ERROR = 1e-6;

  private final double smallSeconds;

  GaussianTimes() {
    this(0.05);
  }

  /**
   * @param smallSeconds how long each product is run repeatedly at small scale
   */
  GaussianTimes(double smallSeconds) {
    super("FK", 8);
    this.smallSeconds = smallSeconds;
  }

  @Override
  public String claim() {
    return "A product with the Gaussian kernel to an accuracy of 1e-6 takes O(N) by a Taylor"
        + " expansion whose truncation number follows from the bound, instead of O(N^2).";
  }

  @Override
  public Outcome run(Lab lab) {
    Gaussian kernel = Gaussian.sigma(SIGMA);
    Outcome outcome =
        new Outcome()
            .setting("kernel", "gaussian, sigma " + SIGMA + " (FK names none)")
            .setting("points", "N sources, 2 N targets, uniform in the unit square, |u_j| <= 1")
            .setting("accuracy", "1e-6 of an entry, truncation number by FK's bound")
            .setting("straightforward", "two loops, one thread (FK: MATLAB)");
    try (Workers one = Workers.of(1)) {
      ProductTimes.measure(
          outcome,
          "Time of a product, Gaussian kernel to 1e-6",
          "truncation number",
          PointProducts.sizes(lab),
          lab.pick(smallSeconds, 0.5),
          n -> {
            PointProducts products = PointProducts.twiceAsManyTargets(n, lab.seed());
            int truncation = products.printedTruncation(SIGMA, ERROR);
            return new ProductTimes.Works(
                () -> products.plain(kernel),
                () -> products.taylor(kernel, truncation, one),
                Integer.toString(truncation));
          });
    }
    return outcome;
  }
}
