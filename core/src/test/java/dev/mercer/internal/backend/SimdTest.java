package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The vector maps against the scalar ones and, to the bit, their twin; the exponential against
 * StrictMath.
 */
class SimdTest {
  // Beyond four 512-bit registers of floats nothing new happens.
  private static final int LONGEST = 67;
  private static final int MARGIN = 3;

  private static final double[] SPECIAL = {
    0,
    -0.0,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
  };

  private interface DoubleMap {
    void apply(Simd simd, double[] v, int offset, int length, double[] other);
  }

  private interface FloatMap {
    void apply(Simd simd, float[] v, int offset, int length, float[] other);
  }

  private static final Map<String, DoubleMap> DOUBLE_MAPS = new LinkedHashMap<>();
  private static final Map<String, FloatMap> FLOAT_MAPS = new LinkedHashMap<>();

  static {
    DOUBLE_MAPS.put("squaredDistances", (s, v, o, n, w) -> s.squaredDistances(v, o, n, 2, w, o));
    DOUBLE_MAPS.put("affine", (s, v, o, n, w) -> s.affine(v, o, n, -1.7, 0.3));
    DOUBLE_MAPS.put("exp", (s, v, o, n, w) -> s.exp(v, o, n, -1.3));
    DOUBLE_MAPS.put(
        "expOfDistances",
        (s, v, o, n, w) -> s.expOfDistances(v, o, n, 30, w, o, -0.4, new double[v.length], o));
    DOUBLE_MAPS.put("damped 0", (s, v, o, n, w) -> s.dampedQuadratic(v, o, n, 1.3, 0));
    DOUBLE_MAPS.put("damped 1/3", (s, v, o, n, w) -> s.dampedQuadratic(v, o, n, 1.3, 1.0 / 3));
    DOUBLE_MAPS.put("sqrt", (s, v, o, n, w) -> s.sqrt(v, o, n));
    DOUBLE_MAPS.put("reciprocal", (s, v, o, n, w) -> s.reciprocal(v, o, n));
    DOUBLE_MAPS.put("clipNegative", (s, v, o, n, w) -> s.clipNegative(v, o, n));
    DOUBLE_MAPS.put("power 1", (s, v, o, n, w) -> s.power(v, o, n, 1));
    DOUBLE_MAPS.put("power 7", (s, v, o, n, w) -> s.power(v, o, n, 7));
    DOUBLE_MAPS.put("power 16", (s, v, o, n, w) -> s.power(v, o, n, 16));
    DOUBLE_MAPS.put("multiply", (s, v, o, n, w) -> s.multiply(v, o, n, w, o));
    DOUBLE_MAPS.put("add", (s, v, o, n, w) -> s.add(v, o, n, -0.6, w, o));
    FLOAT_MAPS.put("squaredDistances", (s, v, o, n, w) -> s.squaredDistances(v, o, n, 2, w, o));
    FLOAT_MAPS.put("affine", (s, v, o, n, w) -> s.affine(v, o, n, -1.7f, 0.3f));
    FLOAT_MAPS.put("exp", (s, v, o, n, w) -> s.exp(v, o, n, -1.3f));
    FLOAT_MAPS.put(
        "expOfDistances",
        (s, v, o, n, w) -> s.expOfDistances(v, o, n, 30f, w, o, -0.4f, new float[v.length], o));
    FLOAT_MAPS.put("damped 0", (s, v, o, n, w) -> s.dampedQuadratic(v, o, n, 1.3f, 0));
    FLOAT_MAPS.put("damped 1/3", (s, v, o, n, w) -> s.dampedQuadratic(v, o, n, 1.3f, 1f / 3));
    FLOAT_MAPS.put("sqrt", (s, v, o, n, w) -> s.sqrt(v, o, n));
    FLOAT_MAPS.put("reciprocal", (s, v, o, n, w) -> s.reciprocal(v, o, n));
    FLOAT_MAPS.put("clipNegative", (s, v, o, n, w) -> s.clipNegative(v, o, n));
    FLOAT_MAPS.put("power 1", (s, v, o, n, w) -> s.power(v, o, n, 1));
    FLOAT_MAPS.put("power 7", (s, v, o, n, w) -> s.power(v, o, n, 7));
    FLOAT_MAPS.put("power 16", (s, v, o, n, w) -> s.power(v, o, n, 16));
    FLOAT_MAPS.put("multiply", (s, v, o, n, w) -> s.multiply(v, o, n, w, o));
    FLOAT_MAPS.put("add", (s, v, o, n, w) -> s.add(v, o, n, -0.6f, w, o));
  }

