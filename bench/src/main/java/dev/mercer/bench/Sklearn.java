package dev.mercer.bench;

import dev.mercer.json.Json;
import dev.mercer.kernel.Gaussian;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * scikit-learn's KernelPCA, measured in a Python process of its own for every solver, so that the
 * peak memory is that of this solver. Nothing else runs meanwhile.
 *
 * @param python the interpreter that has Debian's scikit-learn
 * @param script bench/python/sklearn_kpca.py
 * @param data the folder of the data
 * @param jobs KernelPCA's n_jobs
 */
record Sklearn(String python, Path script, Path data, int jobs) {

  /** Above this order a dense solve is of no interest: it takes minutes. */
  private static final int DENSE_ORDER = 2500;

  /**
   * @param power iterations of the randomized solver; null for the default
   */
  record Solver(String kind, Integer power) {
    String text() {
      return power == null ? kind : kind + ", " + power + " power iterations";
    }
  }

  static final Solver ARPACK = new Solver("arpack", null);

  /** The solvers worth trying on so many rows. */
  static List<Solver> solvers(int rows) {
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

  /** Times a fit: seconds, eigenvalues, peakBytes, versions; or failure. */
  Map<String, Object> fit(BenchData rows, Gaussian kernel, int rank, Solver solver) {
    return run(rows, kernel, rank, solver, null, null);
  }

  /** Times a transform of unseen rows and leaves their scores in a file. */
  Map<String, Object> transform(
      BenchData rows, Gaussian kernel, int rank, BenchData unseen, Path scores) {
    return run(rows, kernel, rank, ARPACK, unseen.json(), scores.toString());
  }

  private Map<String, Object> run(
      BenchData rows,
      Gaussian kernel,
      int rank,
      Solver solver,
      Map<String, Object> unseen,
      String scores) {
    Map<String, Object> request =
        Json.object(
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
    ProcessBuilder builder =
        new ProcessBuilder(python, script.toString(), Json.compact(request))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("MERCER_DATA", data.toString());
    // Set for our own process; scikit-learn is to use its defaults, which are all cores.
    builder.environment().remove("OPENBLAS_NUM_THREADS");
    builder.environment().remove("MALLOC_ARENA_MAX");
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("solver", solver.text());
    try {
      Process process = builder.start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      if (code == 0) {
        result.putAll(Json.parseObject(output));
      } else {
        result.put("failure", "Python ended with code " + code + " (137: killed, out of memory)");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + python, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while scikit-learn was running", e);
    }
    if (result.containsKey("failure")) {
      System.err.println("bench: scikit-learn failed: " + result.get("failure"));
    }
    return result;
  }
}
