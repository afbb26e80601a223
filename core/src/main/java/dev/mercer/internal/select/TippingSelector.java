package dev.mercer.internal.select;

import dev.mercer.NumericalException;
import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.EqualRows;
import dev.mercer.internal.rows.SmallestKeys;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Tipping;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * {@link Tipping}: the points that keep a weight when the likelihood of {@link SparseWeights} is at
 * its maximum.
 *
 * <ol>
 *   <li>take all rows of positive weight, or {@code sample} of them drawn at random, because the
 *       whole matrix among them is needed; it is centered by the rows' weighted mean if features
 *       are centered
 *   <li>start at the noise at which no point has a weight and multiply it by {@value #STEP} again
 *       and again, finding each maximum from the one before, until the given noise is reached or as
 *       many points as wanted have a weight
 *   <li>if a step leads beyond that number: bisect the logarithm of the noise between that step and
 *       the one before, up to {@value #HALVINGS} times, until the number is met; if it is never
 *       met, the largest number below it is used, and a note says so
 * </ol>
 *
 * Landmarks are sorted by weight, the largest first; the weights are scaled so that their sum is
 * the sum of the weights of all rows. Cost: s^2 kernel values for a sample of s, and s^2 flops for
 * each of a few hundred changes of a weight; memory 4 s^2.
 */
public final class TippingSelector implements Selector {

  private static final double STEP = 0.7;
  private static final int HALVINGS = 12;

  /**
   * Below this share of the noise at which the first point gets a weight, results are only rounding
   * errors.
   */
  private static final double LEAST_NOISE = 1e-9;

  private final double noise;
  private final int sample;
  private final boolean choosesCount;

  TippingSelector(Tipping asked) {
    this.noise = asked.noise();
    this.sample = asked.sample();
    this.choosesCount = asked.choosesCount();
  }

  static Tipping read(Spec spec) {
    spec.requireKeys("noise", "sample");
    return new Tipping(
        spec.positive("noise", 0),
        spec.integer("sample", Tipping.DEFAULT_SAMPLE, 2, Tipping.MOST_SAMPLE));
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return Math.min((double) rows * rows, (double) sample * sample);
  }

  @Override
  public long leastMemory(Rows rows, Kernel kernel, int landmarks, int threads) {
    return sampleBytes(rows, kernel, sample, threads);
  }

  /**
   * Bytes held with this many rows in the sample: their matrices, and what computing the first one
   * takes.
   */
  public static long sampleBytes(Rows rows, Kernel kernel, int sample, int threads) {
    int s = Math.min(rows.count(), sample);
    return SparseWeights.bytes(s) + GramColumns.columnBytes(rows, kernel, s, threads);
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    request.requireSquares(Tipping.NAME);
    int[] sampled = sampled(request);
    // A weight could be divided among equal rows in any way, so they are treated as one row with
    // the sum of their weights.
    Map<Integer, Double> weights = new LinkedHashMap<>();
    EqualRows equal = new EqualRows(request.rows());
    for (int row : sampled) {
      weights.merge(equal.take(row), request.weight(row), Double::sum);
    }
    int[] rows = weights.keySet().stream().mapToInt(Integer::intValue).toArray();
    int s = rows.length;
    if (!choosesCount) {
      request.requireCandidates();
      if (request.count() > sampled.length) {
        throw new IllegalArgumentException(
            "landmarks = "
                + request.count()
                + " exceeds the "
                + sampled.length
                + " rows of the sample; ask for at most "
                + sampled.length
                + " or raise sample");
      }
    }
    if (SparseWeights.bytes(s) > request.memory()) {
      throw new IllegalArgumentException(
          Tipping.NAME
              + " needs "
              + SparseWeights.bytes(s)
              + " bytes for the matrix of "
              + s
              + " rows and may hold "
              + request.memory()
              + "; allow more memory or a smaller sample");
    }
    double[] omega = new double[s];
    Arrays.setAll(omega, i -> weights.get(rows[i]));
    double[] gram = gram(request, rows, omega);
    SparseWeights model = new SparseWeights(s, gram, omega, request.workers());
    double largest = model.largestNoise();
    if (!(largest > 0)) {
      throw new NumericalException(
          "the features of the rows do not vary under "
              + request.kernel().spec()
              + ", so no point can have a weight; check the rows, or take a narrower kernel");
    }
    Found found = choosesCount ? toNoise(model, largest) : toCount(model, largest, request);
    return landmarks(request, rows, sampled.length, found, largest);
  }

  /** Weights of the sampled rows, the noise they belong to, and how many of them are positive. */
  private record Found(double noise, double[] weights, int kept) {}

  private Found toNoise(SparseWeights model, double largest) {
    double level = largest;
    while (level * STEP > noise) {
      level *= STEP;
      model.maximize(level, model.weights());
    }
    model.maximize(noise, model.weights());
    if (model.kept() == 0) {
      throw new IllegalArgumentException(
          Tipping.NAME
              + ": noise = "
              + Numbers.text(noise)
              + " explains everything: no point has a weight; take less than "
              + Numbers.text(largest));
    }
    return new Found(noise, model.weights(), model.kept());
  }

  private static Found toCount(SparseWeights model, double largest, SelectionRequest request) {
    int wanted = request.count();
    Found below = new Found(largest, model.weights(), 0);
    double above = 0;
    double level = largest;
    while (above == 0 && level * STEP > LEAST_NOISE * largest) {
      level *= STEP;
      model.maximize(level, below.weights());
      if (model.kept() > wanted) {
        above = level;
      } else {
        below = new Found(level, model.weights(), model.kept());
        if (below.kept() == wanted) {
          return below;
        }
      }
    }
    for (int halving = 0; above > 0 && halving < HALVINGS; halving++) {
      double middle = Math.sqrt(above * below.noise());
      model.maximize(middle, below.weights());
      if (model.kept() > wanted) {
        above = middle;
      } else {
        below = new Found(middle, model.weights(), model.kept());
        if (below.kept() == wanted) {
          return below;
        }
      }
    }
    return below;
  }

  /**
   * @param sampled number of rows in the sample; {@code rows} holds those that differ
   */
  private Landmarks landmarks(
      SelectionRequest request, int[] rows, int sampled, Found found, double largest) {
    int m = found.kept();
    if (m == 0) {
      throw new IllegalArgumentException(
          Tipping.NAME
              + " found no noise at which "
              + request.count()
              + " points or fewer have a weight; ask for more landmarks");
    }
    double[] keys = new double[rows.length];
    Arrays.setAll(keys, i -> -found.weights()[i]);
    int[] order = SmallestKeys.of(keys, m);
    int[] chosen = new int[m];
    double[] weights = new double[m];
    double total = 0;
    for (int j = 0; j < m; j++) {
      chosen[j] = rows[order[j]];
      weights[j] = found.weights()[order[j]];
      total += weights[j];
    }
    double all = 0;
    for (int i = 0; i < request.size(); i++) {
      all += request.weight(i);
    }
    for (int j = 0; j < m; j++) {
      weights[j] *= all / total;
    }
    Landmarks result =
        Landmarks.ofRows(request.gram(), chosen, weights)
            .with(
                "noise "
                    + Numbers.text(found.noise())
                    + " (no point has a weight from "
                    + Numbers.text(largest)
                    + " on)"
                    + (sampled < request.candidates()
                        ? ", likelihood of a sample of " + sampled + " rows"
                        : ""));
    if (!choosesCount && m < request.count()) {
      result =
          result.with(
              m
                  + " landmarks instead of "
                  + request.count()
                  + ": no noise was found at which exactly so many have a weight");
    }
    return result;
  }

  private int[] sampled(SelectionRequest request) {
    double[] masses = new double[request.size()];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = request.weight(i) > 0 ? 1 : 0;
    }
    if (request.candidates() <= sample) {
      int[] all = new int[request.candidates()];
      int at = 0;
      for (int i = 0; i < masses.length; i++) {
        if (masses[i] > 0) {
          all[at++] = i;
        }
      }
      return all;
    }
    SplittableRandom random = request.random();
    int[] drawn = WeightedDraws.distinct(masses, sample, random);
    Arrays.sort(drawn);
    return drawn;
  }

  /**
   * The Gram matrix among some rows, centered by their weighted mean if the request asks for it.
   */
  private static double[] gram(SelectionRequest request, int[] rows, double[] omega) {
    GramColumns.Columns columns = request.gram().of(rows);
    double[] gram = columns.among();
    int s = rows.length;
    if (!request.center()) {
      return gram;
    }
    double sum = Arrays.stream(omega).sum();
    double[] means = new double[s];
    double mean = 0;
    for (int i = 0; i < s; i++) {
      for (int j = 0; j < s; j++) {
        means[i] += omega[j] / sum * gram[i * s + j];
      }
      mean += omega[i] / sum * means[i];
    }
    for (int i = 0; i < s; i++) {
      for (int j = 0; j < s; j++) {
        gram[i * s + j] += mean - means[i] - means[j];
      }
    }
    return gram;
  }
}
