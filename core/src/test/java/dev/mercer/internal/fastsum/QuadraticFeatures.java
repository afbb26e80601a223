package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.explicit.FeatureMap;

/**
 * (scale x.y + offset)^2 of points in the plane, term by term as it is multiplied out: offset,
 * sqrt(2 scale offset) x_c, scale x_c^2 and sqrt(2) scale x_1 x_2.
 *
 * @param shift what is added to the first term to make the map wrong by design
 * @param errorBound what the map promises
 */
public record QuadraticFeatures(double scale, double offset, double shift, double errorBound)
    implements FeatureMap {

  public QuadraticFeatures(double scale, double offset) {
    this(scale, offset, 0, 0);
  }

  /** The terms of one point, for definitions. */
  public double[] of(double[] x) {
    double mixed = Math.sqrt(2 * scale * offset);
    return new double[] {
      offset + shift,
      mixed * x[0],
      mixed * x[1],
      scale * x[0] * x[0],
      scale * x[1] * x[1],
      Math.sqrt(2) * scale * x[0] * x[1]
    };
  }

  @Override
  public boolean exact() {
    return shift == 0;
  }

  @Override
  public String scheme() {
    return "quadratic";
  }

  @Override
  public int columns() {
    return 2;
  }

  @Override
  public int terms() {
    return 6;
  }

  /** More than none, and used: a block that gives too little fails. */
  @Override
  public int scratch(int stride) {
    return 2 * stride;
  }

  @Override
  public void map(
      int count, int stride, double[] x, double[] z, double[] scratch, Backend backend) {
    System.arraycopy(x, 0, scratch, 0, 2 * stride);
    for (int j = 0; j < count; j++) {
      double[] terms = of(new double[] {scratch[j], scratch[stride + j]});
      for (int q = 0; q < 6; q++) {
        z[q * stride + j] = terms[q];
      }
    }
    for (int q = 0; q < 6; q++) {
      // What lies behind the points is free: nobody may read it.
      java.util.Arrays.fill(z, q * stride + count, (q + 1) * stride, Double.NaN);
    }
  }
}
