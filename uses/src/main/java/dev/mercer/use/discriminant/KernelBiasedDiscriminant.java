package dev.mercer.use.discriminant;

import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.use.classify.ClassLabels;

/**
 * Kernel biased discriminant analysis (FK section 13; Zhou and Huang): one class is a class, what
 * is not in it may be anything. The axes of feature space along which all others lie far from the
 * mean of that class for its own width.
 *
 * <p>There are as many axes as S_n has directions: up to one a row of the others or a landmark.
 * Cost: that of {@link KernelDiscriminant} and a dense eigenproblem of the landmarks' number.
 *
 * @param positive the name of the class
 * @param landmarks null for all rows
 */
public record KernelBiasedDiscriminant(
    ClassLabels labels, String positive, Ridge ridge, Landmarking landmarks) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "kbda";

  static {
    MethodCatalog.add(KernelBiasedDiscriminant.class, BiasedDiscriminantFit::new);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).with("positive", positive);
    return (ridge.ofCoefficients() ? spec.with("penalty", "coefficients") : spec).text();
  }
}
