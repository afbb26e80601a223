package dev.mercer.evidence.bench.uses;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.reproduce.sk.NoisyImages;
import dev.mercer.use.denoise.Noise;
import java.util.List;
import java.util.stream.Stream;

/**
 * The images of SK's Tables 7 and 8 in smaller numbers, the same for every case. They are MNIST
 * test images: the first ones are scored, and those after the first 1,000 serve to choose the
 * parameters.
 */
final class DenoisingImages {

  static final BenchData TRAIN = BenchData.mnist("train").withDivisor(1);

  /** The columns of SK's tables: sigma in Table 7, p in Table 8. */
  static final List<Noise> NOISES =
      Stream.of(NoisyImages.GAUSSIAN, NoisyImages.SALT_AND_PEPPER).flatMap(List::stream).toList();

  static final double PEAK = 255;

  private static final int SCORED = 1000;
  private static final int CHOSEN = 500;
  private static final int QUICK_IMAGES = 20;

  private DenoisingImages() {}

  static NoisyImages load(BenchCase.Setting setting) {
    DenseRows test =
        BenchData.mnist("t10k")
            .first(SCORED + CHOSEN)
            .withDivisor(1)
            .load(setting.data(), Precision.DOUBLE);
    int scored = setting.quick() ? QUICK_IMAGES : SCORED;
    int chosen = setting.quick() ? QUICK_IMAGES : CHOSEN;
    return new NoisyImages(part(test, 0, scored), part(test, SCORED, chosen));
  }

  private static Matrix part(DenseRows rows, int first, int count) {
    double[] values = new double[count * rows.columns()];
    rows.copy(first, count, values, 0);
    return Matrix.wrap(count, rows.columns(), values);
  }
}
