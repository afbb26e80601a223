package dev.mercer.app.machine;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * How fast tiles of a Gaussian Gram matrix are computed, compared with their two parts: the
 * products of the points (GEMM) and as many exponentials. All times are seconds of one core for a
 * whole tile, while all threads work.
 *
 * <p>Each thread does the four measurements in turn, many times, and the median of each counts. So
 * all four are made under the same conditions: a shared host may give half as much in one second as
 * in the next, and may take a processor away for milliseconds. Measurements made one after the
 * other would only compare these conditions. (The processor time of a thread does not help, because
 * the time taken away is subtracted from it late, in the middle of another measurement, which then
 * looks like the fastest run of many.)
 *
 * @param features the number of features of a point
 * @param product seconds for the products of the points of a tile
 * @param map seconds for as many exponentials as a tile has values, from the first-level cache
 * @param tile seconds for the tile in an array that is used again, as when tiles are recomputed
 * @param newTile seconds for the tile in a new array, as in a stored matrix: Java first fills its
 *     memory with zeros
 */
public record TileRates(int features, double product, double map, double tile, double newTile) {

  /** The number of rows and columns of a large tile. */
  public static final int TILE = 504;

  private static final double VALUES = (double) TILE * TILE;

  /** The number of row ranges, whose tiles are computed in turn, so that no cache holds them. */
  private static final int STRETCHES = 9;

  private static final int TILES = STRETCHES * (STRETCHES - 1) / 2;

  /** New tiles that are kept, so that they are garbage-collected together, as in a matrix. */
  private static final int KEPT = 32;

  // The number of values per call of exp: whole rows of a tile that fit in the first-level cache.
  private static final int RUN = 4 * TILE;

  /** Features of the tiles used to warm up the JVM: few, so that many tiles are computed. */
  private static final int WARMING_FEATURES = 16;

  /** Plain loops are replaced by vector loops after 2^27 values ({@link Backend#maps}). */
  private static final int WARMING_ROUNDS = 2 * (1 << 27) / (2 * TILE * TILE);

  /** The time of warm-up on one thread; more threads would delay the compiler. */
  private static final long WARM_NANOS = 300_000_000;

  private static final long MOST_WARM_NANOS = 5_000_000_000L;
  private static final double NOTICEABLE = 0.97;

  /** If an exponential takes longer than this, divided by its lanes, it is not compiled yet. */
  private static final double SLOW_EXP_NANOS = 20;

  /** The work of one thread, and how long each part took. */
  private static final class Place {
    final Runnable[] works;
    final List<List<Double>> seconds = new ArrayList<>();

    Place(Runnable... works) {
      this.works = works;
      clear();
    }

    void clear() {
      seconds.clear();
      for (int k = 0; k < works.length; k++) {
        seconds.add(new ArrayList<>());
      }
    }

    /** Does each of the works once; returns the seconds of the round. */
    double round() {
      double sum = 0;
      for (int k = 0; k < works.length; k++) {
        long start = System.nanoTime();
        works[k].run();
        double taken = (System.nanoTime() - start) / 1e9;
        seconds.get(k).add(taken);
        sum += taken;
      }
      return sum;
    }
  }

  /**
   * @param nanos how long to measure, without the time to warm up the JVM
   */
  public static TileRates measure(int features, boolean single, long nanos, Workers workers) {
    warm(places(WARMING_FEATURES, single, workers)[0], WARMING_ROUNDS, single);
    Place[] places = places(features, single, workers);
    warm(places[0], 1, single);
    workers.run(
        places.length,
        (index, worker) -> {
          Place place = places[worker];
          place.clear();
          long start = System.nanoTime();
          do {
            place.round();
          } while (System.nanoTime() - start < nanos);
        });
    return new TileRates(
        features, median(places, 0), median(places, 1), median(places, 2), median(places, 3));
  }

