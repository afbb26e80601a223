package dev.mercer.evidence.reproduce.fk;

import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.PaperPart;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Polynomial;

/** FK figure 4: the time of a product with the polynomial kernel of degree 2 in the plane. */
final class PolynomialTimes extends PaperPart.Figure {

  static final Polynomial KERNEL = new Polynomial(1, 1, 2);

  private final double smallSeconds;

  PolynomialTimes() {
    this(0.05);
  }

  /**
   * @param smallSeconds how long each product is run repeatedly at small scale
   */
  PolynomialTimes(double smallSeconds) {
    super("FK", 4);
    this.smallSeconds = smallSeconds;
  }

  @Override
  public String claim() {
    return "A product with the kernel (x.y + 1)^2 of N points in the plane takes O(N) by compressed"
        + " monomials instead of O(N^2).";
  }

  @Override
  public Outcome run(Lab lab) {
    Outcome outcome =
        new Outcome()
            .setting("kernel", KERNEL.spec() + ", d = 2, as in FK")
            .setting("points", "uniform in the unit square, |u_j| <= 1 (FK names no points)")
            .setting("straightforward", "two loops, one thread (FK: MATLAB)");
    try (Workers one = Workers.of(1)) {
      ProductTimes.measure(
          outcome,
          "Time of a product, polynomial kernel of degree 2",
          "monomials",
          PointProducts.sizes(lab),
          lab.pick(smallSeconds, 0.5),
          n -> {
            PointProducts products = PointProducts.square(n, lab.seed());
            return new ProductTimes.Works(
                () -> products.plain(KERNEL),
                () -> products.monomials(KERNEL, one),
                Integer.toString(products.terms(KERNEL)));
          });
    }
    return outcome;
  }
}
