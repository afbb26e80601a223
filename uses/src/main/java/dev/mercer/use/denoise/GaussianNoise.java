package dev.mercer.use.denoise;

import dev.mercer.data.Rows;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;
import java.util.SplittableRandom;

/**
 * Independent normal noise: x' = x + sigma g.
 *
 * @param sigma standard deviation in units of the data; above 0
 */
record GaussianNoise(double sigma) implements Noise {

  static final String NAME = "gaussian";

  GaussianNoise {
    if (!(sigma > 0) || Double.isInfinite(sigma)) {
      throw new IllegalArgumentException(
          "gaussian noise: sigma = " + Numbers.text(sigma) + "; it must be above 0 and finite");
    }
  }

  static GaussianNoise of(Spec spec) {
    spec.requireKeys("sigma");
    return new GaussianNoise(spec.number("sigma"));
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("sigma", sigma).text();
  }

  @Override
  public Noise settled(Rows rows) {
    return this;
  }

  @Override
  public void disturb(double[] values, int offset, int columns, SplittableRandom random) {
    for (int j = 0; j < columns; j++) {
      values[offset + j] += sigma * random.nextGaussian();
    }
  }

  @Override
  public double kept() {
    return 1;
  }

  @Override
  public double shift() {
    return 0;
  }

  @Override
  public double spread(double mean, double variance) {
    return sigma * sigma;
  }
}
