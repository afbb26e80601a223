package dev.mercer.evidence.reproduce.sk;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.Noise;
import dev.mercer.use.preimage.Preimages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Denoising by subset and by reduced kernel PCA with the same centers (SK sec. 6.5). Width and rank
 * are chosen with other images than those that are scored.
 *
 * <ol>
 *   <li>For each width c of k = exp(-c |x - y|^2), fit one model at its largest rank; smaller ranks
 *       are its first components.
 *   <li>Screen all widths and ranks on the first of the images for choosing; try the best few for
 *       each noise on all of these images; score the best one, once, on the other images.
 * </ol>
 *
 * Pre-images are computed by Mika's fixed point, starting from the noisy image, as in the paper.
 */
public final class DenoisingSearch {

  public static final String SUBSET = "subset";
  public static final String REDUCED = "reduced";

  /** The paper's method for pre-images. */
  public static final String FIXED_POINT = "mika";

  /** The paper prints its errors divided by this. */
  public static final double UNIT = 1e5;

  private static final String SCREENING = "mika(iterations=10)";

  /**
   * What the models are fitted to.
   *
   * @param rows pixels from 0 to 1, as are the centers
   * @param scaling the scaling that produced these values
   */
  public record Training(Rows rows, Rows centers, Scaling scaling) {}

  /**
   * The parameters to try.
   *
   * @param widths log10 of c
   * @param ranks ascending; ranks above the largest that a model has are replaced by that largest
   *     rank
   * @param screened the number of images in the screening
   * @param finalists the number of combinations of width and rank that are judged by all images for
   *     choosing
   */
  public record Grid(List<Double> widths, List<Integer> ranks, int screened, int finalists) {}

  /** A width and a rank, and their error. */
  private record Judged(double width, int rank, double error) {}

  /**
   * The parameters chosen for a noise, and their results.
   *
   * @param model the model with the chosen width and rank
   * @param choiceError mean squared error on the images used for choosing
   * @param errors on the images that are scored
   */
  public record Scored(
      Noise noise,
      double width,
      int rank,
      KernelPcaModel model,
      double choiceError,
      ImageErrors errors) {}

  private final Training training;
  private final NoisyImages images;
  private final List<Noise> noises;
  private final Grid grid;
  private final Workers workers;
  private final Consumer<String> progress;

  public DenoisingSearch(
      Training training,
      NoisyImages images,
      List<Noise> noises,
      Grid grid,
      Workers workers,
      Consumer<String> progress) {
    this.training = training;
    this.images = images;
    this.noises = noises;
    this.grid = grid;
    this.workers = workers;
    this.progress = progress;
  }

  /**
   * One result for each noise.
   *
   * @param method subset or reduced
   */
  public List<Scored> run(String method) {
    Map<Double, KernelPcaModel> models = new TreeMap<>();
    List<List<Judged>> screened = new ArrayList<>();
    noises.forEach(noise -> screened.add(new ArrayList<>()));
    for (double width : grid.widths()) {
      progress.accept(method + ", c = 10^" + width);
      KernelPcaModel model = fit(method, width);
      models.put(width, model);
      for (int rank : ranks(model.rank())) {
        double[] errors = screen(model.leading(rank));
        for (int k = 0; k < errors.length; k++) {
          screened.get(k).add(new Judged(width, rank, errors[k]));
        }
      }
    }
    List<Scored> results = new ArrayList<>();
    for (int k = 0; k < screened.size(); k++) {
      Noise noise = noises.get(k);
      Judged best = choose(screened.get(k), noise, models);
      progress.accept(
          method + ", " + noise.spec() + ": c = 10^" + best.width() + ", rank " + best.rank());
      KernelPcaModel model = models.get(best.width()).leading(best.rank());
      ImageErrors errors = errors(model, FIXED_POINT, noise);
      results.add(new Scored(noise, best.width(), best.rank(), model, best.error(), errors));
    }
    return results;
  }

  /** Errors on the scored images, with pre-images by any method. */
  public ImageErrors errors(KernelPcaModel model, String preimages, Noise noise) {
    return NoisyImages.errors(
        images.scored(), denoise(model, preimages, images.noisyScored(noise)));
  }

  /** The images that a model restores from noisy ones. */
  Matrix denoise(KernelPcaModel model, String preimages, Matrix noisy) {
    return Preimages.of(model, preimages, workers.threads()).of(DenseRows.of(noisy)).points();
  }

  /** The ranks to try up to the largest, which is always included. */
  private List<Integer> ranks(int largest) {
    List<Integer> result =
        new ArrayList<>(grid.ranks().stream().filter(rank -> rank < largest).toList());
    result.add(largest);
    return result;
  }

  private KernelPcaModel fit(String method, double width) {
    KernelPca settings =
        KernelPca.with(Gaussian.gamma(Math.pow(10, width))).threads(workers.threads());
    Rows centers = training.centers();
    // Reduced kernel PCA is exact kernel PCA of the landmarks; centering costs it one component.
    return method.equals(SUBSET)
        ? settings
            .rank(centers.count())
            .method(Subset.of(Landmarking.by(new GivenPoints(centers))))
            .fitScaled(training.rows(), null, training.scaling())
        : settings.rank(centers.count() - 1).fitScaled(centers, null, training.scaling());
  }

  /** Mean errors of the first images under every noise, all denoised in one call. */
  private double[] screen(KernelPcaModel model) {
    int count = Math.min(grid.screened(), images.chosen().rows());
    int d = images.chosen().columns();
    double[] all = new double[noises.size() * count * d];
    for (int k = 0; k < noises.size(); k++) {
      double[] noisy = images.noisyChosen(noises.get(k)).values();
      System.arraycopy(noisy, 0, all, k * count * d, count * d);
    }
    Matrix restored = denoise(model, SCREENING, Matrix.wrap(noises.size() * count, d, all));
    Matrix clean = part(images.chosen(), 0, count);
    double[] errors = new double[noises.size()];
    for (int k = 0; k < noises.size(); k++) {
      errors[k] = NoisyImages.errors(clean, part(restored, k * count, count)).mean();
    }
    return errors;
  }

  static Matrix part(Matrix rows, int first, int count) {
    int d = rows.columns();
    double[] values = new double[count * d];
    System.arraycopy(rows.values(), first * d, values, 0, count * d);
    return Matrix.wrap(count, d, values);
  }

  private Judged choose(List<Judged> screened, Noise noise, Map<Double, KernelPcaModel> models) {
    Matrix noisy = images.noisyChosen(noise);
    return screened.stream()
        .sorted(Comparator.comparingDouble(Judged::error))
        .limit(grid.finalists())
        .map(
            judged -> {
              KernelPcaModel model = models.get(judged.width()).leading(judged.rank());
              Matrix restored = denoise(model, FIXED_POINT, noisy);
              return new Judged(
                  judged.width(),
                  judged.rank(),
                  NoisyImages.errors(images.chosen(), restored).mean());
            })
        .min(Comparator.comparingDouble(Judged::error))
        .orElseThrow();
  }
}
