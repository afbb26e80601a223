package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.cluster.KernelClusters;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.EqualRows;
import dev.mercer.internal.rows.Fitting;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.KernelKMeans;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * {@link KernelKMeans}: clusters in feature space, and the row nearest to the mean feature of each.
 *
 * <ol>
 *   <li>the sample: all rows of positive weight, or rows drawn by {@link UniformSelector} if there
 *       are more than max(5,000, 2 m) or if the Gram matrix of all would not fit the memory
 *   <li>compute the Gram matrix of the sample once, and find clusters with {@link KernelClusters}
 *   <li>each row outside the sample joins the cluster whose mean is nearest
 *   <li>for each cluster in order: of all rows that differ from those already taken, take the one
 *       nearest to the mean; ties go to the lowest row
 * </ol>
 *
 * Cost: s^2 kernel values for a sample of s rows, and n s if the sample does not hold all rows;
 * O(s^2) additions per iteration; memory: s^2 + s m doubles and a block of s columns per thread.
 */
final class KernelKMeansSelector implements Selector {

  private static final int SAMPLE = 5_000;

  /** Number of rows of the largest square matrix that fits in one array. */
  private static final int LARGEST_SAMPLE = 46_340;

  private final int iterations;

  KernelKMeansSelector(KernelKMeans asked) {
    this.iterations = asked.iterations();
  }

  static KernelKMeans read(Spec spec) {
    return new KernelKMeans(KMeansSelector.iterations(spec));
  }

  @Override
  public Guarantee guarantee() {
    return Guarantee.CLUSTERS;
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return (double) Math.min(rows, SAMPLE) * Math.min(rows, SAMPLE) + (double) rows * landmarks;
  }

  /** The memory for the smallest sample, which has as many rows as there are landmarks. */
  @Override
  public long leastMemory(Rows rows, Kernel kernel, int landmarks, int threads) {
    return bytes(rows, kernel, landmarks, landmarks, threads);
  }

  /** Bytes held beside the rows, with this many rows in the sample. */
  private static long bytes(Rows rows, Kernel kernel, int landmarks, long sample, int threads) {
    long block = Math.min(GramColumns.BLOCK_ROWS, rows.count());
    return 8 * sample * (sample + landmarks)
        + 8 * threads * block * sample
        + GramColumns.columnBytes(rows, kernel, (int) sample, threads);
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int m = request.requireCandidates();
    int s = sampleSize(request, m);
    int[] sample = new UniformSelector().select(request.withCount(s)).rows();
    Arrays.sort(sample);
    GramColumns gram = request.gram();
    GramColumns.Columns columns = gram.of(sample);
    double[] weights = new double[s];
    Arrays.setAll(weights, i -> request.weight(sample[i]));
    // Split, because the sample was drawn from a generator with the same seed.
    SplittableRandom random = request.random().split();
    KernelClusters clusters =
        KernelClusters.of(columns.among(), weights, m, iterations, random, gram.workers());
    Landmarks found = landmarks(request, sample, columns, clusters);
    if (s < request.candidates()) {
      found =
          found.with(
              KernelKMeans.NAME
                  + ": clusters found on a sample of "
                  + s
                  + " of "
                  + request.candidates()
                  + " rows"
                  + (s < wanted(request, m)
                      ? ", all that the memory left beside the buffers of "
                          + gram.workers().threads()
                          + " threads holds"
                      : "")
                  + "; the others joined the nearest");
    }
    return KMeansSelector.noted(KernelKMeans.NAME, request, found);
  }

  private static int sampleSize(SelectionRequest request, int m) {
    Rows rows = request.rows();
    Kernel kernel = request.kernel();
    int threads = request.workers().threads();
    int most = Math.min(LARGEST_SAMPLE, wanted(request, m));
    int fitting = Fitting.largest(most, request.memory(), s -> bytes(rows, kernel, m, s, threads));
    if (fitting < m) {
      throw new IllegalArgumentException(
          KernelKMeans.NAME
              + ": a sample of "
              + m
              + " rows and its Gram matrix take "
              + Numbers.text(bytes(rows, kernel, m, m, threads))
              + " bytes, but "
              + Numbers.text(request.memory())
              + " are left; ask for at most "
              + Fitting.largest(m, request.memory(), s -> bytes(rows, kernel, s, s, threads))
              + " landmarks, allow more memory, or use kmeans-nearest");
    }
    return fitting;
  }

  /** Number of rows in the sample if memory allows it. */
  private static int wanted(SelectionRequest request, int m) {
    return (int) Math.min(request.candidates(), Math.max(SAMPLE, 2L * m));
  }

