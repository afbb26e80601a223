package dev.mercer.use.discriminant;

import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.use.classify.ClassLabels;

/**
 * Kernel biased discriminant analysis (FK section 13; Zhou and Huang): only one class is taken to
 * be alike, the rows outside it may be anything. It finds the axes of feature space along which all
 * others lie far from the mean of that class, compared with the width of the class.
 *
 * <p>There are as many axes as S_n has directions: at most one per row of the others, and at most
 * one per landmark. Cost: that of {@link KernelDiscriminant}, and a dense eigenproblem whose order
 * is the number of landmarks.
 *
 * @param positive the name of the class
 * @param landmarks null to use all rows
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
