package dev.mercer.internal.backend;

import static dev.mercer.internal.backend.SimdTest.named;
import static dev.mercer.internal.backend.SimdTest.within2Ulp;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exponential of every back end: accurate over the whole range, and right at its ends. */
class SimdExponentialTest {

  /**
   * Results of at least twice the smallest normal number are within 2 ulp of StrictMath's, itself
   * within 1 ulp.
   */
  @ParameterizedTest
  @MethodSource("dev.mercer.internal.backend.SimdTest#backEnds")
  void exponentialInDoubleIsAccurateOverTheWholeRange(String name) {
    Simd simd = named(name);
    double[][] ranges = {{-708, 709.782}, {-40, 40}, {-1, 1}, {-1e-3, 1e-3}, {-1e-12, 1e-12}};
    Random random = new Random(4);
    for (double[] range : ranges) {
      double[] x = new double[100_000];
      for (int i = 0; i < x.length; i++) {
        x[i] = range[0] + (range[1] - range[0]) * random.nextDouble();
      }
      double[] v = x.clone();
      simd.exp(v, 0, v.length, 1);
      for (int i = 0; i < x.length; i++) {
        double exact = StrictMath.exp(x[i]);
        if (!(Math.abs(v[i] - exact) <= 2 * Math.ulp(exact))) {
          assertThat(v[i]).as("exp(%s)", x[i]).isEqualTo(exact, within2Ulp(exact));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.mercer.internal.backend.SimdTest#backEnds")
  void exponentialInFloatIsAccurateOverTheWholeRange(String name) {
    Simd simd = named(name);
    float[][] ranges = {{-86.6f, 88.722f}, {-10, 10}, {-1, 1}, {-1e-3f, 1e-3f}};
    Random random = new Random(5);
    for (float[] range : ranges) {
      float[] x = new float[100_000];
      for (int i = 0; i < x.length; i++) {
        x[i] = range[0] + (range[1] - range[0]) * random.nextFloat();
      }
      float[] v = x.clone();
      simd.exp(v, 0, v.length, 1);
      for (int i = 0; i < x.length; i++) {
        float exact = (float) StrictMath.exp(x[i]);
        if (!(Math.abs(v[i] - exact) <= 2 * Math.ulp(exact))) {
          assertThat(v[i]).as("exp(%s)", x[i]).isEqualTo(exact);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.mercer.internal.backend.SimdTest#backEnds")
  void exponentialAtTheExtremesInDouble(String name) {
    Simd simd = named(name);
    double[] x = {
      Double.NEGATIVE_INFINITY,
      -Double.MAX_VALUE,
      -1e308,
      -745.2,
      -745,
      -708.5,
      -708.3964185322641,
      -0.0,
      0,
      Double.MIN_VALUE,
      709,
      709.5,
      709.782712893384,
      709.7827128933841,
      710,
      1e308,
      Double.POSITIVE_INFINITY,
      Double.NaN,
      Double.longBitsToDouble(0x7ff8000000000abcL)
    };
    // Wherever in a register, and in the masked rest, the value lies.
    for (int lead = 0; lead < 9; lead++) {
      double[] v = new double[lead + x.length];
      System.arraycopy(x, 0, v, lead, x.length);
      simd.exp(v, 0, v.length, 1);
      for (int i = 0; i < x.length; i++) {
        double exact = StrictMath.exp(x[i]);
        double result = v[lead + i];
        if (exact < 2 * Double.MIN_NORMAL) {
          assertThat(result).as("exp(%s)", x[i]).isBetween(0.0, 2 * Double.MIN_NORMAL);
        } else if (Double.isNaN(exact) || Double.isInfinite(exact)) {
          assertThat((Double) result).as("exp(%s)", x[i]).isEqualTo((Double) exact);
        } else {
          assertThat(result).as("exp(%s)", x[i]).isEqualTo(exact, within2Ulp(exact));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.mercer.internal.backend.SimdTest#backEnds")
  void exponentialAtTheExtremesInFloat(String name) {
    Simd simd = named(name);
    float[] x = {
      Float.NEGATIVE_INFINITY,
      -Float.MAX_VALUE,
      -104f,
      -88f,
      -87.33654f,
      -0f,
      0,
      Float.MIN_VALUE,
      88f,
      88.5f,
      88.72283f,
      88.72284f,
      89f,
      Float.MAX_VALUE,
      Float.POSITIVE_INFINITY,
      Float.NaN,
      Float.intBitsToFloat(0x7fc00abc)
    };
    for (int lead = 0; lead < 17; lead++) {
      float[] v = new float[lead + x.length];
      System.arraycopy(x, 0, v, lead, x.length);
      simd.exp(v, 0, v.length, 1);
      for (int i = 0; i < x.length; i++) {
        float exact = (float) StrictMath.exp(x[i]);
        float result = v[lead + i];
        if (exact < 2 * Float.MIN_NORMAL) {
          assertThat(result).as("exp(%s)", x[i]).isBetween(0f, 2 * Float.MIN_NORMAL);
        } else if (Float.isNaN(exact) || Float.isInfinite(exact)) {
          assertThat((Float) result).as("exp(%s)", x[i]).isEqualTo((Float) exact);
        } else {
          assertThat(Math.abs(result - exact))
              .as("exp(%s)", x[i])
              .isLessThanOrEqualTo(2 * Math.ulp(exact));
        }
      }
    }
  }
}
