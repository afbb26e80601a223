package dev.mercer.kernel;

import dev.mercer.data.Matrix;
import dev.mercer.internal.kernel.Bandwidth;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.spec.Spec;

/**
 * A kernel whose width is still {@code auto}: the leaf that stands for it in the tree of a {@link
 * KernelSpec} until a sample of the data decides.
 *
 * @param key the parameter that waits
 * @param draft the kernel with some valid width in its place
 */
record AutoKernel(String key, Kernel draft) implements Kernel {

  static final String AUTO = "auto";

  Kernel resolve(Matrix sample) {
    boolean absolute =
        KernelForm.of(draft)
            .scaledPair()
            .filter(one -> one.pair().pairing() == Pairing.L1_DISTANCE)
            .isPresent();
    double width = absolute ? Bandwidth.medianL1(sample) : Bandwidth.median(sample);
    return KernelCatalog.build(Spec.parse(draft.spec()).with(key, width));
  }

  @Override
  public double value(double[] x, double[] y) {
    throw new IllegalStateException(spec() + " has no value before a sample of the data is seen");
  }

  @Override
  public String spec() {
    return Spec.parse(draft.spec()).with(key, AUTO).text();
  }

  @Override
  public boolean positiveSemidefinite() {
    return draft.positiveSemidefinite();
  }
}
