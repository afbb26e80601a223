package dev.mercer.kernel;

import dev.mercer.internal.kernel.Bandwidth;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;
import java.util.List;

/** What the parameters of kernels may be. */
final class Parameters {

  private Parameters() {}

  /** A length in the space of the data: sigma, length, radius. */
  static void requireWidth(String kernel, String key, double value) {
    require(kernel, key, value, Bandwidth.SMALLEST, Bandwidth.LARGEST);
  }

  static void requirePositive(String kernel, String key, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          kernel + ": " + key + " = " + Numbers.text(value) + " must be a finite number above 0");
    }
  }

  static void requireFinite(String kernel, String key, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          kernel + ": " + key + " = " + Numbers.text(value) + " must be a finite number");
    }
  }

  static void require(String kernel, String key, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
      throw new IllegalArgumentException(
          kernel
              + ": "
              + key
              + " = "
              + Numbers.text(value)
              + " must be a number from "
              + Numbers.text(low)
              + " to "
              + Numbers.text(high));
    }
  }

  /** The keys that were written, in their order, then those whose value is not the default. */
  static String spec(
      String kernel,
      List<String> keys,
      List<Double> values,
      List<Double> defaults,
      List<String> written) {
    Spec spec = Spec.of(kernel);
    for (String key : written) {
      spec = spec.with(key, values.get(keys.indexOf(key)));
    }
    for (int i = 0; i < keys.size(); i++) {
      if (!values.get(i).equals(defaults.get(i))) {
        spec = spec.with(keys.get(i), values.get(i));
      }
    }
    return spec.text();
  }

  static void requireKeys(String kernel, List<String> written, List<String> keys) {
    if (!keys.containsAll(written)) {
      throw new IllegalArgumentException(
          kernel + " has the keys " + String.join(", ", keys) + ", not " + written);
    }
  }
}
