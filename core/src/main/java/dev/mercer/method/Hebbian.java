package dev.mercer.method;

import dev.mercer.internal.spec.Spec;

/**
 * The kernel Hebbian algorithm: axes that learn from one row after the other (SK section 5.4; Kim,
 * Franz and Scholkopf 2005), and with stochastic meta-descent their gains learn too (Gunter,
 * Schraudolph and Vishwanathan 2007).
 *
 * <ol>
 *   <li>start: r random axes, made orthonormal; one product K [A, w/N] gives their scores and the
 *       means for centering
 *   <li>epochs: all rows of positive weight in an order drawn anew, a step of the rule each,
 *       weighted by the row's weight; the first gain is {@code rate} / tr K~, and gains shrink as
 *       epochs go by
 *   <li>stop after {@code epochs}, or when the captured variance has stopped changing
 *   <li>finish: Y = K~ A exactly; within the span of A the orthonormal axes with uncorrelated
 *       scores, so that the eigenvalues reported are the variances of scores, and their sum the
 *       captured variance
 *   <li>one more product for the residuals |K~ v - theta v|
 * </ol>
 *
 * The certificate takes R = K~ - Y Y', the Gram matrix of what the axes leave of the centered
 * features: its trace is the total variance less the captured one, and its Frobenius norm is known
 * exactly too, since the first epoch sees all of K~.
 *
 * <p>Cost: O(n^2 r) flops an epoch, and n^2 kernel values if K is not stored, which takes n^2
 * doubles. A model of n points. Fails with {@link dev.mercer.NumericalException} where gains are so
 * large that axes diverge.
 *
 * @param adaptive whether gains are adapted by stochastic meta-descent
 * @param epochs most passes over the rows
 * @param rate the first gain, in units of 1 / tr K~
 */
public record Hebbian(boolean adaptive, int epochs, double rate) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "hebbian";

  /** Most passes over the rows where no number is given. */
  public static final int DEFAULT_EPOCHS = 100;

  /** The first gain where none is given, in units of 1 / tr K~. */
  public static final double DEFAULT_RATE = 30;

  /** The largest number of passes that can be asked for. */
  public static final int MOST_EPOCHS = 1_000_000;

  public Hebbian {
    if (epochs < 1 || epochs > MOST_EPOCHS) {
      throw new IllegalArgumentException(
          NAME + ": epochs = " + epochs + "; ask for 1 to " + MOST_EPOCHS);
    }
    if (!(rate > 0 && rate <= 1e6)) {
      throw new IllegalArgumentException(
          NAME + ": rate = " + rate + "; it is above 0 and at most 1e6");
    }
  }

  /** With meta-descent, {@value #DEFAULT_EPOCHS} epochs, rate {@value #DEFAULT_RATE}. */
  public static Hebbian withMetaDescent() {
    return new Hebbian(true, DEFAULT_EPOCHS, DEFAULT_RATE);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).with("smd", String.valueOf(adaptive));
    spec = epochs == DEFAULT_EPOCHS ? spec : spec.with("epochs", epochs);
    return (rate == DEFAULT_RATE ? spec : spec.with("rate", rate)).text();
  }
}
