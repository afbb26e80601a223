package dev.mercer.internal.explicit;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;

/**
 * The linear kernel as its own feature map: the terms of a point are its coordinates.
 *
 * @param errorBound the rounding of an inner product, for points of known norms: a sum of d
 *     products in any order is off by d 2^-53 |x||y|, and two orders differ by up to twice that; 0
 *     if the norms are not known
 */
public record IdentityFeatures(int columns, double errorBound) implements FeatureMap {

  public IdentityFeatures {
    if (columns < 1) {
      throw new IllegalArgumentException("columns = " + columns + "; a point has at least 1");
    }
  }

  public IdentityFeatures(int columns) {
    this(columns, 0);
  }

  public IdentityFeatures(Matrix targets, Matrix sources) {
    this(
        targets.columns(),
        1.01 * 2 * targets.columns() * 0x1p-53 * LargestNorm.of(targets) * LargestNorm.of(sources));
  }

  @Override
  public String scheme() {
    return "identity";
  }

  @Override
  public int terms() {
    return columns;
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public int scratch(int stride) {
    return 0;
  }

  @Override
  public void map(
      int count, int stride, double[] x, double[] z, double[] scratch, Backend backend) {
    for (int c = 0; c < columns; c++) {
      System.arraycopy(x, c * stride, z, c * stride, count);
    }
  }
}
