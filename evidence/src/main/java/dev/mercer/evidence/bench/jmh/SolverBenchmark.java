package dev.mercer.evidence.bench.jmh;

import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.RandomPoints;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.eigen.EigenResult;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.kernel.Gaussian;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The eigenvalue solvers on one centered Gram matrix of order 2,000, held in memory, to the default
 * tolerance: what each costs for the same accuracy, on all cores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SolverBenchmark {

  private static final int ROWS = 2000;
  private static final int COLUMNS = 16;
  private static final int LARGEST_TILE = 504;
  // A box with equal sides would have equal leading eigenvalues, which real data do not have.
  private static final double SIDE_RATIO = 0.8;

  @Param({"dense", "lanczos", "block-krylov", "subspace", "power"})
  public String solver;

  @Param({"5", "15"})
  public int rank;

  private Workers workers;
  private EigenSolver named;
  private CenteredOperator gram;

  @Setup
  public void prepare() {
    workers = Workers.of(Runtime.getRuntime().availableProcessors());
    named = SolverKind.wanted(solver).orElseThrow().solver();
    KernelTiles tiles =
        new KernelTiles(
            RandomPoints.rows(
                RandomPoints.box(ROWS, COLUMNS, SIDE_RATIO), COLUMNS, Precision.DOUBLE),
            Gaussian.sigma(1),
            false,
            LARGEST_TILE,
            workers);
    gram = new CenteredOperator(new StoredGram(tiles, false, workers), null, true, workers);
  }

  @Benchmark
  public EigenResult solve() {
    return named.solve(gram, rank, EigenRequest.of(1, workers));
  }

  @TearDown
  public void close() {
    workers.close();
  }
}
