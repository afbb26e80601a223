package dev.mercer.use.drive;

import dev.mercer.data.Matrix;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * What drives each component: averages over rows of the gradients of its score.
 *
 * <p>The <em>drive</em> of a feature is the root mean square of its gradient times its standard
 * deviation over the same rows: how far the score moves when the feature moves by its usual amount.
 * It has the unit of the score, whatever the unit of the feature, so features can be compared. The
 * <em>share</em> of a feature is its squared drive divided by the sum over all features; the shares
 * of a component add up to 1 (or are all 0 if the score never moves). For a linear score of
 * uncorrelated features the share is exactly the feature's part of the variance of the score. For
 * any score of independent normal features the squared drive is an upper bound of the total part of
 * the feature [Sobol' and Kucherenko 2009].
 *
 * @param rows the number of rows over which the averages are taken
 * @param meanGradient one row per component and one column per feature, in the units of the data
 * @param meanAbsolute the mean magnitude of the gradient
 * @param rootMeanSquare the root mean square of the gradient
 * @param deviations the standard deviation of each feature over the rows, in the feature's unit
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

  /** A copy of the standard deviations of the features. */
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

  /** How far the score of a component moves when a feature moves by its usual amount. */
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

  /** The features of a component by their share, largest first; ties stay in order. */
  public int[] ranking(int component) {
    double[] shares = shares(component);
    return IntStream.range(0, shares.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer f) -> -shares[f]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * Whether a score rises or falls with a feature: the mean gradient divided by the mean magnitude.
   * It goes from -1 (falls at every row) to 1 (rises at every row), and is 0 if the score never
   * moves.
   */
  public double direction(int component, int feature) {
    double magnitude = meanAbsolute.get(component, feature);
    return magnitude > 0 ? meanGradient.get(component, feature) / magnitude : 0;
  }
}
