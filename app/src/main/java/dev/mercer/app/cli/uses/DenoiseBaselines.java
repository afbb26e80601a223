package dev.mercer.app.cli.uses;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.spec.Names;
import dev.mercer.use.denoise.ImageShape;
import dev.mercer.use.denoise.MedianFilter;
import dev.mercer.use.denoise.Noise;
import dev.mercer.use.denoise.RowMoments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The filters that denoising is compared with: which ones are wanted, and what each needs. */
final class DenoiseBaselines {

  private static final String MEDIAN = "median";
  private static final String WIENER = "wiener";
  private static final String LINEAR = "linear";
  private static final List<String> KNOWN = List.of(MEDIAN, WIENER, LINEAR);

  /** The number of rows per block when the noise is measured. */
  private static final int BLOCK_ROWS = 1024;

  private final List<String> wanted;

  /**
   * @param noise null if none is added
   * @param reference whether clean rows are given in addition to noisy ones
   * @param train where clean training rows are; null if there are none
   */
  DenoiseBaselines(List<String> wanted, Noise noise, boolean reference, String train) {
    this.wanted = wanted.stream().map(String::strip).toList();
    for (String name : this.wanted) {
      if (!KNOWN.contains(name)) {
        throw new IllegalArgumentException(Names.unknown("baseline", name, KNOWN));
      }
      if (noise == null && !reference) {
        throw new IllegalArgumentException(
            "--baseline " + name + " is measured against clean rows; give --clean or --noise");
      }
      if (!name.equals(MEDIAN) && train == null) {
        throw new IllegalArgumentException(
            "--baseline " + name + " is made of clean rows; give them with --train");
      }
      if (name.equals(LINEAR) && noise == null) {
        throw new IllegalArgumentException(
            "--baseline linear is made for a noise that is known; give --noise, or use wiener");
      }
    }
    if (train != null && !this.wanted.contains(WIENER) && !this.wanted.contains(LINEAR)) {
      throw new IllegalArgumentException(
          "--train is for --baseline wiener or linear; ask for one of them or leave it out");
    }
  }

  boolean wantImages() {
    return wanted.contains(MEDIAN);
  }

  /**
   * The filters by name, in the order requested.
   *
   * @param noise with all parameters taken from the data where needed; null if none is added
   * @param training null if no filter needs it
   */
  Map<String, UnaryOperator<Matrix>> made(
      ImageShape shape, Noise noise, Rows training, NoisyRows rows) {
    RowMoments moments = training == null ? null : RowMoments.of(training);
    Map<String, UnaryOperator<Matrix>> result = new LinkedHashMap<>();
    for (String name : wanted) {
      result.put(
          name,
          switch (name) {
            case MEDIAN -> new MedianFilter(shape);
            case LINEAR -> moments.aware(noise);
            default ->
                moments.wiener(
                    noise == null ? rows.meanSquare(BLOCK_ROWS) : moments.meanSquare(noise));
          });
    }
    return result;
  }
}
