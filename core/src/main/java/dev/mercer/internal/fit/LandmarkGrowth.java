package dev.mercer.internal.fit;

/**
 * How many landmarks to try next where an accuracy is the goal: the number follows from the last
 * two by a power law, between 1.25 and 2.5 times the last.
 */
public final class LandmarkGrowth {

  private final double goal;
  private final int most;
  private int count;
  private int before;
  private double valueBefore;

  /**
   * @param goal the value to come down to
   * @param first landmarks tried first
   * @param most landmarks there can be
   */
  public LandmarkGrowth(double goal, int first, int most) {
    this.goal = goal;
    this.most = most;
    this.count = Math.min(most, first);
  }

  /** Landmarks to try now. */
  public int count() {
    return count;
  }

  /**
   * What came of them.
   *
   * @param found landmarks there were, fewer than tried where no more are to be had
   * @return whether to try again, with more
   */
  public boolean goesOn(int found, double value) {
    if (value <= goal || found < count || count == most) {
      return false;
    }
    int next = count * 2;
    if (before > 0 && value < valueBefore) {
      double power = Math.log(valueBefore / value) / Math.log((double) count / before);
      // a tenth more, since a goal just missed costs another run
      next = (int) Math.min(1e9, 1.1 * count * Math.pow(value / goal, 1 / power));
    }
    before = count;
    valueBefore = value;
    count = Math.min(most, Math.max(count + count / 4, Math.min(count * 5 / 2, next)));
    return true;
  }
}
