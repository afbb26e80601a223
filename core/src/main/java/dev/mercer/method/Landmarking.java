package dev.mercer.method;

import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.Uniform;

/**
 * Which landmarks a method uses and how many: a number, or as many as an accuracy needs.
 *
 * @param count landmarks, or 0 where another goal is set or the selector says
 * @param tolerance largest tr(K - K^) / tr K, or 0
 * @param gap largest estimated optimality gap, or 0
 */
public record Landmarking(LandmarkSelector selector, int count, double tolerance, double gap) {

  public Landmarking {
    if (count < 0) {
      throw new IllegalArgumentException("landmarks = " + count + "; ask for at least 1");
    }
    if (tolerance != 0 && !(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "tolerance = " + tolerance + "; it is a share of the trace, above 0 and below 1");
    }
    if (gap != 0 && !(gap > 0 && gap < 1)) {
      throw new IllegalArgumentException(
          "gap = " + gap + "; it is a share of the best variance, above 0 and below 1");
    }
    int goals = (count > 0 ? 1 : 0) + (tolerance > 0 ? 1 : 0) + (gap > 0 ? 1 : 0);
    if (goals > 1) {
      throw new IllegalArgumentException(
          "landmarks, tolerance and gap each say how many landmarks to take; give one of them");
    }
    if (goals == 0 && !selector.choosesCount()) {
      throw new IllegalArgumentException(
          selector.spec()
              + " needs to know how many landmarks to choose: a number, a tolerance"
              + " or a gap");
    }
    if (goals > 0 && selector.choosesCount()) {
      throw new IllegalArgumentException(
          selector.spec() + " chooses the number of landmarks itself; leave it out");
    }
  }

  /** This many rows, drawn at random. */
  public static Landmarking count(int landmarks) {
    if (landmarks < 1) {
      throw new IllegalArgumentException("landmarks = " + landmarks + "; ask for at least 1");
    }
    return new Landmarking(new Uniform(), landmarks, 0, 0);
  }

  /** As many landmarks as leave out at most this share of the trace of K. */
  public static Landmarking tolerance(double share) {
    return new Landmarking(new Uniform(), 0, share, 0);
  }

  /** As many landmarks as bring the estimated optimality gap down to this share. */
  public static Landmarking gap(double share) {
    return new Landmarking(new Uniform(), 0, 0, share);
  }

  /** As many landmarks as the selector itself chooses. */
  public static Landmarking by(LandmarkSelector selector) {
    return new Landmarking(selector, 0, 0, 0);
  }

  /** The same number of landmarks, chosen by another selector. */
  public Landmarking with(LandmarkSelector other) {
    return new Landmarking(other, count, tolerance, gap);
  }
}
