package dev.mercer.app.data.synthetic;

import dev.mercer.app.data.columns.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Synthetic data, made row by row. All kinds take {@code n} (1000), {@code seed} (0) and {@code
 * noise}, the standard deviation of the Gaussian noise that is added to every coordinate.
 *
 * <table>
 *   <caption>Kinds, their keys with defaults, and their labels</caption>
 *   <tr><td>annulus</td><td>noise=0, inner=outer/2, outer=1</td><td>uniform on the area between two circles</td></tr>
 *   <tr><td>circles</td><td>noise=0.05, factor=0.5</td><td>label 0: radius 1, label 1: radius {@code factor}</td></tr>
 *   <tr><td>moons</td><td>noise=0.1</td><td>label 0: upper half circle, label 1: the lower, interleaved</td></tr>
 *   <tr><td>swiss-roll</td><td>noise=0, height=21</td><td>3 columns; the label is the angle along the roll</td></tr>
 *   <tr><td>blobs</td><td>noise=1, d=2, centers=3, box=10</td><td>centers uniform in [-box, box]; label: the center</td></tr>
 *   <tr><td>gaussian-mixture</td><td>noise=0, d=2, components=3, spread=4</td><td>unequal shares, own random covariances;
 *       label: the component</td></tr>
 *   <tr><td>sphere</td><td>noise=0, d=3, radius=1</td><td>uniform on its surface</td></tr>
 *   <tr><td>mixed-sources</td><td>noise=0</td><td>3 columns: a uniform, a Laplacian and a two-peaked source of variance
 *       1, mixed by (1, 0.6, 0.3), (-0.4, 1, 0.5), (0.3, -0.5, 1)</td></tr>
 * </table>
 *
 * Labels of two or more classes alternate (row number modulo the number of classes), except in
 * gaussian-mixture, where they are drawn.
 */
final class Synthetic {

  private static final double FAR = 1e12;
  private static final double FULL_TURN = 2 * Math.PI;

  /**
   * Parameters that all rows share are drawn from the random numbers of this row number, which no
   * real row has.
   */
  private static final long SHARED = Long.MIN_VALUE;

  /** The largest number of values common to all rows: centers, or a d x d matrix per component. */
  private static final int MOST_SHARED = 10_000_000;

  private static final int MOST_MIXTURE_COLUMNS = 1000;

  /** Fills one row; returns its label, or null for none. */
  interface Rule {
    String fill(long row, RowRandom random, double[] values, int at);
  }

  /**
   * How rows are made.
   *
   * @param noise the standard deviation of the noise added to every coordinate
   */
  record Generator(int columns, boolean labeled, double noise, Rule rule) {

    String fill(long row, RowRandom random, double[] values, int at) {
      String label = rule.fill(row, random, values, at);
      if (noise > 0) {
        for (int j = 0; j < columns; j++) {
          values[at + j] += noise * random.gaussian();
        }
      }
      return label;
    }
  }

  private static final Map<String, Function<SyntheticSpec, Generator>> KINDS =
      new LinkedHashMap<>();

  static {
    KINDS.put("annulus", Synthetic::annulus);
    KINDS.put("circles", Synthetic::circles);
    KINDS.put("moons", Synthetic::moons);
    KINDS.put("swiss-roll", Synthetic::swissRoll);
    KINDS.put("blobs", Synthetic::blobs);
    KINDS.put("gaussian-mixture", Synthetic::gaussianMixture);
    KINDS.put("sphere", Synthetic::sphere);
    KINDS.put("mixed-sources", Synthetic::mixedSources);
  }

  private Synthetic() {}

  static Generator generator(SyntheticSpec spec) {
    Function<SyntheticSpec, Generator> kind = KINDS.get(spec.name());
    if (kind == null) {
      throw spec.unknownName(KINDS.keySet());
    }
    return kind.apply(spec);
  }

