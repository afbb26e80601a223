package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.explicit.FeatureMap;
import java.util.Locale;
import java.util.function.Function;

/**
 * A scheme that could serve a sum, and what it would cost.
 *
 * @param terms terms of its largest expansion; 0 for a scheme without expansions
 * @param setupSeconds seconds before the first product, on the nominal machine of {@link
 *     KernelValueCost}
 * @param productSeconds seconds of one product with the requested number of vectors, on the same
 *     machine
 * @param bytes memory beside the points, the vectors and the working memory of the threads
 * @param threadBytes working memory per thread
 * @param map the scheme as a feature map; null if it is none
 * @param builder creates the sum
 */
public record SumForecast(
    String scheme,
    int terms,
    double setupSeconds,
    double productSeconds,
    long bytes,
    long threadBytes,
    FeatureMap map,
    Function<Workers, KernelSum> builder) {

  /** Seconds of the set-up and this many products. */
  public double seconds(int products) {
    return setupSeconds + products * productSeconds;
  }

  /** Bytes beside the points and the vectors, with this many threads. */
  public long bytesOn(int threads) {
    return bytes + threads * threadBytes;
  }

  public KernelSum build(Workers workers) {
    return builder.apply(workers);
  }

  /** One line for plans and reports. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%s%s: %.3g s a product",
        scheme,
        terms == 0 ? "" : " of " + terms + " terms",
        productSeconds);
  }
}
