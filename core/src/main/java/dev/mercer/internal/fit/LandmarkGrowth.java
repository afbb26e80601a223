package dev.mercer.internal.fit;

/**
 * Decides how many landmarks to try next where an accuracy is the goal. A power law through the
 * last two results gives the number, limited to between 1.25 and 2.5 times the last one.
 */
public final class LandmarkGrowth {

  private final double goal;
  private final int most;
  private int count;
  private int before;
  private double valueBefore;

  /**
   * @param goal the value to reach or go below
   * @param first number of landmarks to try first
   * @param most the largest number of landmarks possible
   */
  public LandmarkGrowth(double goal, int first, int most) {
    this.goal = goal;
    this.most = most;
    this.count = Math.min(most, first);
  }

  /** The number of landmarks to try now. */
  public int count() {
    return count;
  }

  /**
   * Takes the result of a try.
   *
   * @param found number of landmarks found, which is smaller than {@link #count} if there are no
   *     more
   * @return whether to try again, with more
   */
  public boolean goesOn(int found, double value) {
    if (value <= goal || found < count || count == most) {
      return false;
    }
    int next = count * 2;
    if (before > 0 && value < valueBefore) {
      double power = Math.log(valueBefore / value) / Math.log((double) count / before);
      // a tenth more, because just missing the goal would cost another run
      next = (int) Math.min(1e9, 1.1 * count * Math.pow(value / goal, 1 / power));
    }
    before = count;
    valueBefore = value;
    count = Math.min(most, Math.max(count + count / 4, Math.min(count * 5 / 2, next)));
    return true;
  }
}
