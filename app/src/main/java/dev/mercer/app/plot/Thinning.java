package dev.mercer.app.plot;

/**
 * Chooses which of many points are drawn, so that a picture stays small.
 *
 * <p>The fractional parts of multiples of the golden ratio are spread over 0 to 1 as evenly as
 * possible, and so are those of any regular selection of them. To draw every n-th point instead
 * could drop a whole class if classes alternate.
 */
final class Thinning {

  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private final double share;

  /**
   * @param points the number of points
   * @param most approximately the largest number that may be drawn
   */
  Thinning(int points, int most) {
    share = points <= most ? 1 : (double) most / points;
  }

  /** Whether a point is drawn. */
  boolean keeps(int index) {
    double place = index * GOLDEN;
    return place - Math.floor(place) < share;
  }
}
