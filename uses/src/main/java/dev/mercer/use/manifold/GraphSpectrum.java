package dev.mercer.use.manifold;

import dev.mercer.NumericalException;
import dev.mercer.data.Rows;
import dev.mercer.internal.blocks.GramTiles;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.eigen.EigenResult;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.problem.Problem;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The leading eigenpairs of the random walk on points with weights w_j. They are the eigenpairs of
 * the data in which every point is repeated w_j times (RS (15) with the density of the reduced
 * set).
 *
 * <ol>
 *   <li>first degrees q = K w; the factors f(q) of the map; u = w f; degrees d = f (K u): two
 *       products with K, or one if all factors are 1
 *   <li>the largest eigenpairs (lambda, v) of {@link GraphOperator}
 *   <li>psi = v sqrt(sum w d) / sqrt(w d), so that P psi = lambda psi and sum_j pi_j psi_j^2 = 1
 *       with pi = w d / sum w d; the entry of largest magnitude in each psi is positive (ties: the
 *       lowest point)
 *   <li>if an eigenvalue has a magnitude of at most n eps, it is only rounding, and it and all that
 *       follow are left out
 * </ol>
 *
 * Cost: that of the solver and the products of {@link GraphPlan}. Fails with
 * IllegalArgumentException for negative kernel values, and with {@link NumericalException} for
 * points without any edge, not even to themselves, and if sums overflow.
 *
 * @param values lambda, descending, without the trivial 1
 * @param vectors psi, points x values.length, row-major
 * @param wanted the number of eigenpairs requested; larger than values.length if the others are
 *     only rounding
 * @param pull u, the weights by which the coordinates of a new row x are averaged: p(x, j) = u_j
 *     k(x, j) / sum_l u_l k(x, l)
 * @param totalDegree sum w d
 * @param plan how the eigenpairs were computed
 * @param passes the number of passes of the solver
 */
record GraphSpectrum(
    double[] values,
    double[] vectors,
    int wanted,
    double[] pull,
    double totalDegree,
    GraphPlan plan,
    int passes) {

  /** An eigenvalue of a walk whose magnitude is at most this is only rounding. */
  static double cutOff(int points) {
    return points * Math.ulp(1.0);
  }

  /**
   * @param weights how often each point counts, all above 0
   * @param names how messages name a point
   * @param wanted the number of eigenpairs besides the trivial one, fewer than points
   */
  static GraphSpectrum of(
      Problem problem,
      Rows points,
      double[] weights,
      ManifoldMap map,
      int wanted,
      IntFunction<String> names) {
    GraphPlan plan = GraphPlan.of(problem, points, wanted);
    KernelOperator gram =
        problem.stages().run("gram", plan.bytes(), () -> gram(problem, points, plan, names));
    return problem
        .stages()
        .run(
            "solve",
            plan.bytes(),
            () -> {
              long before = gram.evaluations();
              if (!plan.stored()) {
                problem.stages().expect(new TileGrid(points.count()).tiles(), true);
              }
              GraphSpectrum found = solve(problem, gram, weights, map, wanted, names, plan);
              problem.stages().evaluated(gram.evaluations() - before);
              return found;
            });
  }

  private static KernelOperator gram(
      Problem problem, Rows points, GraphPlan plan, IntFunction<String> names) {
    int tile = new TileGrid(points.count()).tileRows();
    GramTiles tiles =
        new GraphTiles(
            new KernelTiles(points, problem.kernel(), false, tile, problem.workers()),
            problem.kernel().spec(),
            names);
    if (plan.stored()) {
      problem.stages().expect(new TileGrid(points.count()).tiles(), false);
    }
    KernelOperator gram =
        plan.stored()
            ? new StoredGram(tiles, false, problem.workers())
            : new TiledGram(tiles, false, problem.workers());
    problem.stages().evaluated(gram.evaluations());
    return gram;
  }

  private static GraphSpectrum solve(
      Problem problem,
      KernelOperator gram,
      double[] weights,
      ManifoldMap map,
      int wanted,
      IntFunction<String> names,
      GraphPlan plan) {
    int n = gram.size();
    double[] pull = weights.clone();
    double[] degrees = degrees(gram, pull, names);
    double[] factors = factors(map, degrees, names);
    for (int i = 0; i < n; i++) {
      pull[i] *= factors[i];
    }
    if (Arrays.stream(factors).anyMatch(factor -> factor != 1)) {
      degrees = degrees(gram, pull, names);
      for (int i = 0; i < n; i++) {
        degrees[i] *= factors[i];
      }
    }
    double total = 0;
    for (int i = 0; i < n; i++) {
      total += weights[i] * degrees[i];
    }
    requireFinite(total);
    double[] scale = new double[n];
    double[] trivial = new double[n];
    for (int i = 0; i < n; i++) {
      scale[i] = Math.sqrt(weights[i] / degrees[i]) * factors[i];
      trivial[i] = Math.sqrt(weights[i] * degrees[i] / total);
    }
    EigenResult found =
        plan.solver()
            .solve(
                new GraphOperator(gram, scale, trivial, problem.workers().blas()),
                wanted,
                new EigenRequest(
                    EigenRequest.DEFAULT_TOLERANCE,
                    problem.seed(),
                    problem.workers(),
                    problem.monitor()));
    int kept = 0;
    while (kept < wanted && Math.abs(found.values()[kept]) > cutOff(n)) {
      kept++;
    }
    double[] values = Arrays.copyOf(found.values(), kept);
    double[] vectors = new double[n * kept];
    for (int c = 0; c < kept; c++) {
      double largest = 0;
      for (int i = 0; i < n; i++) {
        // trivial is sqrt(w d / sum), so this is v sqrt(sum) / sqrt(w d).
        double value = found.vectors().get(i, c) / trivial[i];
        vectors[i * kept + c] = value;
        largest = Math.abs(value) > Math.abs(largest) ? value : largest;
      }
      for (int i = 0; largest < 0 && i < n; i++) {
        vectors[i * kept + c] = -vectors[i * kept + c];
      }
    }
    return new GraphSpectrum(values, vectors, wanted, pull, total, plan, found.iterations());
  }

  private static double[] factors(ManifoldMap map, double[] degrees, IntFunction<String> names) {
    double[] factors = new double[degrees.length];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = map.densityFactor(degrees[i]);
      if (!(factors[i] > 0 && factors[i] <= Double.MAX_VALUE)) {
        throw new NumericalException(
            map.spec()
                + " gives "
                + names.apply(i)
                + " of degree "
                + degrees[i]
                + " the factor "
                + factors[i]
                + "; it must be finite and above 0: scale the data, or change the map");
      }
    }
    return factors;
  }

  private static double[] degrees(KernelOperator gram, double[] by, IntFunction<String> names) {
    double[] degrees = new double[gram.size()];
    gram.apply(1, by, degrees);
    for (int i = 0; i < degrees.length; i++) {
      if (degrees[i] == 0) {
        throw new NumericalException(
            names.apply(i)
                + " has kernel value 0 with every point, itself included: it has no place on the"
                + " graph; leave it out or take another kernel");
      }
      requireFinite(degrees[i]);
    }
    return degrees;
  }

  private static void requireFinite(double sum) {
    if (!(sum > 0 && sum <= Double.MAX_VALUE)) {
      throw new NumericalException(
          "sums of kernel values reach "
              + sum
              + "; they must be finite and above 0: scale the data, or take another kernel");
    }
  }
}
