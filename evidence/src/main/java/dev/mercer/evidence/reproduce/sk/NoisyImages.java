package dev.mercer.evidence.reproduce.sk;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.Noise;
import dev.mercer.use.denoise.ValueRange;
import java.util.Arrays;
import java.util.List;

/**
 * Images of SK's tables 7 and 8, pixels from 0 to 255: those that are scored, and separate ones
 * that serve to choose rank and width.
 *
 * @param scored one per row
 * @param chosen one per row
 */
public record NoisyImages(Matrix scored, Matrix chosen) {

  /** The columns of table 7. */
  public static final List<Noise> GAUSSIAN =
      Arrays.stream(new double[] {20, 50, 80, 100}).mapToObj(Noise::gaussian).toList();

  /** The columns of table 8. */
  public static final List<Noise> SALT_AND_PEPPER =
      Arrays.stream(new double[] {0.05, 0.1, 0.2, 0.4})
          .mapToObj(share -> Noise.saltPepper(share, ValueRange.BYTES))
          .toList();

  /** The seed of the noise on the images for choosing; that of the scored images is 0. */
  private static final int CHOICE_SEED = 1;

  public Matrix noisyScored(Noise noise) {
    return noise.on(DenseRows.of(scored), 0);
  }

  public Matrix noisyChosen(Noise noise) {
    return noise.on(DenseRows.of(chosen), CHOICE_SEED);
  }

  /** SK's step 6, which truncates to 0..255, and the errors after it. */
  public static ImageErrors errors(Matrix clean, Matrix restored) {
    double[] values = restored.toArray();
    ValueRange.BYTES.clip(values);
    return ImageErrors.of(clean, Matrix.wrap(restored.rows(), restored.columns(), values));
  }
}
