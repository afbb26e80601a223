package dev.mercer.use.drive;

import dev.mercer.data.Matrix;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * What drives each component: averages of the gradients of its score over rows.
 *
 * <p>The <em>drive</em> of a feature is the root mean square of its gradient times its standard
 * deviation over the same rows: how far the score moves when the feature moves by as much as it
 * usually does. It has the unit of the score whatever the unit of the feature, so features can be
 * compared. A feature's <em>share</em> is its squared drive divided by the sum over all features;
 * the shares of a component add up to 1 (or are all 0 where nothing moves). For a linear score of
 * uncorrelated features the share is exactly the feature's part of the score's variance; for
 * independent normal features of any score the squared drive bounds the feature's total part
 * [Sobol' and Kucherenko 2009].
 *
 * @param rows over how many rows the averages are taken
 * @param meanGradient one row a component, one column a feature, in the units of the data
 * @param meanAbsolute the mean magnitude of the gradient
 * @param rootMeanSquare the root of its mean square
 * @param deviations the standard deviation of each feature over the rows, in its unit
 */
public record FeatureDrive(
    int rows,
    Matrix meanGradient,
    Matrix meanAbsolute,
    Matrix rootMeanSquare,
    double[] deviations) {

  public FeatureDrive {
    deviations = deviations.clone();
  }

  /** Standard deviations of the features, a copy. */
  @Override
  public double[] deviations() {
    return deviations.clone();
  }

  /** The number of components. */
  public int components() {
    return meanGradient.rows();
  }

  /** The number of features. */
  public int features() {
    return meanGradient.columns();
  }

  /** How far the score of a component moves with a feature's usual movement. */
  public double drive(int component, int feature) {
    return rootMeanSquare.get(component, feature) * deviations[feature];
  }

  /** The share of every feature in a component. */
  public double[] shares(int component) {
    double largest = 0;
    for (int f = 0; f < features(); f++) {
      largest = Math.max(largest, drive(component, f));
    }
    double[] shares = new double[features()];
    double sum = 0;
    for (int f = 0; f < shares.length && largest > 0; f++) {
      double relative = drive(component, f) / largest; // squares of tiny drives would be 0
      shares[f] = relative * relative;
      sum += shares[f];
    }
    for (int f = 0; f < shares.length && sum > 0; f++) {
      shares[f] /= sum;
    }
    return shares;
  }

  /** The features of a component by their share, the largest first; ties in their order. */
  public int[] ranking(int component) {
    double[] shares = shares(component);
    return IntStream.range(0, shares.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer f) -> -shares[f]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * Whether a score rises or falls with a feature: the mean gradient over the mean magnitude, from
   * -1, falls at every row, to 1, rises at every row; 0 where nothing moves.
   */
  public double direction(int component, int feature) {
    double magnitude = meanAbsolute.get(component, feature);
    return magnitude > 0 ? meanGradient.get(component, feature) / magnitude : 0;
  }
}
