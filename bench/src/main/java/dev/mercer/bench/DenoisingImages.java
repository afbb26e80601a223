package dev.mercer.bench;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.linalg.Matrix;
import dev.mercer.use.GaussianNoise;
import dev.mercer.use.ImageErrors;
import dev.mercer.use.Noise;
import dev.mercer.use.SaltPepperNoise;
import dev.mercer.use.ValueRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The images of SK's Tables 7 and 8 at reduced size, the same for every case: MNIST test images
 * with pixels from 0 to 255, those the score is taken on, and others by which rank and width are
 * chosen; never mixed.
 *
 * @param scored the first of the test images
 * @param chosen those after the first 1,000
 */
record DenoisingImages(Matrix scored, Matrix chosen) {

  static final BenchData TRAIN = BenchData.mnist("train").withDivisor(1);

  /** SK's columns: sigma of Table 7, p of Table 8. */
  static final List<Noise> NOISES = noises();

  static final double PEAK = 255;

  private static final int SCORED = 1000;
  private static final int CHOSEN = 500;
  private static final int QUICK_IMAGES = 20;

  /** Of the noise on the images that choose; the score's is 0. */
  private static final int CHOICE_SEED = 1;

  private static List<Noise> noises() {
    List<Noise> result = new ArrayList<>();
    for (double sigma : new double[] {20, 50, 80, 100}) {
      result.add(new GaussianNoise(sigma));
    }
    for (double p : new double[] {0.05, 0.1, 0.2, 0.4}) {
      result.add(new SaltPepperNoise(p, ValueRange.BYTES));
    }
    return result;
  }

  static DenoisingImages load(BenchCase.Setting setting) {
    DenseRows test =
        BenchData.mnist("t10k")
            .first(SCORED + CHOSEN)
            .withDivisor(1)
            .load(setting.data(), Precision.DOUBLE);
    int scored = setting.quick() ? QUICK_IMAGES : SCORED;
    int chosen = setting.quick() ? QUICK_IMAGES : CHOSEN;
    return new DenoisingImages(part(test, 0, scored), part(test, SCORED, chosen));
  }

  private static Matrix part(DenseRows rows, int first, int count) {
    double[] values = new double[count * rows.columns()];
    rows.copy(first, count, values, 0);
    return Matrix.wrap(count, rows.columns(), values);
  }

  Matrix noisyScored(Noise noise) {
    return noise.on(DenseRows.of(scored), 0);
  }

  Matrix noisyChosen(Noise noise) {
    return noise.on(DenseRows.of(chosen), CHOICE_SEED);
  }

  /** SK's step 6, truncation to 0..255, and its errors. */
  static ImageErrors errors(Matrix clean, Matrix restored) {
    double[] values = restored.toArray();
    ValueRange.BYTES.clip(values);
    return ImageErrors.of(clean, Matrix.wrap(restored.rows(), restored.columns(), values));
  }
}
