package dev.mercer.evidence.bench.uses;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Selecting;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.reproduce.sk.DenoisingSearch;
import dev.mercer.evidence.reproduce.sk.NoisyImages;
import dev.mercer.evidence.reproduce.sk.PairedDifference;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.KMeans;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.Noise;
import dev.mercer.use.denoise.RowMoments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Denoising by subset and by reduced kernel PCA with the same k-means centers of all training
 * images ({@link DenoisingSearch}). Rank and width are chosen with 500 images, after a screening on
 * {@value #SCREENED} of them, and the score is taken on 1,000 others. The score is also computed
 * with the default pre-images, to see what difference they make.
 */
record DenoisingCase(String name, int landmarks) implements BenchCase {

  /**
   * The paper's exponents of c go from -6 to -2 in steps of 0.1. Below -4 kernel PCA agrees with
   * linear PCA to two digits; above -2 results for strong noise still improve.
   */
  private static final List<Double> WIDTHS =
      List.of(-5.0, -4.0, -3.5, -3.0, -2.75, -2.5, -2.25, -2.0, -1.75, -1.5, -1.25);

  private static final List<Integer> RANKS =
      List.of(
          10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 145, 200, 300, 400, 500, 650, 800, 900, 950,
          1000);

  private static final List<Double> QUICK_WIDTHS = List.of(-4.0, -2.0);
  private static final int QUICK_ROWS = 1000;
  private static final int QUICK_LANDMARKS = 30;

  private static final int SCREENED = 60;
  private static final int FINALISTS = 5;

  private static final String DEFAULT = "auto";

  /** The result of the chosen model, with the paper's pre-images and with the default ones. */
  private static Map<String, Object> json(
      String method, DenoisingSearch search, DenoisingSearch.Scored scored) {
    return Json.object(
        "method", method,
        "noise", scored.noise().spec(),
        "width", scored.width(),
        "rank", scored.rank(),
        "choiceError", scored.choiceError(),
        "error", scored.errors().mean(),
        "deviation", scored.errors().standardDeviation(),
        "psnr", scored.errors().psnr(DenoisingImages.PEAK),
        "defaultError", search.errors(scored.model(), DEFAULT, scored.noise()).mean());
  }

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    long start = System.nanoTime();
    BenchCase.say(name + ": k-means");
    DenseRows train =
        setting.slice(DenoisingImages.TRAIN, QUICK_ROWS).load(setting.data(), Precision.DOUBLE);
    int m = setting.quick() ? QUICK_LANDMARKS : landmarks;
    Scaling scaling = Scaling.learn("max=255", train, null);
    DenseRows scaled = DenseRows.copyOf(scaling.of(train));
    Rows centers =
        new Selecting(scaled, Gaussian.gamma(0.01), true, 1).select(new KMeans(20), m, 0).points();
    double seconds = Timing.since(start);
    NoisyImages images = DenoisingImages.load(setting);
    List<Object> results = new ArrayList<>();
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      DenoisingSearch search =
          new DenoisingSearch(
              new DenoisingSearch.Training(scaled, centers, scaling),
              images,
              DenoisingImages.NOISES,
              new DenoisingSearch.Grid(
                  setting.quick() ? QUICK_WIDTHS : WIDTHS, RANKS, SCREENED, FINALISTS),
              workers,
              text -> BenchCase.say(name + ": " + text));
      List<DenoisingSearch.Scored> subset = search.run(DenoisingSearch.SUBSET);
      List<DenoisingSearch.Scored> reduced = search.run(DenoisingSearch.REDUCED);
      RowMoments moments = RowMoments.of(train);
      for (int k = 0; k < subset.size(); k++) {
        ImageErrors errors = subset.get(k).errors();
        Map<String, Object> json = json(DenoisingSearch.SUBSET, search, subset.get(k));
        json.put("lessReduced", PairedDifference.of(errors, reduced.get(k).errors()).json());
        json.put(
            "lessWiener",
            PairedDifference.of(errors, wiener(moments, subset.get(k).noise(), images)).json());
        results.add(json);
      }
      reduced.forEach(scored -> results.add(json(DenoisingSearch.REDUCED, search, scored)));
    }
    return Json.object(
        "rows",
        train.count(),
        "landmarks",
        m,
        "images",
        images.scored().rows(),
        "choosing",
        images.chosen().rows(),
        "widths",
        setting.quick() ? QUICK_WIDTHS : WIDTHS,
        "kmeansSeconds",
        seconds,
        "seconds",
        Timing.since(start),
        "results",
        results);
  }

  private static ImageErrors wiener(RowMoments moments, Noise noise, NoisyImages images) {
    UnaryOperator<Matrix> filter = moments.wiener(moments.meanSquare(noise));
    return NoisyImages.errors(images.scored(), filter.apply(images.noisyScored(noise)));
  }
}