  static long seed(SyntheticSpec spec) {
    return spec.whole("seed", 0, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static double noise(SyntheticSpec spec, double fallback) {
    return spec.real("noise", fallback, 0, FAR);
  }

  private static Generator annulus(SyntheticSpec spec) {
    double outer = spec.real("outer", 1, Double.MIN_NORMAL, FAR);
    double inner = spec.real("inner", outer / 2, 0, outer);
    Rule rule =
        (row, random, values, at) -> {
          double share = random.uniform();
          double radius = Math.sqrt(inner * inner + share * (outer * outer - inner * inner));
          onCircle(radius, FULL_TURN * random.uniform(), values, at);
          return null;
        };
    return new Generator(2, false, noise(spec, 0), rule);
  }

  private static Generator circles(SyntheticSpec spec) {
    double factor = spec.real("factor", 0.5, 0, 1);
    Rule rule =
        (row, random, values, at) -> {
          boolean second = (row & 1) == 1;
          onCircle(second ? factor : 1, FULL_TURN * random.uniform(), values, at);
          return second ? "1" : "0";
        };
    return new Generator(2, true, noise(spec, 0.05), rule);
  }

  private static Generator moons(SyntheticSpec spec) {
    Rule rule =
        (row, random, values, at) -> {
          onCircle(1, Math.PI * random.uniform(), values, at);
          if ((row & 1) == 0) {
            return "0";
          }
          values[at] = 1 - values[at];
          values[at + 1] = 0.5 - values[at + 1];
          return "1";
        };
    return new Generator(2, true, noise(spec, 0.1), rule);
  }

  private static Generator swissRoll(SyntheticSpec spec) {
    double height = spec.real("height", 21, 0, FAR);
    Rule rule =
        (row, random, values, at) -> {
          double angle = 1.5 * Math.PI * (1 + 2 * random.uniform());
          values[at] = angle * StrictMath.cos(angle);
          values[at + 1] = height * random.uniform();
          values[at + 2] = angle * StrictMath.sin(angle);
          return Double.toString(angle);
        };
    return new Generator(3, true, noise(spec, 0), rule);
  }

  private static Generator blobs(SyntheticSpec spec) {
    int d = (int) spec.whole("d", 2, 1, Limits.MOST_COLUMNS);
    int count = (int) spec.whole("centers", 3, 1, MOST_SHARED / d);
    double box = spec.real("box", 10, 0, FAR);
    RowRandom shared = new RowRandom().start(seed(spec), SHARED);
    double[] centers = new double[count * d];
    for (int k = 0; k < centers.length; k++) {
      centers[k] = box * (2 * shared.uniform() - 1);
    }
    String[] labels = labels(count);
    Rule rule =
        (row, random, values, at) -> {
          int k = (int) (row % count);
          System.arraycopy(centers, k * d, values, at, d);
          return labels[k];
        };
    return new Generator(d, true, noise(spec, 1), rule);
  }

  private static Generator gaussianMixture(SyntheticSpec spec) {
    int d = (int) spec.whole("d", 2, 1, MOST_MIXTURE_COLUMNS);
    int count = (int) spec.whole("components", 3, 1, MOST_SHARED / (d * d));
    double spread = spec.real("spread", 4, 0, FAR);
    RowRandom shared = new RowRandom().start(seed(spec), SHARED);
    double[] shares = new double[count];
    double[] means = new double[count * d];
    double[] factors = new double[count * d * d];
    double total = 0;
    for (int k = 0; k < count; k++) {
      total += 0.5 + shared.uniform();
      shares[k] = total;
    }
    for (int k = 0; k < means.length; k++) {
      means[k] = spread * shared.gaussian();
    }
    for (int k = 0; k < factors.length; k++) {
      factors[k] = shared.gaussian() / Math.sqrt(d);
    }
    double sum = total;
    String[] labels = labels(count);
    Rule rule =
        (row, random, values, at) -> {
          double drawn = sum * random.uniform();
          int k = 0;
          while (k < count - 1 && drawn >= shares[k]) {
            k++;
          }
          System.arraycopy(means, k * d, values, at, d);
          for (int i = 0; i < d; i++) {
            double z = random.gaussian();
            for (int j = 0; j < d; j++) {
              values[at + j] += z * factors[(k * d + i) * d + j];
            }
          }
          return labels[k];
        };
    return new Generator(d, true, noise(spec, 0), rule);
  }

  private static Generator sphere(SyntheticSpec spec) {
    int d = (int) spec.whole("d", 3, 1, Limits.MOST_COLUMNS);
    double radius = spec.real("radius", 1, 0, FAR);
    Rule rule =
        (row, random, values, at) -> {
          double squares = 0;
          while (squares == 0) {
            for (int j = 0; j < d; j++) {
              double z = random.gaussian();
              values[at + j] = z;
              squares += z * z;
            }
          }
          double scale = radius / Math.sqrt(squares);
          for (int j = 0; j < d; j++) {
            values[at + j] *= scale;
          }
          return null;
        };
    return new Generator(d, false, noise(spec, 0), rule);
  }

  private static Generator mixedSources(SyntheticSpec spec) {
    double[][] mixing = {{1, 0.6, 0.3}, {-0.4, 1, 0.5}, {0.3, -0.5, 1}};
    Rule rule =
        (row, random, values, at) -> {
          double flat = Math.sqrt(12) * (random.uniform() - 0.5);
          double share = random.uniform() - 0.5;
          double peaked = -Math.signum(share) * StrictMath.log1p(-2 * Math.abs(share));
          double side = random.uniform() < 0.5 ? -0.9 : 0.9;
          double[] sources = {
            flat, peaked / Math.sqrt(2), side + Math.sqrt(1 - 0.81) * random.gaussian()
          };
          for (int i = 0; i < 3; i++) {
            values[at + i] = 0;
            for (int j = 0; j < 3; j++) {
              values[at + i] += mixing[i][j] * sources[j];
            }
          }
          return null;
        };
    return new Generator(3, false, noise(spec, 0), rule);
  }

  private static void onCircle(double radius, double angle, double[] values, int at) {
    values[at] = radius * StrictMath.cos(angle);
    values[at + 1] = radius * StrictMath.sin(angle);
  }

  private static String[] labels(int count) {
    String[] labels = new String[count];
    for (int k = 0; k < count; k++) {
      labels[k] = Integer.toString(k);
    }
    return labels;
  }
}
