package dev.mercer.evidence.bench.uses;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.reproduce.sk.NoisyImages;
import dev.mercer.internal.json.Json;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.ImageShape;
import dev.mercer.use.denoise.MedianFilter;
import dev.mercer.use.denoise.Noise;
import dev.mercer.use.denoise.RowMoments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The filters of SK's Tables 7 and 8 on the same noisy images, and the best affine filter that
 * knows the noise, which the paper does not have.
 */
record DenoisingFiltersCase(String name) implements BenchCase {

  static final String WIENER = "wiener";
  static final String MEDIAN = "median";
  static final String AWARE = "noise-aware linear";
  static final String NOTHING = "nothing";

  private static final int QUICK_ROWS = 1000;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchCase.say(name);
    long start = System.nanoTime();
    DenseRows train =
        setting.slice(DenoisingImages.TRAIN, QUICK_ROWS).load(setting.data(), Precision.DOUBLE);
    RowMoments moments = RowMoments.of(train);
    NoisyImages images = DenoisingImages.load(setting);
    List<Object> results = new ArrayList<>();
    for (Noise noise : DenoisingImages.NOISES) {
      Matrix noisy = images.noisyScored(noise);
      add(results, NOTHING, noise, images, noisy, UnaryOperator.identity());
      add(results, WIENER, noise, images, noisy, moments.wiener(moments.meanSquare(noise)));
      add(results, AWARE, noise, images, noisy, moments.aware(noise));
      MedianFilter median = new MedianFilter(ImageShape.square(noisy.columns()));
      add(results, MEDIAN, noise, images, noisy, median);
    }
    return Json.object(
        "rows", train.count(),
        "images", images.scored().rows(),
        "seconds", Timing.since(start),
        "results", results);
  }

  private static void add(
      List<Object> results,
      String filter,
      Noise noise,
      NoisyImages images,
      Matrix noisy,
      UnaryOperator<Matrix> by) {
    ImageErrors errors = NoisyImages.errors(images.scored(), by.apply(noisy));
    results.add(
        Json.object(
            "method", filter,
            "noise", noise.spec(),
            "error", errors.mean(),
            "deviation", errors.standardDeviation(),
            "psnr", errors.psnr(DenoisingImages.PEAK)));
  }
}
