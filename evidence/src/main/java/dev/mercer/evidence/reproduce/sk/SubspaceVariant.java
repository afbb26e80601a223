package dev.mercer.evidence.reproduce.sk;

import dev.mercer.KernelPca;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import dev.mercer.use.classify.PcaSettings;

/**
 * One row of SK's tables 3 to 6 at one size of the basis.
 *
 * @param method SubKp, RKp or CLAFIC, as the paper calls them
 * @param center true for the paper's "c", false for its "nc"
 * @param share of each class that is its basis; 1 for all
 */
record SubspaceVariant(String method, boolean center, double share) {

  static final String SUBSET = "SubKp";
  static final String REDUCED = "RKp";
  static final String LINEAR = "CLAFIC";

  String row() {
    return method + (center ? " (c)" : " (nc)");
  }

  /**
   * The equivalent variant if all rows are the basis: both kernel methods are then kernel PCA
   * itself.
   */
  SubspaceVariant ofAllRows() {
    return new SubspaceVariant(linear() ? LINEAR : SUBSET, center, 1);
  }

  boolean linear() {
    return method.equals(LINEAR);
  }

  /**
   * @param selector of the basis
   * @param exponent of the kernel exp(-10^exponent |x - y|^2); not used by CLAFIC
   */
  PcaSettings settings(String selector, double exponent, long seed, int threads) {
    KernelPca base =
        KernelPca.with(linear() ? new Linear() : Gaussian.gamma(Math.pow(10, exponent)))
            .center(center)
            .seed(seed)
            .threads(threads);
    if (share == 1) {
      return PcaSettings.of(base); // All three methods are then PCA of all rows.
    }
    // PCA of a part of the rows is reduced KPCA with the linear kernel.
    String name = method.equals(SUBSET) ? "subset" : "reduced";
    return PcaSettings.ofShare(
        base,
        share,
        count ->
            MethodCatalog.parse(
                name, new MethodCatalog.Wishes(count, null, null, selector, null, "auto", "auto")));
  }
}
