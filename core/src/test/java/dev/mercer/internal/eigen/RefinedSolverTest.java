package dev.mercer.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.linalg.Rounding;
import dev.mercer.internal.linalg.SpectrumOperator;
import dev.mercer.internal.linalg.SymmetricOperator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * The contract of every solver, with the fast operator made from the exact one as a matrix stored
 * in float is: products rounded, and entries off a little.
 */
class RefinedSolverTest implements EigenSolverContract {

  /** Products with A + error D, D diagonal of entries -1 to 1, rounded to float. */
  private static final class Rounded implements SymmetricOperator {
    private final SymmetricOperator exact;
    private final double error;

    Rounded(SymmetricOperator exact, double error) {
      this.exact = exact;
      this.error = error;
    }

    @Override
    public int size() {
      return exact.size();
    }

    @Override
    public Rounding rounding() {
      return exact.rounding();
    }

    @Override
    public void apply(int columns, double[] x, double[] y) {
      int length = size() * columns;
      double size = 0;
      exact.apply(columns, x, y);
      for (int k = 0; k < length; k++) {
        size = Math.max(size, Math.abs(y[k]));
      }
      // Rounded relative to the largest: the exponents of float would end at 1e-38.
      for (int k = 0; k < length && size > 0; k++) {
        double diagonal = Math.sin(k / columns);
        y[k] = size * (float) (y[k] / size) + error * diagonal * x[k];
      }
    }
  }

  private static EigenSolver withError(double error) {
    BlockKrylovSolver krylov = BlockKrylovSolver.withBlock(8);
    return new EigenSolver() {
      @Override
      public SolverKind kind() {
        return SolverKind.BLOCK_KRYLOV;
      }

      @Override
      public EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request) {
        return new RefinedSolver(new Rounded(operator, error), krylov)
            .solve(operator, rank, request);
      }

      @Override
      public long bytes(int n, int rank) {
        return new RefinedSolver(null, krylov).bytes(n, rank);
      }
    };
  }

  @Override
  public EigenSolver solver() {
    return withError(0);
  }

  /** The solver is chosen by the planner, not by a name of its own: what runs is block Krylov. */
  @Override
  @Test
  public void nameFindsTheSolver() {
    assertThat(new RefinedSolver(null, new BlockKrylovSolver()).kind())
        .isEqualTo(SolverKind.BLOCK_KRYLOV);
  }

  /** Positive semidefinite matrices only: nothing is said about what is below the wanted. */
  @Override
  public boolean looksBelowTheWanted() {
    return false;
  }

  /** An operator that is off by 1e-6 of the largest eigenvalue still leads to the exact answer. */
  @Test
  void theAnswerIsThatOfTheExactOperator() {
    double[] spectrum = new double[400];
    Arrays.setAll(spectrum, i -> 1 / (1.0 + i));
    SpectrumOperator operator = new SpectrumOperator(spectrum);
    for (double error : new double[] {0, 1e-7, 1e-6}) {
      EigenResult result = withError(error).solve(operator, 5, EigenSolverContract.request(1));
      EigenSolverContract.checkResult(operator, Arrays.copyOf(spectrum, 5), 1, result);
      // An eigenvalue is off by the square of its residual over the gap.
      for (int i = 0; i < 5; i++) {
        assertThat(result.values()[i]).isCloseTo(spectrum[i], within(1e-13));
      }
    }
  }

  /** Two or three passes over the exact operator are the point of it. */
  @Test
  void fewProductsAreExact() {
    double[] spectrum = new double[300];
    Arrays.setAll(spectrum, i -> Math.pow(0.8, i));
    SpectrumOperator operator = new SpectrumOperator(spectrum);
    int[] passes = new int[1];
    SymmetricOperator counted =
        new SymmetricOperator() {
          @Override
          public int size() {
            return operator.size();
          }

          @Override
          public void apply(int columns, double[] x, double[] y) {
            passes[0]++;
            operator.apply(columns, x, y);
          }
        };
    EigenResult result =
        new RefinedSolver(new Rounded(operator, 1e-7), BlockKrylovSolver.withBlock(8))
            .solve(counted, 4, EigenSolverContract.request(1));
    EigenSolverContract.checkResult(operator, Arrays.copyOf(spectrum, 4), 1, result);
    assertThat(passes[0]).isBetween(2, 4);
    assertThat(result.smallest()).isBetween(0.0, spectrum[3]);
  }

  /** A fast operator that misleads costs time, not accuracy. */
  @Test
  void aFastOperatorOfAnotherMatrixIsSurvived() {
    double[] spectrum = new double[120];
    Arrays.setAll(spectrum, i -> Math.pow(0.7, i));
    SpectrumOperator operator = new SpectrumOperator(spectrum);
    EigenResult result = withError(0.5).solve(operator, 4, EigenSolverContract.request(1));
    EigenSolverContract.checkResult(operator, Arrays.copyOf(spectrum, 4), 1, result);
  }
}
