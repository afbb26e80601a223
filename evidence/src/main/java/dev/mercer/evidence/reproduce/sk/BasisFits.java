package dev.mercer.evidence.reproduce.sk;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Kernel;

/**
 * Fits of one problem by several methods on the same basis. Rows are chosen once and then given to
 * each method, since SK sec. 6.2 compares methods whose basis sets "are identical".
 *
 * @param center whether features are centered
 * @param rank how many components are wanted
 */
record BasisFits(Rows rows, Kernel kernel, boolean center, int rank, Lab lab) {

  /** The choice of a basis may use the heap divided by this. */
  private static final int SELECTION_SHARE = 2;

  /**
   * Rows chosen by a selector.
   *
   * @param selector one that chooses rows rather than arbitrary points
   */
  int[] basis(String selector, int count, long seed) {
    return landmarks(selector, count, seed).rows();
  }

  /** Rows or points chosen by a selector. */
  Landmarks landmarks(String selector, int count, long seed) {
    GramColumns gram = new GramColumns(rows, kernel, (long) rows.count() * count, lab.workers());
    return SelectorCatalog.algorithm(SelectorCatalog.parse(selector))
        .select(
            new SelectionRequest(
                gram, null, center, rank, count, 0, seed, lab.heap() / SELECTION_SHARE));
  }

  KernelPcaModel exact() {
    return settings().fit(rows);
  }

  /** A fit by the method with this name, on a given basis. */
  KernelPcaModel fit(String method, int[] basis) {
    return settings()
        .rank(Math.min(rank, basis.length))
        .method(
            MethodCatalog.parse(
                method, new MethodCatalog.Wishes(null, null, null, null, basis, "auto", "auto")))
        .fit(rows);
  }

  /** A fit by a method that itself chooses which points it keeps. */
  KernelPcaModel fit(String method, Integer count, String selector, long seed) {
    return settings()
        .seed(seed)
        .method(
            MethodCatalog.parse(
                method,
                new MethodCatalog.Wishes(count, null, null, selector, null, "auto", "auto")))
        .fit(rows);
  }

  private KernelPca settings() {
    return KernelPca.with(kernel)
        .center(center)
        .rank(rank)
        .novelty(false) // The papers' times are those of the components.
        .threads(lab.threads())
        .memory(lab.heap());
  }
}
