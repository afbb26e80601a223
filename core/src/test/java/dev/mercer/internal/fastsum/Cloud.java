package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import java.util.SplittableRandom;

/** Points that make trees and bounds stumble; of size about 1 but for the far ones. */
public enum Cloud {
  UNIFORM {
    @Override
    void fill(double[] point, int index, SplittableRandom random) {
      for (int c = 0; c < point.length; c++) {
        point[c] = random.nextDouble();
      }
    }
  },
  CLUSTERED {
    @Override
    void fill(double[] point, int index, SplittableRandom random) {
      SplittableRandom center = new SplittableRandom(random.nextInt(4));
      for (int c = 0; c < point.length; c++) {
        point[c] = center.nextDouble() + 0.01 * random.nextGaussian();
      }
    }
  },
  ON_A_LINE {
    @Override
    void fill(double[] point, int index, SplittableRandom random) {
      double t = random.nextDouble();
      for (int c = 0; c < point.length; c++) {
        point[c] = (c + 1) * t - 1;
      }
    }
  },
  DUPLICATES {
    @Override
    void fill(double[] point, int index, SplittableRandom random) {
      for (int c = 0; c < point.length; c++) {
        point[c] = random.nextInt(3) / 2.0;
      }
    }
  },
  ALL_EQUAL {
    @Override
    void fill(double[] point, int index, SplittableRandom random) {
      for (int c = 0; c < point.length; c++) {
        point[c] = c - 0.3;
      }
    }
  },
  WITH_FAR_ONES {
    @Override
    void fill(double[] point, int index, SplittableRandom random) {
      UNIFORM.fill(point, index, random);
      if (index % 17 == 5) {
        point[random.nextInt(point.length)] += 1e8 * random.nextGaussian();
      }
    }
  },
  FAR_FROM_THE_ORIGIN {
    @Override
    void fill(double[] point, int index, SplittableRandom random) {
      UNIFORM.fill(point, index, random);
      for (int c = 0; c < point.length; c++) {
        point[c] += 1e8;
      }
    }
  },
  ASCENDING {
    @Override
    void fill(double[] point, int index, SplittableRandom random) {
      for (int c = 0; c < point.length; c++) {
        point[c] = index / 256.0;
      }
    }
  };

  abstract void fill(double[] point, int index, SplittableRandom random);

  public Matrix points(int n, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[n * d];
    double[] point = new double[d];
    for (int i = 0; i < n; i++) {
      fill(point, i, random);
      System.arraycopy(point, 0, values, i * d, d);
    }
    return Matrix.wrap(n, d, values);
  }
}
