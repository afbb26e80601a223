package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.explicit.FeatureMap;

/** x_1 y_1 - x_2 y_2, which no feature space holds: a term of negative sign. */
public record SignedFeatures() implements FeatureMap {
  @Override
  public String scheme() {
    return "signed";
  }

  @Override
  public int columns() {
    return 2;
  }

  @Override
  public int terms() {
    return 2;
  }

  @Override
  public double errorBound() {
    return 0;
  }

  @Override
  public double[] signs() {
    return new double[] {1, -1};
  }

  @Override
  public int scratch(int stride) {
    return 0;
  }

  @Override
  public void map(
      int count, int stride, double[] x, double[] z, double[] scratch, Backend backend) {
    System.arraycopy(x, 0, z, 0, 2 * stride);
  }
}
