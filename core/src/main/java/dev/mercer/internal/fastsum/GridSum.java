package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;

/**
 * Gaussian sums over a regular grid, for points of few dimensions in a box many sigma wide.
 *
 * <p>A Gaussian is the convolution of two narrower ones, and the trapezoidal rule for it reaches
 * any requested accuracy at a spacing of about half a sigma ({@link GridLayout}): K = c^d G G' with
 * G_ik = prod_a exp(-(x_ia - t_ka)^2 / sigma^2), which separates over the axes.
 *
 * <ol>
 *   <li>the sources are sorted into boxes; the weights of a box's points at the nodes around the
 *       box are computed axis by axis, from three exponentials per point and a chain of products
 *   <li>a box's share of G'V is a product of two small matrices of weights, added to the grid; each
 *       run of boxes has its own slab of the grid, and the slabs are added in order
 *   <li>each target gathers its value: the product of the patch around its box with the weights of
 *       the first half of the axes, times those of the other half
 * </ol>
 *
 * <p>Cost: 2 P^d flops per point, vector and pass with P = 15 to 25 nodes, whatever the number of
 * points; the grid has (extent / spacing + P)^d nodes. The matrix is symmetric and positive
 * semidefinite.
 */
final class GridSum implements KernelSum {

  static final String SCHEME = "grid";

  /** Number of points of a box that are processed together. */
  private static final int BLOCK = 128;

  /** Number of runs of boxes, each with its own slab of the grid. */
  private static final int RUNS = 8;

  /**
   * Grid values held at once; it limits how many vectors can share one computation of the weights.
   */
  private static final long GRID_VALUES = 1L << 25;

  private final GridLayout layout;
  private final BoxedPoints sources;
  private final BoxedPoints targets;
  private final Workers workers;
  private final int patch;
  private final int large;
  private final int small;
  private final int largeAxes;
  private final int[] strides;
  private final int[] largeOffsets;
  private final int[] smallOffsets;
  private final double[] up;
  private final double[] down;
  private final int middle;
  private final Blas blas;

  GridSum(GridLayout layout, Matrix targets, Matrix sources, Workers workers) {
    this.layout = layout;
    this.workers = workers;
    this.blas = workers.blas();
    this.sources = new BoxedPoints(sources, layout, workers);
    this.targets = targets == sources ? this.sources : new BoxedPoints(targets, layout, workers);
    int dimensions = layout.dimensions();
    this.patch = layout.patch;
    this.largeAxes = (dimensions + 1) / 2;
    this.strides = new int[dimensions];
    int stride = 1;
    for (int a = dimensions - 1; a >= 0; a--) {
      strides[a] = stride;
      stride *= layout.nodes[a];
    }
    this.largeOffsets = offsets(0, largeAxes);
    this.smallOffsets = offsets(largeAxes, dimensions);
    this.large = largeOffsets.length;
    this.small = smallOffsets.length;
    // w_(k+1) / w_k = exp(2 h s) exp(-(2 k' + 1) h^2), k' counted from the middle of the patch.
    this.up = new double[patch];
    this.down = new double[patch];
    this.middle = patch / 2;
    double h = layout.spacing;
    for (int k = 0; k < patch; k++) {
      double fromMiddle = k - (patch - 1) / 2.0;
      up[k] = Math.exp(-(2 * fromMiddle + 1) * h * h);
      down[k] = Math.exp((2 * fromMiddle - 1) * h * h);
    }
  }

  /** Offsets of the nodes of a patch from its first node, along some of the axes. */
  private int[] offsets(int from, int to) {
    int[] result = {0};
    for (int a = from; a < to; a++) {
      int[] next = new int[result.length * patch];
      for (int r = 0; r < result.length; r++) {
        for (int k = 0; k < patch; k++) {
          next[r * patch + k] = result[r] + k * strides[a];
        }
      }
      result = next;
    }
    return result;
  }

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public double errorBound() {
    return layout.errorBound;
  }

  @Override
  public int terms() {
    return (int) Math.min(Integer.MAX_VALUE, layout.patchNodes());
  }

  @Override
  public int clusters() {
    return sources.boxCount();
  }

  @Override
  public long evaluations() {
    return 0;
  }

  /** Bytes that a product with this many vectors allocates. */
  static long bytes(GridLayout layout, int columns) {
    double nodes = layout.nodeCount();
    double group = Math.max(1, Math.min(columns, GRID_VALUES / nodes));
    double rest = nodes / (layout.dimensions() == 0 ? 1 : layout.nodes[0]);
    return (long) (8 * group * (2 * nodes + RUNS * rest * layout.patch));
  }

