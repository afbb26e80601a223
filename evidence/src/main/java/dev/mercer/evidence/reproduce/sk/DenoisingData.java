package dev.mercer.evidence.reproduce.sk;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.kernel.Gaussian;
import dev.mercer.use.denoise.Noise;
import java.util.List;

/**
 * MNIST for SK sec. 6.5: training images, of which the last ones serve to choose width and rank and
 * take no part in the fit, and test images for the score.
 *
 * @param train pixels from 0 to 255
 * @param scaled the same from 0 to 1
 */
record DenoisingData(DenseRows train, DenseRows scaled, Scaling scaling, NoisyImages images) {

  /**
   * The numbers of images and of models.
   *
   * @param train the largest number of images to fit
   * @param chosen the number of images that serve to choose the parameters
   * @param scored the number of test images
   * @param bases numbers of centers, ascending
   */
  record Sizes(int train, int chosen, int scored, int[] bases, DenoisingSearch.Grid grid) {

    /**
     * The sizes for the scale of this run. The paper's exponents of c go from -6 to -2 in steps of
     * 0.1. Below -4 kernel PCA agrees with linear PCA to two digits; above -2 results for strong
     * noise still improve.
     */
    static Sizes of(Lab lab) {
      return lab.full()
          ? new Sizes(
              60_000,
              500,
              10_000,
              new int[] {100, 500, 1000},
              new DenoisingSearch.Grid(
                  List.of(-5.0, -4.0, -3.5, -3.0, -2.75, -2.5, -2.25, -2.0, -1.75, -1.5, -1.25),
                  List.of(
                      10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 145, 200, 300, 400, 500, 650, 800,
                      900, 950),
                  60,
                  5))
          : new Sizes(
              1500,
              60,
              150,
              new int[] {100, 500},
              new DenoisingSearch.Grid(
                  List.of(-4.0, -2.5, -2.0, -1.5),
                  List.of(10, 20, 40, 60, 80, 100, 200, 300),
                  20,
                  2));
    }
  }

  /** K-means for the paper's centers; the paper does not say how many passes it makes. */
  private static final String CENTERS = "kmeans(iterations=20)";

  static DenoisingData load(Lab lab, Sizes sizes) {
    DenseRows all = lab.mnist("train", 1).rows();
    DenseRows test = lab.mnist("t10k", 1).rows();
    int fitted = Math.min(sizes.train(), all.count() - sizes.chosen());
    DenseRows train = DenseRows.copyOf(new RowSlice(all, 0, fitted));
    Scaling scaling = Scaling.learn("max=255", train, null);
    return new DenoisingData(
        train,
        DenseRows.copyOf(scaling.of(train)),
        scaling,
        new NoisyImages(
            part(test, 0, sizes.scored()),
            part(all, all.count() - sizes.chosen(), sizes.chosen())));
  }

  /** A search that uses {@code basis} K-means centers. */
  DenoisingSearch search(int basis, List<Noise> noises, DenoisingSearch.Grid grid, Lab lab) {
    // K-means does not depend on the kernel.
    Rows centers =
        new BasisFits(scaled, Gaussian.gamma(1), true, 1, lab)
            .landmarks(CENTERS, basis, lab.seed())
            .points();
    return new DenoisingSearch(
        new DenoisingSearch.Training(scaled, centers, scaling),
        images,
        noises,
        grid,
        lab.workers(),
        text -> lab.progress().advance(0, basis + " centers: " + text));
  }

  void describe(Outcome outcome, Sizes sizes, Lab lab) {
    outcome
        .setting("training images", train.count())
        .setting(
            "images that choose width and rank",
            images.chosen().rows() + ", held back from the fit")
        .setting("test images", images.scored().rows() + " (the paper: 10000)")
        .setting("basis", CENTERS + ", seed " + lab.seed() + "; centered models, as in the paper")
        .setting("log10 of c tried", sizes.grid().widths())
        .setting("ranks tried", sizes.grid().ranks() + " and the largest there is")
        .setting("pre-images", "Mika's fixed point from the noisy image")
        .note(
            "The paper takes the best width and rank \"in several picks\" and does not say on which"
                + " images; ours are chosen on training images held back, so that the score is of"
                + " images that took no part.");
  }

  private static Matrix part(DenseRows rows, int first, int count) {
    double[] values = new double[count * rows.columns()];
    rows.copy(first, count, values, 0);
    return Matrix.wrap(count, rows.columns(), values);
  }
}
