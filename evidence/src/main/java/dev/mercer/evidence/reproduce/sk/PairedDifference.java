package dev.mercer.evidence.reproduce.sk;

import dev.mercer.internal.json.Json;
import dev.mercer.use.denoise.ImageErrors;
import java.util.Map;

/**
 * How much two ways to restore the same images differ.
 *
 * @param mean of the differences of squared errors, negative where the first is better
 * @param standardError of that mean
 */
public record PairedDifference(double mean, double standardError) {

  public static PairedDifference of(ImageErrors first, ImageErrors second) {
    double[] a = first.squaredErrors();
    double[] b = second.squaredErrors();
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] - b[i];
    }
    double mean = sum / a.length;
    double squares = 0;
    for (int i = 0; i < a.length; i++) {
      squares += (a[i] - b[i] - mean) * (a[i] - b[i] - mean);
    }
    return new PairedDifference(mean, Math.sqrt(squares / (a.length - 1) / a.length));
  }

  public Map<String, Object> json() {
    return Json.object("mean", mean, "standardError", standardError);
  }
}
