package dev.mercer.method;

import dev.mercer.internal.exact.ExactOptions;

/**
 * Exact kernel PCA: the leading eigenpairs of the whole (weighted, centered) Gram matrix B = P
 * W^1/2 K W^1/2 P, P the projection off sqrt(w).
 *
 * <p>A component is kept if its eigenvalue is above n eps max(lambda_1(K), lambda_1(B)) and
 * rounding allows to resolve it; what is dropped or badly resolved is said in the report.
 *
 * <p>A kernel with fewer features than rows, such as the linear one, is solved in feature space
 * instead. Solver {@code auto} is dense for few rows or a large share of all components, and for
 * kernels that may be indefinite up to 3000 rows; else Davidson iteration from a sample of the
 * rows, where the kernel is positive semidefinite, components are few and a sample says something,
 * and block Krylov otherwise. Operator {@code auto} stores the lower triangle in double if that
 * fits the memory, else in float with exact passes that refine the result, else recomputes tiles in
 * every pass; where fast sums win by far, it uses them. What is chosen, and why, stands in the
 * {@link dev.mercer.Plan}.
 *
 * <p>Cost: n^2/2 kernel values and 2 n^2 flops per vector and pass; recomputed, n^2/2 kernel values
 * per pass. Fails with {@link dev.mercer.NumericalException} where the data have no variance.
 *
 * @param solver auto, dense, lanczos, block-krylov, davidson, subspace or power
 * @param operator auto, stored, tiled or expansion, with {@code scheme} and {@code error} for the
 *     last: {@code expansion(scheme=grid,error=1e-6)}
 */
public record Exact(String solver, String operator) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "exact";

  public Exact {
    ExactOptions.parse(solver, operator); // refuses what is not known
  }

  /** With the solver and the operator that suit the data and the memory. */
  public static Exact auto() {
    return new Exact("auto", "auto");
  }

  @Override
  public String spec() {
    return NAME;
  }
}
