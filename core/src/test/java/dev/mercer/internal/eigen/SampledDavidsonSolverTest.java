package dev.mercer.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.MatrixOperator;
import dev.mercer.internal.linalg.SpectrumOperator;
import dev.mercer.internal.linalg.SymmetricOperator;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * The contract with an operator of low rank from a fifth of the columns, good or bad as it may be,
 * and what it must not miss when these columns know nothing of an eigenvector.
 */
class SampledDavidsonSolverTest implements EigenSolverContract {

  @Override
  public EigenSolver solver() {
    return sampled(8);
  }

  private static EigenSolver sampled(int block) {
    return new EigenSolver() {
      @Override
      public SolverKind kind() {
        return SolverKind.DAVIDSON;
      }

      @Override
      public EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request) {
        int n = operator.size();
        LowRankSpectrum spectrum =
            n > 1000 ? null : Columns.spread(operator, n, n / 5 + 1, request.workers());
        return new DavidsonSolver(spectrum, block - 1, block, 0).solve(operator, rank, request);
      }

      @Override
      public long bytes(int n, int rank) {
        return new DavidsonSolver(null, block - 1, block, 0).bytes(n, rank);
      }
    };
  }

  /** The solver under test is made for each operator. */
  @Override
  @Test
  public void nameFindsTheSolver() {
    assertThat(SolverKind.DAVIDSON.solver()).isInstanceOf(DavidsonSolver.class);
  }

  @Test
  void smoothKernelsTakeHalfThePassesOfBlockKrylov() {
    int n = 900;
    MatrixOperator operator = new MatrixOperator(n, EigenSolverContract.gaussianGram(n, 3, 1.0));
    EigenResult krylov =
        BlockKrylovSolver.withBlock(8).solve(operator, 5, EigenSolverContract.request(1));
    LowRankSpectrum spectrum = Columns.spread(operator, n, 120, Workers.of(1));
    EigenResult result =
        new DavidsonSolver(spectrum, 7, 8, 0).solve(operator, 5, EigenSolverContract.request(1));
    assertThat(result.iterations()).isLessThanOrEqualTo(krylov.iterations() / 2);
    for (int i = 0; i < 5; i++) {
      assertThat(result.values()[i])
          .isCloseTo(krylov.values()[i], within(1e-10 * krylov.values()[0]));
    }
  }

  /** Two blocks that do not touch; the columns are all from the first. */
  private static MatrixOperator twoBlocks(int first, int second, double weight, double width) {
    int n = first + second;
    double[] matrix = new double[n * n];
    put(matrix, n, 0, first, 1, EigenSolverContract.gaussianGram(first, 2, 1.5));
    put(matrix, n, first, second, weight, EigenSolverContract.gaussianGram(second, 2, width));
    return new MatrixOperator(n, matrix);
  }

  private static void put(
      double[] matrix, int n, int from, int count, double weight, double[] block) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        matrix[(from + i) * n + from + j] = weight * block[i * count + j];
      }
    }
  }

  /** Wherever the eigenvalues of the block that was not sampled fall among the others. */
  @Property(tries = 40)
  void aBlockWithoutAnyColumnIsFound(
      @ForAll @IntRange(min = 1, max = 60) int second,
      @ForAll @IntRange(min = 1, max = 400) int weight,
      @ForAll @IntRange(min = 1, max = 12) int rank,
      @ForAll long seed) {
    int first = 240;
    MatrixOperator operator = twoBlocks(first, second, weight / 20.0, 1.5);
    LowRankSpectrum spectrum = Columns.spread(operator, first, 60, Workers.of(1));
    checkAgainstDense(operator, spectrum, rank, seed);
  }

  /** A^ is so good that the pairs it knows are found in two passes: too few to find the others. */
  @Test
  void theSearchGoesOnWherePairsAreFoundAtOnce() {
    MatrixOperator operator = twoBlocks(240, 44, 0.5, 1.5);
    LowRankSpectrum spectrum = Columns.spread(operator, 240, 60, Workers.of(1));
    for (long seed = 1; seed <= 300; seed++) {
      checkAgainstDense(operator, spectrum, 6, 7919 * seed + 13);
    }
  }

  /** Repeated eigenvalues of which no column knows anything: one scout sees one copy of them. */
  @Property(tries = 20)
  void copiesWithoutAnyColumnAreFound(
      @ForAll @IntRange(min = 1, max = 20) int copies, @ForAll long seed) {
    int first = 200;
    MatrixOperator operator = twoBlocks(first, copies, 40, 1e-3);
    LowRankSpectrum spectrum = Columns.spread(operator, first, 60, Workers.of(1));
    checkAgainstDense(operator, spectrum, 10, seed);
  }

  /** A column for each eigenvector but far from its eigenvalue: one row of a block of many. */
  @Property(tries = 20)
  void aBlockWithOneColumnIsFound(@ForAll @IntRange(min = 2, max = 50) int second) {
    int first = 200;
    MatrixOperator operator = twoBlocks(first, second, 3, 1.5);
    int[] chosen = new int[41];
    Arrays.setAll(chosen, j -> 5 * j);
    LowRankSpectrum spectrum = Columns.of(operator, chosen, null, Workers.of(1));
    checkAgainstDense(operator, spectrum, 6, 7);
  }

  /** An operator of low rank that has nothing to do with the one solved. */
  @Test
  void aWrongOperatorOfLowRankCostsPassesButNotTheAnswer() {
    int n = 300;
    SpectrumOperator operator =
        new SpectrumOperator(EigenSolverContract.spectrum(n, i -> Math.pow(0.8, i)));
    SplittableRandom random = new SplittableRandom(3);
    double[] other = new double[n * n];
    for (int i = 0; i < n; i++) {
      other[i * n + i] = random.nextDouble();
    }
    LowRankSpectrum wrong = Columns.spread(new MatrixOperator(n, other), n, 60, Workers.of(1));
    EigenResult result =
        new DavidsonSolver(wrong, 7, 8, 0).solve(operator, 5, EigenSolverContract.request(1));
    EigenSolverContract.checkResult(operator, Arrays.copyOf(operator.descending(), 5), 1, result);
  }

  private static void checkAgainstDense(
      MatrixOperator operator, LowRankSpectrum spectrum, int rank, long seed) {
    EigenResult dense = new DenseSolver().solve(operator, rank, EigenSolverContract.request(1));
    EigenResult result =
        new DavidsonSolver(spectrum, 7, 8, 0)
            .solve(operator, rank, EigenSolverContract.request(seed));
    EigenSolverContract.checkResult(
        operator, dense.values(), EigenSolverContract.magnitude(dense.values()), result);
  }
}
