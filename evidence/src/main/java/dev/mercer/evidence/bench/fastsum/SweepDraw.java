package dev.mercer.evidence.bench.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.kernel.KernelSpec;
import java.util.Locale;
import java.util.SplittableRandom;

/** Draws random sums for {@link SweepCase}; the same seed always gives the same sums. */
final class SweepDraw {

  private static final int MOST_COLUMNS = 8;
  private static final int MOST_POINTS = 5000;

  private enum Shape {
    UNIFORM,
    CLUSTERED,
    COLLINEAR,
    DUPLICATE,
    FAR_AWAY,
    SHIFTED
  }

  private final SplittableRandom random;
  private final int columns;
  private final Shape shape;
  private final SumTask task;

  SweepDraw(long seed) {
    this.random = new SplittableRandom(seed);
    this.columns = 1 + random.nextInt(MOST_COLUMNS);
    this.shape = Shape.values()[random.nextInt(Shape.values().length)];
    Matrix sources = points();
    Matrix targets = random.nextInt(3) == 0 ? points() : sources;
    String kernel = kernel();
    Double error =
        kernel.contains("polynomial") || kernel.contains("linear") ? null : power(-12, -3);
    this.task = new SumTask(targets, sources, KernelSpec.kernel(kernel), error);
  }

  SumTask task() {
    return task;
  }

  /** The text of the sum, for tables. */
  String text() {
    String error =
        task.error() == null ? "default" : String.format(Locale.ROOT, "%.1e", task.error());
    return task.targets().rows()
        + " x "
        + task.sources().rows()
        + " "
        + shape.name().toLowerCase(Locale.ROOT).replace('_', '-')
        + ", d = "
        + columns
        + ", "
        + task.kernel().spec()
        + ", error "
        + error;
  }

  /** Draws a kernel; three out of four are Gaussian, which has the most schemes. */
  private String kernel() {
    String width = String.format(Locale.ROOT, "%.3e", power(-3, 3));
    return switch (random.nextInt(36)) {
      case 0 -> "laplacian(sigma=" + width + ")";
      case 1, 2 -> "epanechnikov(radius=" + width + ")";
      case 3 -> "matern(nu=1.5,length=" + width + ")";
      case 4 -> "cauchy(sigma=" + width + ")";
      case 5 -> "laplacian-l1(sigma=" + width + ")";
      case 6 -> "polynomial(degree=" + (1 + random.nextInt(4)) + ",offset=1)";
      case 7 -> "polynomial(degree=3,offset=0)";
      case 8 -> "0.5*gaussian(sigma=" + width + ")+polynomial(degree=2,offset=1)";
      default -> "gaussian(sigma=" + width + ")";
    };
  }

  /** A power of ten whose exponent is uniform between these two values. */
  private double power(double low, double high) {
    return Math.pow(10, random.nextDouble(low, high));
  }

  private Matrix points() {
    int n = (int) Math.round(Math.exp(random.nextDouble(0, Math.log(MOST_POINTS))));
    double[] values = random.doubles((long) n * columns).toArray();
    switch (shape) {
      case CLUSTERED -> cluster(values);
      case COLLINEAR -> align(values);
      case DUPLICATE -> repeat(values);
      case FAR_AWAY -> {
        int row = random.nextInt(n);
        for (int c = 0; c < columns; c++) {
          values[row * columns + c] = random.nextDouble(-1, 1) * power(1, 6);
        }
      }
      case SHIFTED -> {
        double offset = power(0, 6);
        for (int k = 0; k < values.length; k++) {
          values[k] += offset;
        }
      }
      case UNIFORM -> {}
    }
    return Matrix.wrap(n, columns, values);
  }

  /** Places the points around a few centers. */
  private void cluster(double[] values) {
    double spread = power(-4, -1);
    int centers = 1 + random.nextInt(8);
    double[] middle = random.doubles((long) centers * columns).toArray();
    for (int first = 0; first < values.length; first += columns) {
      int center = random.nextInt(centers);
      for (int c = 0; c < columns; c++) {
        values[first + c] = middle[center * columns + c] + spread * (values[first + c] - 0.5);
      }
    }
  }

  /** Places the points on a line across the cube. */
  private void align(double[] values) {
    double[] direction = random.doubles(columns, -1, 1).toArray();
    for (int first = 0; first < values.length; first += columns) {
      double along = values[first];
      for (int c = 0; c < columns; c++) {
        values[first + c] = along * direction[c];
      }
    }
  }

  /** Makes all points copies of a tenth of them. */
  private void repeat(double[] values) {
    int n = values.length / columns;
    int distinct = Math.max(1, n / 10);
    for (int i = distinct; i < n; i++) {
      System.arraycopy(values, (i % distinct) * columns, values, i * columns, columns);
    }
  }
}