  /** Working memory of a thread. */
  private final class Place {
    final double[] line = new double[patch * BLOCK];
    final double[] factor = new double[BLOCK];
    final double[] inverse = new double[BLOCK];
    final double[] largeWeights = new double[large * BLOCK];
    final double[] smallWeights = new double[small * BLOCK];
    final double[] scaled = new double[small * BLOCK];
    final double[] other = new double[Math.max(large, small) * BLOCK];
    final double[] part = new double[large * small];
    final double[] values = new double[BLOCK];
    final int[] along = new int[layout.dimensions()];

    /** Computes the weights of some points of a box at the nodes of its patch. */
    void weights(BoxedPoints points, int from, int count, Simd simd) {
      axes(points, 0, largeAxes, from, count, largeWeights, simd);
      axes(points, largeAxes, layout.dimensions(), from, count, smallWeights, simd);
    }

    private void axes(
        BoxedPoints points, int a, int end, int from, int count, double[] into, Simd simd) {
      if (a == end) {
        Arrays.fill(into, 0, count, 1);
        return;
      }
      // Each axis extends the product of the axes before it; the two arrays take turns as input and
      // output.
      double[] sofar = (end - a) % 2 == 1 ? into : other;
      double[] next = sofar == into ? other : into;
      line(points.position[a], from, count, simd);
      System.arraycopy(line, 0, sofar, 0, patch * BLOCK);
      int length = patch;
      for (int axis = a + 1; axis < end; axis++) {
        line(points.position[axis], from, count, simd);
        for (int r = 0; r < length; r++) {
          for (int k = 0; k < patch; k++) {
            simd.product(
                next, (r * patch + k) * BLOCK, count, sofar, r * BLOCK, line, k * BLOCK, 1);
          }
        }
        length *= patch;
        double[] swap = sofar;
        sofar = next;
        next = swap;
      }
    }

    /** Computes exp(-(s - t_k)^2) for the nodes of one axis, from the middle outward. */
    private void line(double[] position, int from, int count, Simd simd) {
      double h = layout.spacing;
      double shift = (middle - (patch - 1) / 2.0) * h;
      int at = middle * BLOCK;
      for (int j = 0; j < count; j++) {
        double s = position[from + j];
        line[at + j] = (s - shift) * (s - shift);
        factor[j] = s;
        inverse[j] = s;
      }
      simd.exp(line, at, count, -1);
      simd.exp(factor, 0, count, 2 * h);
      simd.exp(inverse, 0, count, -2 * h);
      for (int k = middle; k + 1 < patch; k++) {
        simd.product(line, (k + 1) * BLOCK, count, line, k * BLOCK, factor, 0, up[k]);
      }
      for (int k = middle; k > 0; k--) {
        simd.product(line, (k - 1) * BLOCK, count, line, k * BLOCK, inverse, 0, down[k]);
      }
    }

    /** The number of the first node of a box's patch. */
    int origin(int box) {
      BoxedPoints.along(box, layout.boxes, along);
      int origin = 0;
      for (int a = 0; a < along.length; a++) {
        origin += along[a] * layout.side * strides[a];
      }
      return origin;
    }
  }

  @Override
  public void multiply(int columns, double[] vectors, double[] result) {
    int nodes = (int) layout.nodeCount();
    int group = (int) Math.max(1, Math.min(columns, GRID_VALUES / nodes));
    Place[] places = new Place[workers.threads()];
    for (int from = 0; from < columns; from += group) {
      int width = Math.min(group, columns - from);
      double[][] grid = spread(columns, from, width, vectors, places);
      gather(columns, from, width, grid, result, places);
    }
  }

  private Place place(Place[] places, int worker) {
    if (places[worker] == null) {
      places[worker] = new Place();
    }
    return places[worker];
  }

  /** The part of the grid that one run of boxes reaches: a range along the first axis. */
  private record Slab(int start, double[][] values) {}

  /** G'V for the vectors {@code from} to {@code from + width - 1}. */
  private double[][] spread(int columns, int from, int width, double[] vectors, Place[] places) {
    int[] runs = sources.runs(RUNS);
    Slab[] slabs = new Slab[RUNS];
    workers.run(
        RUNS,
        (run, worker) -> {
          if (runs[run] < runs[run + 1]) {
            slabs[run] =
                spreadRun(
                    runs[run], runs[run + 1], columns, from, width, vectors, place(places, worker));
          }
        });
    int nodes = (int) layout.nodeCount();
    double[][] grid = new double[width][nodes];
    double weight = layout.weight();
    Simd simd = workers.backend().simd();
    for (Slab slab : slabs) {
      for (int c = 0; slab != null && c < width; c++) {
        double[] part = slab.values()[c];
        int length = Math.min(part.length, nodes - slab.start());
        simd.add(grid[c], slab.start(), length, weight, part, 0);
      }
    }
    return grid;
  }

