package dev.mercer.evidence.bench;

import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs scikit-learn's KernelPCA, each solver in a process of its own, and its pipeline Nystroem +
 * PCA.
 *
 * @param jobs the parameter n_jobs of KernelPCA and Nystroem
 */
public record Sklearn(Python python, int jobs) {

  private static final String KPCA = "sklearn_kpca.py";

  /** Above this order the dense solver is not run, because it takes minutes. */
  private static final int DENSE_ORDER = 2500;

  /**
   * @param power the number of power iterations of the randomized solver; null for its default
   */
  public record Solver(String kind, Integer power) {
    public String text() {
      return power == null ? kind : kind + ", " + power + " power iterations";
    }
  }

  static final Solver ARPACK = new Solver("arpack", null);

  /** The solvers that are worth trying on this many rows. */
  public static List<Solver> solvers(int rows) {
    List<Solver> result = new ArrayList<>();
    if (rows <= DENSE_ORDER) {
      result.add(new Solver("dense", null));
    }
    result.add(ARPACK);
    result.add(new Solver("randomized", null));
    result.add(new Solver("randomized", 15));
    result.add(new Solver("randomized", 30));
    return result;
  }

  /** Times a fit. The answer has seconds, eigenvalues, peakBytes and versions, or a failure. */
  public Map<String, Object> fit(BenchData rows, Gaussian kernel, int rank, Solver solver) {
    Map<String, Object> result = Json.object("solver", solver.text());
    result.putAll(python.run(KPCA, request(rows, kernel, rank, solver, null, null)));
    return result;
  }

  /** A process that alternates with other measurements and fits each time it is told to. */
  public PythonTurns fits(BenchData rows, Gaussian kernel, int rank, Solver solver) {
    return python.inTurns(KPCA, request(rows, kernel, rank, solver, null, null));
  }

  /**
   * A process that alternates with other measurements, transforms unseen rows each time it is told
   * to, and leaves their scores in a file.
   */
  public PythonTurns transforms(
      BenchData rows, Gaussian kernel, int rank, BenchData unseen, Path scores) {
    return python.inTurns(
        KPCA, request(rows, kernel, rank, ARPACK, unseen.json(), scores.toString()));
  }

  private Map<String, Object> request(
      BenchData rows,
      Gaussian kernel,
      int rank,
      Solver solver,
      Map<String, Object> unseen,
      String scores) {
    return Json.object(
        "data",
        rows.json(),
        "gamma",
        kernel.gamma(),
        "rank",
        rank,
        "solver",
        solver.kind(),
        "power",
        solver.power(),
        "jobs",
        jobs,
        "unseen",
        unseen,
        "scores",
        scores);
  }

  /**
   * The pipeline Nystroem + PCA, in a process that alternates with other measurements and fits,
   * then transforms, when it is told to. Its answer: capturedVariance, peakBytes, versions.
   */
  public PythonTurns nystroem(
      BenchData rows, Gaussian kernel, int landmarks, int rank, BenchData unseen) {
    return python.inTurns(
        "sklearn_nystroem.py",
        Json.object(
            "data",
            rows.json(),
            "unseen",
            unseen.json(),
            "gamma",
            kernel.gamma(),
            "landmarks",
            landmarks,
            "rank",
            rank,
            "jobs",
            jobs));
  }
}