  private final Simd scalar = new ScalarSimd();

  static Stream<String> doubleMaps() {
    return DOUBLE_MAPS.keySet().stream();
  }

  static Stream<String> floatMaps() {
    return FLOAT_MAPS.keySet().stream();
  }

  static Stream<String> backEnds() {
    return Stream.of("scalar", "vector", "twin");
  }

  /** Which of the two runs depends on what the process did before: no bit may show it. */
  @ParameterizedTest
  @MethodSource("doubleMaps")
  void twinHasTheBitsOfVectorInDouble(String name) {
    Simd vector = vector();
    Random random = new Random(11);
    for (int length = 0; length <= LONGEST; length++) {
      for (double size : new double[] {1e-300, 1e-9, 1, 30, 400, 1e6, 1e150}) {
        double[] v = randomDoubles(random, length + 2 * MARGIN, signed(name));
        double[] other = randomDoubles(random, v.length, true);
        for (int j = 0; j < v.length; j++) {
          v[j] *= size;
          other[j] *= size;
        }
        if (!name.equals("expOfDistances") && length > 0) {
          v[MARGIN + random.nextInt(length)] = SPECIAL[random.nextInt(SPECIAL.length)];
        }
        double[] twin = v.clone();
        DOUBLE_MAPS.get(name).apply(vector, v, MARGIN, length, other);
        DOUBLE_MAPS.get(name).apply(new VectorTwin(), twin, MARGIN, length, other);
        assertThat(twin).isEqualTo(v); // by Double.equals: every bit but those of NaN
      }
    }
  }

  /** Whole numbers in and out of single precision, exact wherever floats hold them. */
  @ParameterizedTest
  @MethodSource("backEnds")
  void multiplesAndTheWayBack(String name) {
    Simd simd = named(name);
    Random random = new Random(14);
    for (int length = 0; length <= LONGEST; length++) {
      double[] v = new double[length + 2 * MARGIN];
      Arrays.fill(v, 0.3);
      for (int j = 0; j < length; j++) {
        v[MARGIN + j] = (random.nextInt(1 << 12) - (1 << 11)) / 255.0;
      }
      float[] whole = new float[v.length];
      assertThat(simd.multiples(v, MARGIN, length, 255, whole, MARGIN)).isTrue();
      double[] back = new double[v.length];
      simd.widen(whole, MARGIN, length, false, 1, back, MARGIN);
      simd.widen(whole, MARGIN, length, true, 0.25, back, MARGIN);
      for (int j = 0; j < v.length; j++) {
        boolean inside = j >= MARGIN && j < MARGIN + length;
        assertThat(whole[j]).isEqualTo(inside ? (float) Math.rint(255 * v[j]) : 0);
        assertThat(back[j]).isEqualTo(whole[j] / 2.0);
      }
      for (int j = 0; j < length; j++) {
        double kept = v[MARGIN + j];
        v[MARGIN + j] = kept + 1e-9;
        assertThat(simd.multiples(v, MARGIN, length, 255, whole, MARGIN)).isFalse();
        v[MARGIN + j] = kept;
      }
    }
  }

