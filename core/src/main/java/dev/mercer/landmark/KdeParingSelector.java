package dev.mercer.landmark;

import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.spec.Spec;
import java.util.Arrays;

/**
 * KDE paring [Freedman and Kisilev 2010] as RS describes it: the density estimate of n rows is
 * pared down to that of m rows sampled from them, each with the weight n / m.
 *
 * <p>Our reading: RS says that paring "subsamples from the original dataset and computes the
 * estimate from the reduced set, at an O(m) cost", so nothing but the sample is drawn and no
 * bandwidth changes. Rows are drawn without replacement, by their weights, exactly as {@link
 * UniformSelector} does: with the same seed the rows are the same, and the two differ in the
 * weights alone. Where uniform leaves them to be counted (the rows nearest to each landmark), here
 * every landmark stands for the same share, sum w / m.
 *
 * <p>Cost: O(n log m), no kernel values. Works for a precomputed kernel.
 */
public record KdeParingSelector() implements LandmarkSelector {

  public static final String NAME = "kde-paring";

  /** From {@code kde-paring}. */
  public static KdeParingSelector of(Spec spec) {
    spec.requireKeys();
    return new KdeParingSelector();
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    Landmarks drawn = new UniformSelector().select(request);
    double total = 0;
    for (int i = 0; i < request.size(); i++) {
      total += request.weight(i);
    }
    double[] shares = new double[drawn.count()];
    Arrays.fill(shares, total / shares.length);
    return new Landmarks(drawn.rows(), drawn.points(), shares, null, drawn.notes());
  }
}