  private Slab spreadRun(
      int firstBox, int endBox, int columns, int from, int width, double[] vectors, Place place) {
    int row = layout.dimensions() == 0 ? 1 : strides[0];
    int start = place.origin(sources.box[firstBox]) / row * row;
    int end = place.origin(sources.box[endBox - 1]) / row * row + patch * row;
    double[][] values = new double[width][end - start];
    for (int b = firstBox; b < endBox; b++) {
      int origin = place.origin(sources.box[b]) - start;
      for (int at = sources.first[b]; at < sources.first[b + 1]; at += BLOCK) {
        int count = Math.min(BLOCK, sources.first[b + 1] - at);
        Simd simd = simd(count);
        place.weights(sources, at, count, simd);
        for (int c = 0; c < width; c++) {
          for (int j = 0; j < count; j++) {
            place.values[j] = vectors[sources.order[at + j] * columns + from + c];
          }
          for (int k = 0; k < small; k++) {
            simd.product(
                place.scaled, k * BLOCK, count, place.smallWeights, k * BLOCK, place.values, 0, 1);
          }
          // Calls BLAS on bare arrays: a product with few points is too small to be worth creating
          // views.
          blas.gemm(
              false,
              true,
              large,
              small,
              count,
              1,
              place.largeWeights,
              0,
              BLOCK,
              place.scaled,
              0,
              BLOCK,
              0,
              place.part,
              0,
              small);
          addPart(place.part, values[c], origin);
        }
      }
    }
    return new Slab(start, values);
  }

  /** Adds a patch to the grid; the nodes along the last axis are contiguous. */
  private void addPart(double[] part, double[] grid, int origin) {
    int run = small == 1 ? 1 : patch;
    for (int l = 0, at = 0; l < large; l++) {
      int base = origin + largeOffsets[l];
      for (int s = 0; s < small; s += run) {
        int to = base + smallOffsets[s];
        for (int k = 0; k < run; k++) {
          grid[to + k] += part[at++];
        }
      }
    }
  }

  private void gather(
      int columns, int from, int width, double[][] grid, double[] result, Place[] places) {
    int tasks = Math.max(1, Math.min(64, targets.boxCount()));
    int[] runs = targets.runs(tasks);
    workers.run(
        tasks,
        (run, worker) -> {
          Place place = place(places, worker);
          for (int b = runs[run]; b < runs[run + 1]; b++) {
            gatherBox(b, columns, from, width, grid, result, place);
          }
        });
  }

  private void gatherBox(
      int b, int columns, int from, int width, double[][] grid, double[] result, Place place) {
    int origin = place.origin(targets.box[b]);
    for (int at = targets.first[b]; at < targets.first[b + 1]; at += BLOCK) {
      int count = Math.min(BLOCK, targets.first[b + 1] - at);
      Simd simd = simd(count);
      place.weights(targets, at, count, simd);
      for (int c = 0; c < width; c++) {
        copyPart(grid[c], origin, place.part);
        // Calls BLAS on bare arrays, for the same reason as above.
        blas.gemm(
            true,
            false,
            small,
            count,
            large,
            1,
            place.part,
            0,
            small,
            place.largeWeights,
            0,
            BLOCK,
            0,
            place.scaled,
            0,
            BLOCK);
        Arrays.fill(place.values, 0, count, 0);
        for (int k = 0; k < small; k++) {
          simd.addProduct(
              place.values, 0, count, place.scaled, k * BLOCK, place.smallWeights, k * BLOCK);
        }
        for (int j = 0; j < count; j++) {
          result[targets.order[at + j] * columns + from + c] = place.values[j];
        }
      }
    }
  }

  private void copyPart(double[] grid, int origin, double[] part) {
    int run = small == 1 ? 1 : patch;
    for (int l = 0, at = 0; l < large; l++) {
      int base = origin + largeOffsets[l];
      for (int s = 0; s < small; s += run, at += run) {
        if (run == 1) {
          part[at] = grid[base];
        } else {
          System.arraycopy(grid, base + smallOffsets[s], part, at, run);
        }
      }
    }
  }

  private Simd simd(int count) {
    return workers.backend().maps().next((long) count * (large + small));
  }
}
