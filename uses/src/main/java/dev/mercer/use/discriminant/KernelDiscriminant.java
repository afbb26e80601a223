package dev.mercer.use.discriminant;

import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.use.classify.ClassLabels;

/**
 * Kernel linear discriminant analysis (FK section 13): the axes of feature space along which
 * classes lie far apart, compared with their own width.
 *
 * <pre>{@code
 * KernelPcaModel model = KernelPca.with(Gaussian.sigma(20)).rank(9)
 *     .method(new KernelDiscriminant(ClassLabels.of(labels), Ridge.usual(), Landmarking.count(1000)))
 *     .fit(rows);
 * }</pre>
 *
 * <p>There are fewer axes than classes. Cost: 2 n m kernel values for m landmarks of n rows, 2 n
 * m^2 flops, m^3 / 3; with all rows n^2 kernel values and 5/3 n^3 flops. Fails with {@link
 * dev.mercer.NumericalException} if the scatter within classes is singular even with its ridge, or
 * if all classes have the same mean.
 *
 * @param landmarks null to use all rows
 */
public record KernelDiscriminant(ClassLabels labels, Ridge ridge, Landmarking landmarks)
    implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "klda";

  static {
    MethodCatalog.add(KernelDiscriminant.class, DiscriminantFit::new);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME);
    return (ridge.ofCoefficients() ? spec.with("penalty", "coefficients") : spec).text();
  }
}