  /** Around every place, also for NaN, and with what does not count before and behind. */
  @ParameterizedTest
  @MethodSource("backEnds")
  void theFirstNotBelowABound(String name) {
    Simd simd = named(name);
    for (int length = 0; length <= LONGEST; length++) {
      float[] v = new float[length + 2 * MARGIN];
      Arrays.fill(v, 9);
      Arrays.fill(v, MARGIN, MARGIN + length, 1.999f);
      assertThat(simd.firstNotBelow(v, MARGIN, length, 2)).isEqualTo(length);
      for (int j = 0; j < length; j++) {
        for (float value : new float[] {2, 3, Float.POSITIVE_INFINITY, Float.NaN}) {
          v[MARGIN + j] = value;
          assertThat(simd.firstNotBelow(v, MARGIN, length, 2)).isEqualTo(j);
          v[MARGIN + length - 1] = 5; // a later one changes nothing
          assertThat(simd.firstNotBelow(v, MARGIN, length, 2)).isEqualTo(j);
          v[MARGIN + length - 1] = 1.999f;
        }
        v[MARGIN + j] = 1.999f;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("floatMaps")
  void twinHasTheBitsOfVectorInFloat(String name) {
    Simd vector = vector();
    Random random = new Random(12);
    for (int length = 0; length <= LONGEST; length++) {
      for (double size : new double[] {1e-38, 1e-9, 1, 15, 40, 1e6, 1e18}) {
        double[] doubles = randomDoubles(random, length + 2 * MARGIN, signed(name));
        double[] others = randomDoubles(random, doubles.length, true);
        for (int j = 0; j < doubles.length; j++) {
          doubles[j] *= size;
          others[j] *= size;
        }
        if (!name.equals("expOfDistances") && length > 0) {
          doubles[MARGIN + random.nextInt(length)] = SPECIAL[random.nextInt(SPECIAL.length)];
        }
        float[] v = toFloats(doubles);
        float[] other = toFloats(others);
        float[] twin = v.clone();
        FLOAT_MAPS.get(name).apply(vector, v, MARGIN, length, other);
        FLOAT_MAPS.get(name).apply(new VectorTwin(), twin, MARGIN, length, other);
        assertThat(twin).isEqualTo(v);
      }
    }
  }

  /** Over the whole range, its ends and the scales that run out, many values each. */
  @Test
  void twinHasTheBitsOfTheVectorExponential() {
    Simd vector = vector();
    Simd twin = new VectorTwin();
    double[][] ranges = {{-760, 720}, {-709, -707}, {709, 711}, {-1, 1}, {-1e-9, 1e-9}, {-110, 95}};
    Random random = new Random(13);
    for (double[] range : ranges) {
      double[] v = new double[50_003];
      for (int i = 0; i < v.length; i++) {
        v[i] = range[0] + (range[1] - range[0]) * random.nextDouble();
      }
      float[] f = toFloats(v);
      double[] twins = v.clone();
      float[] floatTwins = f.clone();
      vector.exp(v, 0, v.length, 1);
      twin.exp(twins, 0, v.length, 1);
      vector.exp(f, 0, f.length, 1);
      twin.exp(floatTwins, 0, f.length, 1);
      assertThat(Arrays.equals(twins, v)).isTrue();
      assertThat(Arrays.equals(floatTwins, f)).isTrue();
    }
  }

  /** Distances are kept and what cancelled is told, for any place of the one that did. */
  @ParameterizedTest
  @MethodSource("backEnds")
  void expOfDistancesTellsWhatCancelled(String name) {
    Simd simd = named(name);
    for (int length = 1; length <= LONGEST; length++) {
      for (int near = -1; near < length; near++) {
        double[] v = new double[length];
        float[] f = new float[length];
        double[] norms = new double[length + 1];
        float[] floatNorms = new float[length + 1];
        for (int j = 0; j < length; j++) {
          norms[1 + j] = 3 + j % 5;
          floatNorms[1 + j] = 3 + j % 5;
          // A distance of 2, or for one of them of 1e-7 of its terms, less than both bounds.
          v[j] = j == near ? 0.5 * (4 + norms[1 + j]) * (1 - 1e-7) : 0.5 * (2 + norms[1 + j]);
          f[j] = (float) v[j];
        }
        double[] distances = new double[length + 2];
        float[] floatDistances = new float[length + 2];
        int cancelled = simd.expOfDistances(v, 0, length, 4, norms, 1, -0.5, distances, 2);
        assertThat(cancelled)
            .as("length %d, near %d", length, near)
            .isLessThanOrEqualTo(near < 0 ? length : near);
        assertThat(cancelled == length).isEqualTo(near < 0);
        cancelled = simd.expOfDistances(f, 0, length, 4, floatNorms, 1, -0.5f, floatDistances, 2);
        assertThat(cancelled)
            .as("float, length %d, near %d", length, near)
            .isLessThanOrEqualTo(near < 0 ? length : near);
        assertThat(cancelled == length).isEqualTo(near < 0);
        for (int j = 0; j < length; j++) {
          if (j != near) {
            assertThat(distances[2 + j]).isEqualTo(2);
            assertThat(floatDistances[2 + j]).isEqualTo(2);
            assertThat(v[j]).isEqualTo(Math.exp(-1), within2Ulp(Math.exp(-1)));
          } else {
            assertThat(distances[2 + j]).isBetween(0.0, 1e-6 * (4 + norms[1 + j]));
          }
        }
      }
    }
  }

  /** Every map is one rounding per step in both, save the exponential: 4 ulp cover it and fma. */
  @ParameterizedTest
  @MethodSource("doubleMaps")
  void vectorAgreesWithScalarInDouble(String name) {
    Simd vector = vector();
    Random random = new Random(1);
    for (int length = 0; length <= LONGEST; length++) {
      for (int offset = 0; offset < MARGIN; offset++) {
        double[] v = randomDoubles(random, offset + length + MARGIN, signed(name));
        double[] other = randomDoubles(random, v.length, true);
        double[] expected = v.clone();
        DOUBLE_MAPS.get(name).apply(scalar, expected, offset, length, other);
        DOUBLE_MAPS.get(name).apply(vector, v, offset, length, other);
        for (int j = 0; j < v.length; j++) {
          boolean mapped = j >= offset && j < offset + length;
          double tolerance = mapped ? 4 * Math.ulp(expected[j]) : 0;
          assertThat(Math.abs(v[j] - expected[j]))
              .as("entry %d, offset %d, length %d", j, offset, length)
              .isLessThanOrEqualTo(tolerance);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("floatMaps")
  void vectorAgreesWithScalarInFloat(String name) {
    Simd vector = vector();
    Random random = new Random(2);
    for (int length = 0; length <= LONGEST; length++) {
      for (int offset = 0; offset < MARGIN; offset++) {
        float[] v = toFloats(randomDoubles(random, offset + length + MARGIN, signed(name)));
        float[] other = toFloats(randomDoubles(random, v.length, true));
        float[] expected = v.clone();
        FLOAT_MAPS.get(name).apply(scalar, expected, offset, length, other);
        FLOAT_MAPS.get(name).apply(vector, v, offset, length, other);
        for (int j = 0; j < v.length; j++) {
          boolean mapped = j >= offset && j < offset + length;
          float tolerance = mapped ? 4 * Math.ulp(expected[j]) : 0;
          assertThat(Math.abs(v[j] - expected[j]))
              .as("entry %d, offset %d, length %d", j, offset, length)
              .isLessThanOrEqualTo(tolerance);
        }
      }
    }
  }

  @Test
  void distancesAgreeUpToTheOrderOfSummation() {
    Simd vector = vector();
    Random random = new Random(3);
    for (int length = 0; length <= LONGEST; length++) {
      double[] x = randomDoubles(random, length + 2, true);
      double[] y = randomDoubles(random, length + 1, true);
      double l1 = scalar.l1Distance(x, 2, y, 1, length);
      double squared = scalar.squaredDistance(x, 2, y, 1, length);
      // Sums of positive terms: each of the n additions and the product errs by half an ulp.
      double relative = (length + 2) * 0x1p-52;
      assertThat(Math.abs(vector.l1Distance(x, 2, y, 1, length) - l1))
          .isLessThanOrEqualTo(l1 * relative);
      assertThat(Math.abs(vector.squaredDistance(x, 2, y, 1, length) - squared))
          .isLessThanOrEqualTo(squared * relative);
      float[] xf = toFloats(x);
      float[] yf = toFloats(y);
      float l1f = scalar.l1Distance(xf, 2, yf, 1, length);
      float squaredf = scalar.squaredDistance(xf, 2, yf, 1, length);
      float relativef = (length + 2) * 0x1p-23f;
      assertThat(Math.abs(vector.l1Distance(xf, 2, yf, 1, length) - l1f))
          .isLessThanOrEqualTo(l1f * relativef);
      assertThat(Math.abs(vector.squaredDistance(xf, 2, yf, 1, length) - squaredf))
          .isLessThanOrEqualTo(squaredf * relativef);
    }
  }

  /** The order of additions is fixed: equal to the bit, and nothing else is written to. */
  @ParameterizedTest
  @MethodSource("backEnds")
  void distancesToManyAreThoseToEach(String name) {
    Simd simd = named(name);
    Random random = new Random(5);
    for (int length = 0; length <= LONGEST; length++) {
      for (int columns = 1; columns <= 6; columns++) {
        int step = length + 2;
        double[] x = randomDoubles(random, 1 + 3 * columns, true);
        double[] y = randomDoubles(random, 2 + step * columns, true);
        if (length > 0) {
          y[2] = x[1];
          y[1 + length] = 1e200;
        }
        double[] squared = randomDoubles(random, length + 2 * MARGIN, true);
        double[] absolute = squared.clone();
        double[] expectedSquared = squared.clone();
        double[] expectedAbsolute = squared.clone();
        for (int j = 0; j < length; j++) {
          double squares = 0;
          double sum = 0;
          for (int c = 0; c < columns; c++) {
            double difference = x[1 + 3 * c] - y[2 + step * c + j];
            squares += difference * difference;
            sum += Math.abs(difference);
          }
          expectedSquared[MARGIN + j] = squares;
          expectedAbsolute[MARGIN + j] = sum;
        }
        simd.squaredDistances(squared, MARGIN, length, columns, x, 1, 3, y, 2, step);
        double[] exponentials = squared.clone();
        double[] expectedExponentials = squared.clone();
        simd.exp(expectedExponentials, MARGIN, length, -1.3);
        simd.expOfSquaredDistances(
            exponentials, MARGIN, length, columns, x, 1, 3, y, 2, step, -1.3);
        assertThat(exponentials).isEqualTo(expectedExponentials);
        simd.l1Distances(absolute, MARGIN, length, columns, x, 1, 3, y, 2, step);
        assertThat(squared).isEqualTo(expectedSquared);
        assertThat(absolute).isEqualTo(expectedAbsolute);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void definitionsByHand(String name) {
    Simd simd = named(name);
    double[] v = {3, 9, 1};
    simd.squaredDistances(v, 0, 3, 4, new double[] {9, 1, 0}, 0);
    assertThat(v).containsExactly(4 + 9 - 6, 0, 4 - 2);
    v = new double[] {2, -3};
    simd.affine(v, 0, 2, 2, 1);
    assertThat(v).containsExactly(5, -5);
    simd.clipNegative(v, 0, 2);
    assertThat(v).containsExactly(5, 0);
    v = new double[] {4, 0.25};
    simd.sqrt(v, 0, 2);
    assertThat(v).containsExactly(2, 0.5);
    simd.reciprocal(v, 0, 2);
    assertThat(v).containsExactly(0.5, 2);
    simd.power(v, 0, 2, 5);
    assertThat(v).containsExactly(1 / 32.0, 32);
    simd.multiply(v, 0, 2, new double[] {0, 64, 2}, 1);
    assertThat(v).containsExactly(2, 64);
    simd.add(v, 0, 2, -2, new double[] {1, 30}, 0);
    assertThat(v).containsExactly(0, 4);
    simd.dampedQuadratic(v, 0, 2, 0.5, 0.25);
    assertThat(v[0]).isEqualTo(1);
    assertThat(v[1]).isEqualTo(4 * Math.exp(-2), within2Ulp(4 * Math.exp(-2)));
    assertThat(simd.l1Distance(new double[] {1, -2}, 0, new double[] {3, 1}, 0, 2)).isEqualTo(5);
    assertThat(simd.squaredDistance(new double[] {1, -2}, 0, new double[] {3, 1}, 0, 2))
        .isEqualTo(13);
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void dampedQuadraticVanishesFarOut(String name) {
    Simd simd = named(name);
    double[] v = {0, 1e3, 1e154, 1e300, Double.MAX_VALUE, 5, 800, 1e9, 2e9};
    simd.dampedQuadratic(v, 0, v.length, 1.5, 1.0 / 3);
    assertThat(v[0]).isEqualTo(1);
    assertThat(v[1] + v[2] + v[3] + v[4] + v[6] + v[7] + v[8]).isZero();
    float[] f = {0, 1e3f, 1e19f, 1e30f, Float.MAX_VALUE};
    simd.dampedQuadratic(f, 0, f.length, 1.5f, 1f / 3);
    assertThat(f).containsExactly(1, 0, 0, 0, 0);
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void noNumberStaysNone(String name) {
    Simd simd = named(name);
    double[] v = new double[19];
    Arrays.fill(v, Double.NaN);
    simd.clipNegative(v, 0, v.length);
    simd.squaredDistances(v, 0, v.length, 1, new double[19], 0);
    simd.dampedQuadratic(v, 0, v.length, 1, 0);
    assertThat(Arrays.stream(v).allMatch(Double::isNaN)).isTrue();
    float[] f = new float[35];
    Arrays.fill(f, Float.NaN);
    simd.clipNegative(f, 0, f.length);
    simd.squaredDistances(f, 0, f.length, 1, new float[35], 0);
    simd.dampedQuadratic(f, 0, f.length, 1, 0);
    for (float value : f) {
      assertThat(value).isNaN();
    }
  }

  static org.assertj.core.data.Offset<Double> within2Ulp(double exact) {
    return org.assertj.core.api.Assertions.within(2 * Math.ulp(exact));
  }

  private static boolean signed(String map) {
    return !map.equals("sqrt") && !map.startsWith("damped");
  }

  private static double[] randomDoubles(Random random, int length, boolean signed) {
    double[] result = new double[length];
    for (int i = 0; i < length; i++) {
      double value = 2 * random.nextGaussian();
      result[i] = signed ? value : Math.abs(value);
    }
    return result;
  }

  private static float[] toFloats(double[] values) {
    float[] result = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = (float) values[i];
    }
    return result;
  }

  static Simd named(String name) {
    return switch (name) {
      case "vector" -> vector();
      case "twin" -> new VectorTwin();
      default -> new ScalarSimd();
    };
  }

  private static Simd vector() {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "jdk.incubator.vector is not loaded");
    return Backend.of("auto", "vector").simd();
  }
}
