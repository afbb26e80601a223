package dev.mercer.evidence.reproduce.sk;

import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.json.Json;
import dev.mercer.use.denoise.ImageErrors;
import java.util.Map;

/**
 * How much two methods of restoring the same images differ.
 *
 * @param mean the mean difference of the squared errors, negative if the first method is better
 * @param standardError of that mean
 */
public record PairedDifference(double mean, double standardError) {

  public static PairedDifference of(ImageErrors first, ImageErrors second) {
    Spread difference = Spread.of(first.squaredErrors()).minus(Spread.of(second.squaredErrors()));
    return new PairedDifference(difference.mean(), difference.standardError());
  }

  public Map<String, Object> json() {
    return Json.object("mean", mean, "standardError", standardError);
  }
}
