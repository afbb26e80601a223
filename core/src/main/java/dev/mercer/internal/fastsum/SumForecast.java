package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.explicit.FeatureMap;
import java.util.Locale;
import java.util.function.Function;

/**
 * A scheme that could serve a sum, and what it would cost.
 *
 * @param terms terms of its largest expansion; 0 for a scheme without any
 * @param setupSeconds before the first product, on the machine of {@link KernelValueCost}
 * @param productSeconds a product with the vectors asked about, on the same
 * @param bytes beside the points, the vectors and what each thread works on
 * @param threadBytes what each thread works on
 * @param map the scheme as a feature map; null if it is none
 * @param builder makes the sum
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

  /** Set-up and so many products. */
  public double seconds(int products) {
    return setupSeconds + products * productSeconds;
  }

  /** Bytes beside the points and the vectors, worked on by so many threads. */
  public long bytesOn(int threads) {
    return bytes + threads * threadBytes;
  }

  public KernelSum build(Workers workers) {
    return builder.apply(workers);
  }

  /** For plans and reports. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%s%s: %.3g s a product",
        scheme,
        terms == 0 ? "" : " of " + terms + " terms",
        productSeconds);
  }
}
