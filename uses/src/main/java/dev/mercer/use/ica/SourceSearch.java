package dev.mercer.use.ica;

import dev.mercer.internal.backend.Workers;

/**
 * Rotates white coordinates until they are as independent as possible, by Jacobi rotations of one
 * pair of coordinates after the other.
 *
 * <p>A rotation in the plane of two coordinates changes how dependent they are on each other, but
 * not what the two together share with the others. So {@link #scan} judges a rotation by these two
 * alone. It tries {@value #ANGLES} angles of a quarter turn (a further quarter turn only swaps the
 * two), then ever smaller intervals around the best one; from any start it gets near a good answer.
 * {@link #polish} judges by all sources together and looks only {@value #NEAR} to both sides.
 *
 * <p>The angles of one batch are tried in parallel, and the batches do not depend on the number of
 * threads. Both methods end when no rotation in a sweep over all pairs exceeds the angle they were
 * given, or after {@value #MOST_SWEEPS} sweeps.
 */
final class SourceSearch {

  private static final int ANGLES = 18;
  private static final double QUARTER = Math.PI / 2;
  private static final double NEAR = 0.1;
  private static final int MOST_SWEEPS = 20;

  /** The number of angles tried at a time while the interval shrinks. */
  private static final int BATCH = 4;

  private final SourceBasis bases;
  private final SourceDependence dependence;
  private final Workers workers;
  private final SourceBasis.Scratch[] scratch;
  private final double[][] sources; // K x n
  private final double[] turn; // K x K, orthogonal: sources = turn x coordinates
  private final SourceBasis.Basis[] known;
  private int sweeps;
  private long evaluations;

  /**
   * @param white coordinates of unit variance, K x n; not changed
   * @param start an orthogonal K x K matrix
   */
  SourceSearch(
      SourceBasis bases,
      SourceDependence dependence,
      double[][] white,
      double[] start,
      Workers workers) {
    this.bases = bases;
    this.dependence = dependence;
    this.workers = workers;
    this.scratch = new SourceBasis.Scratch[workers.threads()];
    this.turn = start.clone();
    int k = white.length;
    int n = white[0].length;
    this.sources = new double[k][n];
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        for (int t = 0; t < n; t++) {
          sources[i][t] += start[i * k + j] * white[j][t];
        }
      }
    }
    this.known = new SourceBasis.Basis[k];
    workers.run(k, (i, worker) -> known[i] = basis(sources[i], worker));
  }

  /** The rotation found so far, an orthogonal K x K matrix. */
  double[] turn() {
    return turn.clone();
  }

  /** The number of sweeps over all pairs so far. */
  int sweeps() {
    return sweeps;
  }

  /** The number of dependences computed so far. */
  long evaluations() {
    return evaluations;
  }

  /** The dependence between all sources at the current rotation. */
  double contrast() {
    return dependence.of(workers.blas(), known);
  }

  /** Tries all angles for every pair. */
  void scan(double smallestTurn) {
    sweep(smallestTurn, true);
  }

  /** Tries only angles close to the current rotation. */
  void polish(double smallestTurn) {
    sweep(smallestTurn, false);
  }

  private void sweep(double smallestTurn, boolean wide) {
    double largest = Double.POSITIVE_INFINITY;
    for (int sweep = 0; sweep < MOST_SWEEPS && largest > smallestTurn; sweep++) {
      largest = 0;
      for (int i = 0; i < sources.length; i++) {
        for (int j = i + 1; j < sources.length; j++) {
          double angle = best(i, j, smallestTurn / 4, wide);
          if (angle != 0) {
            rotate(i, j, angle);
          }
          double size = Math.abs(angle) % QUARTER;
          largest = Math.max(largest, Math.min(size, QUARTER - size));
        }
      }
      sweeps++;
    }
  }

  /** The best angle found; 0 if none is better than the current one. */
  private double best(int i, int j, double close, boolean wide) {
    double here = value(i, j, known[i], known[j], wide);
    double angle = 0;
    double low = -NEAR;
    double high = NEAR;
    if (wide) {
      double[] values = values(i, j, ANGLES, number -> QUARTER * number / ANGLES, true);
      for (int number = 1; number < ANGLES; number++) {
        if (values[number] < here) {
          here = values[number];
          angle = QUARTER * number / ANGLES;
        }
      }
      low = angle - QUARTER / ANGLES;
      high = angle + QUARTER / ANGLES;
    }
    while (high - low > close) {
      double from = low;
      double step = (high - low) / (BATCH + 1);
      double[] values = values(i, j, BATCH, number -> from + (number + 1) * step, wide);
      for (int number = 0; number < BATCH; number++) {
        if (values[number] < here) {
          here = values[number];
          angle = from + (number + 1) * step;
        }
      }
      low = Math.max(low, angle - step);
      high = Math.min(high, angle + step);
    }
    return angle;
  }

  private interface Angle {
    double of(int number);
  }

  private double[] values(int i, int j, int count, Angle angles, boolean alone) {
    double[] values = new double[count];
    workers.run(
        count,
        (number, worker) -> {
          double[][] pair = turned(i, j, angles.of(number));
          values[number] = value(i, j, basis(pair[0], worker), basis(pair[1], worker), alone);
        });
    evaluations += count;
    return values;
  }

  private double value(
      int i, int j, SourceBasis.Basis first, SourceBasis.Basis second, boolean alone) {
    if (alone) {
      return dependence.of(workers.blas(), first, second);
    }
    SourceBasis.Basis[] all = known.clone();
    all[i] = first;
    all[j] = second;
    return dependence.of(workers.blas(), all);
  }

  private SourceBasis.Basis basis(double[] source, int worker) {
    if (scratch[worker] == null) {
      scratch[worker] = bases.scratch();
    }
    return bases.of(source, scratch[worker]);
  }

  private double[][] turned(int i, int j, double angle) {
    double cosine = Math.cos(angle);
    double sine = Math.sin(angle);
    int n = sources[i].length;
    double[][] pair = new double[2][n];
    for (int t = 0; t < n; t++) {
      pair[0][t] = cosine * sources[i][t] + sine * sources[j][t];
      pair[1][t] = cosine * sources[j][t] - sine * sources[i][t];
    }
    return pair;
  }

  private void rotate(int i, int j, double angle) {
    double[][] pair = turned(i, j, angle);
    sources[i] = pair[0];
    sources[j] = pair[1];
    int[] both = {i, j};
    workers.run(2, (which, worker) -> known[both[which]] = basis(sources[both[which]], worker));
    int k = sources.length;
    double cosine = Math.cos(angle);
    double sine = Math.sin(angle);
    for (int c = 0; c < k; c++) {
      double first = turn[i * k + c];
      double second = turn[j * k + c];
      turn[i * k + c] = cosine * first + sine * second;
      turn[j * k + c] = cosine * second - sine * first;
    }
  }
}