  /** The nearest row to every cluster's mean that a thread has found. */
  private static final class Best {
    final int[] row;
    final double[] distance;

    Best(int m) {
      row = new int[m];
      Arrays.fill(row, -1);
      distance = new double[m];
    }

    void offer(int cluster, int other, double offered) {
      if (row[cluster] < 0
          || offered < distance[cluster]
          || (offered == distance[cluster] && other < row[cluster])) {
        row[cluster] = other;
        distance[cluster] = offered;
      }
    }
  }

  private static Landmarks landmarks(
      SelectionRequest request,
      int[] sample,
      GramColumns.Columns columns,
      KernelClusters clusters) {
    int[] cluster = new int[request.size()];
    Arrays.fill(cluster, -1);
    for (int i = 0; i < sample.length; i++) {
      cluster[sample[i]] = clusters.cluster(i);
    }
    int[] nearest = nearest(request, columns, clusters, cluster);
    double[] sizes = new double[nearest.length];
    boolean[] excluded = new boolean[request.size()];
    for (int i = 0; i < cluster.length; i++) {
      excluded[i] = cluster[i] < 0;
      if (!excluded[i]) {
        sizes[cluster[i]] += request.weight(i);
      }
    }
    EqualRows taken = new EqualRows(request.rows());
    for (int c = 0; c < nearest.length; c++) {
      if (taken.has(nearest[c])) {
        for (int i = 0; i < excluded.length; i++) {
          excluded[i] |= taken.has(i);
        }
        nearest[c] = nearestLeft(request, sample, clusters, c, excluded);
      }
      taken.take(nearest[c]);
    }
    return Landmarks.ofRows(request.gram(), nearest, sizes);
  }

  /**
   * Finds the nearest row to every mean; also assigns a cluster to rows of positive weight that
   * have none yet.
   */
  private static int[] nearest(
      SelectionRequest request,
      GramColumns.Columns columns,
      KernelClusters clusters,
      int[] cluster) {
    GramColumns gram = request.gram();
    int m = clusters.count();
    int s = columns.count();
    Best[] found = new Best[gram.workers().threads()];
    double[][] buffers = new double[gram.workers().threads()][];
    double[] diagonal = gram.diagonal();
    gram.forBlocks(
        (index, first, count, worker) -> {
          if (found[worker] == null) {
            found[worker] = new Best(m);
            buffers[worker] = new double[Math.multiplyExact(GramColumns.BLOCK_ROWS, s)];
          }
          double[] distances = new double[m];
          columns.fill(first, count, buffers[worker], 0, worker);
          for (int i = 0; i < count; i++) {
            int row = first + i;
            if (request.weight(row) > 0) {
              clusters.distances(diagonal[row], buffers[worker], i * s, distances);
              if (cluster[row] < 0) {
                cluster[row] = KernelClusters.smallest(distances);
              }
              for (int c = 0; c < m; c++) {
                found[worker].offer(c, row, distances[c]);
              }
            }
          }
        });
    Best all = new Best(m);
    for (Best best : found) {
      for (int c = 0; best != null && c < m; c++) {
        if (best.row[c] >= 0) {
          all.offer(c, best.row[c], best.distance[c]);
        }
      }
    }
    return all.row;
  }

  /**
   * The row nearest to one mean among those not excluded, from kernel values with that cluster's
   * members only.
   */
  private static int nearestLeft(
      SelectionRequest request,
      int[] sample,
      KernelClusters clusters,
      int wanted,
      boolean[] excluded) {
    GramColumns gram = request.gram();
    int[] members =
        IntStream.range(0, sample.length)
            .filter(i -> clusters.cluster(i) == wanted)
            .map(i -> sample[i])
            .toArray();
    double size = Arrays.stream(members).mapToDouble(request::weight).sum();
    GramColumns.Columns columns = gram.of(members);
    double[] diagonal = gram.diagonal();
    // The squared distance minus the squared norm of the mean, which is the same for all rows.
    double[] distances = new double[request.size()];
    gram.forBlocks(
        (index, first, count, worker) -> {
          double[] values = new double[count * members.length];
          columns.fill(first, count, values, 0, worker);
          for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int j = 0; j < members.length; j++) {
              sum += request.weight(members[j]) * values[i * members.length + j];
            }
            distances[first + i] =
                excluded[first + i]
                    ? Double.POSITIVE_INFINITY
                    : diagonal[first + i] - 2 * sum / size;
          }
        });
    return KernelClusters.smallest(distances);
  }
}
