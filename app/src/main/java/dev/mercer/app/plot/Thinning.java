package dev.mercer.app.plot;

/**
 * Which of many points are drawn so that a picture stays small.
 *
 * <p>Multiples of the golden ratio, less their whole parts, are spread as evenly as can be over 0
 * to 1, and so are those of any regular choice among them. Every n-th point would lose a whole
 * class where classes take turns.
 */
final class Thinning {

  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private final double share;

  /**
   * @param points how many there are
   * @param most how many may be drawn, about
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