  /** One place per thread. */
  private static Place[] places(int features, boolean single, Workers workers) {
    SplittableRandom random = new SplittableRandom(1);
    int rows = STRETCHES * TILE;
    double[] points = new double[single ? 0 : rows * features];
    float[] floats = new float[single ? rows * features : 0];
    Arrays.setAll(points, i -> random.nextDouble() - 0.5); // around the origin: no shift
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) (random.nextDouble() - 0.5);
    }
    DenseRows data =
        single ? DenseRows.wrap(rows, features, floats) : DenseRows.wrap(rows, features, points);
    KernelTiles tiles =
        new KernelTiles(data, Gaussian.gamma(1.0 / features), single, TILE, workers);
    Place[] places = new Place[workers.threads()];
    for (int worker = 0; worker < places.length; worker++) {
      places[worker] =
          single
              ? singleWorks(features, floats, tiles, worker)
              : doubleWorks(features, points, tiles, worker);
    }
    return places;
  }

  private static Place doubleWorks(int features, double[] points, KernelTiles tiles, int worker) {
    Blas blas = Backend.instance().blas();
    Simd simd = Backend.instance().simd();
    double[] out = new double[TILE * TILE];
    double[] values = new double[RUN];
    return works(
        worker,
        at ->
            blas.gemm(
                false,
                true,
                TILE,
                TILE,
                features,
                1,
                points,
                at.row * features,
                features,
                points,
                at.column * features,
                features,
                0,
                out,
                0,
                TILE),
        () -> simd.exp(values, 0, RUN, -0.5),
        (at, tile, zeros) -> tiles.tile(at.row, TILE, at.column, TILE, tile, zeros, worker),
        double[]::new);
  }

  private static Place singleWorks(int features, float[] points, KernelTiles tiles, int worker) {
    Blas blas = Backend.instance().blas();
    Simd simd = Backend.instance().simd();
    float[] out = new float[TILE * TILE];
    float[] values = new float[RUN];
    return works(
        worker,
        at ->
            blas.gemm(
                false,
                true,
                TILE,
                TILE,
                features,
                1,
                points,
                at.row * features,
                features,
                points,
                at.column * features,
                features,
                0,
                out,
                0,
                TILE),
        () -> simd.exp(values, 0, RUN, -0.5f),
        (at, tile, zeros) -> tiles.tile(at.row, TILE, at.column, TILE, tile, zeros, worker),
        float[]::new);
  }

  @FunctionalInterface
  private interface TileWork<A> {
    void tile(Position at, A into, boolean zeros);
  }

  /**
   * The four works in one precision; what differs are the calls, which name the kind of array.
   *
   * @param exponentials of a run; exp(-v/2) maps [0, 1] into itself, so that values need not be
   *     filled in again and are all ordinary ones
   */
  private static <A> Place works(
      int worker,
      Consumer<Position> product,
      Runnable exponentials,
      TileWork<A> tiles,
      IntFunction<A> array) {
    A used = array.apply(TILE * TILE);
    List<A> kept = new ArrayList<>(Collections.nCopies(KEPT, null));
    int[] next = new int[3];
    return new Place(
        () -> product.accept(Position.next(next, 0, worker)),
        () -> {
          for (int pass = 0; pass < TILE * TILE / RUN; pass++) {
            exponentials.run();
          }
        },
        () -> tiles.tile(Position.next(next, 1, worker), used, false),
        () -> {
          Position at = Position.next(next, 2, worker);
          A tile = array.apply(TILE * TILE);
          tiles.tile(at, tile, true);
          kept.set(next[2] % KEPT, tile);
        });
  }

  /** The first row and the first column of a tile below the diagonal. */
  private record Position(int row, int column) {

    /** The next tile, row after row as in a matrix; each thread is at another place. */
    static Position next(int[] counts, int work, int worker) {
      int number = (counts[work]++ + worker * TILES / 2) % TILES;
      int i = TileGrid.rowBelow(number);
      return new Position(i * TILE, (number - i * (i - 1) / 2) * TILE);
    }
  }

  /** Repeats rounds, but at least {@code fewest}, until they get no faster. */
  private static void warm(Place place, int fewest, boolean single) {
    Simd simd = Backend.instance().simd();
    double slowMap = VALUES * SLOW_EXP_NANOS / 1e9 / (single ? simd.floatLanes() : simd.lanes());
    long start = System.nanoTime();
    long now = start;
    long improved = start;
    double best = Double.POSITIVE_INFINITY;
    double bestMap = Double.POSITIVE_INFINITY;
    for (int round = 0;
        now - start < MOST_WARM_NANOS
            && (round < fewest || now - improved < WARM_NANOS || bestMap > slowMap);
        round++) {
      place.clear();
      double taken = place.round();
      now = System.nanoTime();
      improved = taken < NOTICEABLE * best ? now : improved;
      best = Math.min(best, taken);
      bestMap = Math.min(bestMap, place.seconds.get(1).get(0));
    }
  }

  private static double median(Place[] places, int work) {
    double[] sorted =
        Arrays.stream(places)
            .flatMap(place -> place.seconds.get(work).stream())
            .mapToDouble(seconds -> seconds)
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }

  /** Flops per second in the products. */
  public double flops() {
    return 2 * VALUES * features / product;
  }

  /** Nanoseconds per exponential. */
  public double expNanos() {
    return 1e9 * map / VALUES;
  }

  /** Kernel values per second. */
  public double values() {
    return VALUES / tile;
  }

  /** The share of a tile's time that its product and its exponentials take alone. */
  public double share() {
    return (product + map) / tile;
  }

  /** The same share for tiles in new arrays. */
  public double newShare() {
    return (product + map) / newTile;
  }
}
