package dev.mercer.internal.eigen;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.Orthonormal;
import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.Tall;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * An orthonormal basis V that grows by blocks of products, with AV and T = V'AV at hand.
 *
 * <p>After {@link #expand} the basis holds {@code size} columns, AV as many, and the block behind
 * them, when it is asked for, is W = (A - V T) Q, Q the newest block: all that A V has outside the
 * span of V. So the residual of a Ritz vector V s is W times the last entries of s, known from W'W
 * alone, and {@link #next} turns W into the block to multiply next. Directions that W lacks (an
 * invariant subspace was met) are replaced by random ones, which cost nothing: a product with a
 * narrower block is not cheaper. {@link #restart} keeps the leading Ritz vectors and the pending
 * block, which preserves the relation between A V, V and W. No step needs a product beyond the one
 * of its block.
 *
 * <p>Memory: n (2 capacity + 3 block) doubles and small squares, allocated by the constructor. The
 * first block comes from {@link #fill} or {@link #propose}.
 */
final class KrylovBasis {

  // What is left of a unit vector in the span of V, with room for an ill-conditioned block.
  private static final double SPANNED = 1e-12;

  private final ScaledProducts operator;
  private final int rows;
  private final int capacity;
  private final int block;
  private final SplittableRandom random;
  private final RowBlocks rowBlocks;
  private final Orthonormal orthonormal;
  private final Blas blas;

  private final Tall basis; // V, then W or the pending block
  private final Tall images; // A V
  private final double[] input;
  private final double[] output;
  private final double[] projected; // T, capacity x capacity, both triangles
  private final double[] coefficients; // V'A Q of the newest block
  private final double[] residualGram; // W'W, newest x newest
  private final double[] ritzValues; // ascending, as LAPACK gives them
  private final double[] ritzRows; // row i: vector of ritzValues[i]
  private final double[] rotation; // leading Ritz vectors as columns
  private final double[] norms;

  private int size;
  private int newest; // columns of the newest block, the last ones of V
  private int pending; // columns behind V to be multiplied next
  private boolean outsideKnown; // W stands behind V
  private boolean estimates; // residualGram is that of the newest block
  private double magnitude; // largest eigenvalue magnitude met

  KrylovBasis(
      ScaledProducts operator, int capacity, int block, SplittableRandom random, Workers workers) {
    this.operator = operator;
    this.rows = operator.size();
    this.capacity = capacity;
    this.block = block;
    this.random = random;
    int width = capacity + block;
    this.blas = workers.blas();
    this.rowBlocks = new RowBlocks(rows, width, block, workers);
    this.orthonormal = new Orthonormal(rows, width, block, workers);
    this.basis = Tall.allocate(rows, width);
    this.images = Tall.allocate(rows, capacity);
    this.input = Tall.allocate(rows, block).values();
    this.output = Tall.allocate(rows, block).values();
    this.projected = new double[capacity * capacity];
    this.coefficients = new double[capacity * block];
    this.residualGram = new double[block * block];
    this.ritzValues = new double[capacity];
    this.ritzRows = new double[capacity * capacity];
    this.rotation = new double[capacity * capacity];
    this.norms = new double[block];
  }

  /** Bytes of working memory, that of the projected eigenproblem included. */
  static long bytes(int rows, int capacity, int block) {
    long width = (long) capacity + block;
    long squares = 5L * capacity * capacity + 16L * capacity + (long) capacity * block;
    return 8L
            * ((rows + 1L) * (width + capacity + 2L * block) + squares + (long) block * block + 64)
        + RowBlocks.bytes(rows, (int) width, block)
        + Orthonormal.bytes(rows, (int) width, block);
  }

  int size() {
    return size;
  }

  /** Whether the basis spans everything. */
  boolean complete() {
    return size == rows;
  }

  /** Whether the pending block has no room. */
  boolean full() {
    return size + pending > capacity;
  }

  /** Whether the next block will have no room. */
  boolean nearlyFull() {
    return size + Math.min(block, rows - size) > capacity;
  }

  /** The largest eigenvalue magnitude met, in the operator's scaled unit. */
  double magnitude() {
    return magnitude;
  }

  /** Ritz value number {@code index}, descending; from the last {@link #solve}. */
  double value(int index) {
    return ritzValues[size - 1 - index];
  }

  /** Multiplies the pending block and takes it into the basis. */
  void expand() {
    Tall fresh = basis.columns(size, pending);
    Tall image = images.columns(size, pending);
    Tall contiguous = Tall.of(output, pending);
    rowBlocks.copy(fresh, Tall.of(input, pending));
    operator.apply(pending, input, output);
    int before = size;
    size += pending;
    newest = pending;
    pending = 0;
    rowBlocks
        .sweep()
        .copy(contiguous, image)
        .transposeTimes(basis.columns(0, size), image, coefficients, newest)
        .columnNorms(contiguous, norms)
        .run();
    // |A q| is a lower bound of |A|: how large an eigenvalue is, before any is known.
    for (int j = 0; j < newest; j++) {
      magnitude = Math.max(magnitude, norms[j]);
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < newest; j++) {
        // Symmetric whatever rounding does: within the new block the mean of the two entries.
        double entry = coefficients[i * newest + j];
        if (i >= before) {
          entry = 0.5 * (entry + coefficients[(before + j) * newest + i - before]);
        }
        projected[i * capacity + before + j] = entry;
        projected[(before + j) * capacity + i] = entry;
      }
    }
    outsideKnown = false;
    estimates = false;
  }

  /** W, behind V: computed when it is first asked for. */
  private Tall outside() {
    Tall outside = basis.columns(size, newest);
    if (!outsideKnown) {
      writeOutside(outside);
      outsideKnown = true;
    }
    return outside;
  }

  /** The first columns of W, the parts of A Q outside V; that of the {@link #leader} is first. */
  void writeOutside(Tall into) {
    rowBlocks
        .sweep()
        .copy(images.columns(size - newest, into.columns()), into)
        .addProduct(-1, basis.columns(0, size), coefficients, newest, 1, into)
        .run();
  }

  /** Solves the projected problem; {@link #value} and {@link #estimate} then hold. */
  void solve() {
    for (int i = 0; i < size; i++) {
      System.arraycopy(projected, i * capacity, ritzRows, i * size, i + 1);
    }
    blas.symmetricEigen(size, ritzRows, ritzValues);
    magnitude =
        Math.max(magnitude, Math.max(Math.abs(ritzValues[0]), Math.abs(ritzValues[size - 1])));
  }

  /**
   * |A v - theta v| of Ritz pair {@code index} as the recurrence knows it, before {@link #next}.
   */
  double estimate(int index) {
    if (!estimates) {
      Tall outside = outside();
      rowBlocks.transposeTimes(outside, outside, residualGram, newest);
      estimates = true;
    }
    int row = (size - 1 - index) * size + size - newest;
    double sum = 0;
    for (int i = 0; i < newest; i++) {
      double inner = 0;
      for (int j = 0; j < newest; j++) {
        inner += residualGram[i * newest + j] * ritzRows[row + j];
      }
      sum += ritzRows[row + i] * inner;
    }
    return Math.sqrt(Math.max(0, sum));
  }

  /** |A v - theta v| of the first {@code count} Ritz pairs, from A V itself. */
  double[] residuals(int count) {
    double[] result = new double[count];
    for (int from = 0; from < count; from += block) {
      int width = Math.min(block, count - from);
      writeResiduals(range(from, width), Tall.of(output, width), norms);
      System.arraycopy(norms, 0, result, from, width);
    }
    return result;
  }

  /** A v - theta v of some Ritz pairs, from A V itself; {@code into} has as many columns. */
  void writeResiduals(int[] pairs, Tall into) {
    residuals(pairs, into).run();
  }

  /** The same, and their norms. */
  void writeResiduals(int[] pairs, Tall into, double[] lengths) {
    residuals(pairs, into).columnNorms(into, lengths).run();
  }

  private RowBlocks.Sweep residuals(int[] pairs, Tall into) {
    int width = pairs.length;
    columnsOfRitz(pairs);
    double[] timesValue = new double[size * width];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < width; j++) {
        timesValue[i * width + j] = value(pairs[j]) * rotation[i * width + j];
      }
    }
    return rowBlocks
        .sweep()
        .addProduct(1, images.columns(0, size), rotation, width, 0, into)
        .addProduct(-1, basis.columns(0, size), timesValue, width, 1, into);
  }

  /** Some Ritz vectors; {@code into} has as many columns. */
  void writeVectors(int[] pairs, Tall into) {
    columnsOfRitz(pairs);
    rowBlocks.addProduct(1, basis.columns(0, size), rotation, pairs.length, 0, into);
  }

  /** rotation = some Ritz vectors as columns. */
  private void columnsOfRitz(int[] pairs) {
    int width = pairs.length;
    for (int j = 0; j < width; j++) {
      int row = (size - 1 - pairs[j]) * size;
      for (int i = 0; i < size; i++) {
        rotation[i * width + j] = ritzRows[row + i];
      }
    }
  }

  private static int[] range(int from, int count) {
    int[] result = new int[count];
    Arrays.setAll(result, i -> from + i);
    return result;
  }

  /** Turns W into the pending block, as wide as there is room in the whole space. */
  void next() {
    // What the subtraction in W left of columns of length |A| q.
    double negligible = 32 * Math.ulp(1.0) * magnitude;
    outside();
    pending = orthonormal.extendProjected(basis, size, newest, negligible);
    fill(block);
  }

  /** Keeps the first {@code count} Ritz vectors and the pending block. */
  void restart(int count) {
    Tall next = basis.columns(size, pending);
    keepLeading(count);
    rowBlocks.copy(next, basis.columns(size, pending));
  }

  /** Keeps the first {@code count} Ritz vectors and forgets W: the pending block is random. */
  void restartRandom(int count) {
    keepLeading(count);
    pending = 0;
    fill(block);
  }

  /**
   * Keeps the first {@code count} Ritz vectors and takes their worst true residuals as the next
   * block: for when {@link #estimate} promises more than {@link #residuals} shows.
   */
  void restartFromResiduals(int count, double[] trueResiduals) {
    int width = Math.min(block, Math.min(count, capacity - count));
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(trueResiduals[b], trueResiduals[a]));
    Tall single = Tall.of(output, 1);
    Tall collected = Tall.of(input, width);
    for (int j = 0; j < width; j++) {
      writeResiduals(range(order[j], 1), single);
      rowBlocks.copy(single, collected.columns(j, 1));
    }
    keepLeading(count);
    rowBlocks.copy(collected, basis.columns(size, width));
    pending = orthonormal.extend(basis, size, width, 0);
    fill(block);
  }

  private void keepLeading(int count) {
    columnsOfRitz(range(0, count));
    rowBlocks.rotate(images.columns(0, size), rotation, count, count);
    rowBlocks.rotate(basis.columns(0, size), rotation, count, count);
    for (int i = 0; i < count; i++) {
      Arrays.fill(projected, i * capacity, i * capacity + count, 0);
      projected[i * capacity + i] = value(i);
    }
    size = count;
  }

  /** The first {@code count} Ritz vectors, n x count. */
  Matrix vectors(int count) {
    double[] result = new double[Math.multiplyExact(rows, count)];
    writeVectors(range(0, count), Tall.of(result, count));
    return Matrix.wrap(rows, count, result);
  }

  /** Ritz values below {@code bound}. */
  int countBelow(double bound) {
    int count = 0;
    while (count < size && ritzValues[count] < bound) {
      count++;
    }
    return count;
  }

  /** q, the first column of the newest block. */
  Tall leader() {
    return basis.columns(size - newest, 1);
  }

  /** q'A q of the {@link #leader}. */
  double leaderQuotient() {
    int at = size - newest;
    return projected[at * capacity + at];
  }

  /** X = X - V V'X; returns the norm of each column that is left. */
  double[] projectOff(Tall x) {
    int width = x.columns();
    double[] inner = new double[size * width];
    rowBlocks.transposeTimes(basis.columns(0, size), x, inner, width);
    double[] left = new double[width];
    rowBlocks
        .sweep()
        .addProduct(-1, basis.columns(0, size), inner, width, 1, x)
        .columnNorms(x, left)
        .run();
    return left;
  }

  /** Forgets W and the pending block: {@link #propose} fills it anew. */
  void clear() {
    pending = 0;
  }

  /**
   * Appends directions to the pending block as far as V and the block do not span them already.
   *
   * @param directions columns of norm about 1
   * @return how many were appended
   */
  int propose(Tall directions) {
    int width = Math.min(directions.columns(), Math.min(block, rows - size) - pending);
    if (width <= 0) {
      return 0;
    }
    Tall chosen = directions.columns(0, width);
    int kept = orthonormal.extendBy(chosen, basis, size + pending, SPANNED);
    pending += kept;
    return kept;
  }

  /** Fills the pending block up to {@code width} with random directions. */
  void fill(int width) {
    int wanted = Math.min(width, rows - size);
    // A Gaussian block has full rank; a second round is for the basis that lacks one dimension.
    for (int round = 0; pending < wanted && round < 4; round++) {
      Tall fresh = basis.columns(size + pending, wanted - pending);
      for (int i = 0; i < rows; i++) {
        int row = fresh.offset() + i * fresh.stride();
        for (int j = 0; j < fresh.columns(); j++) {
          fresh.values()[row + j] = random.nextGaussian();
        }
      }
      pending += orthonormal.extend(basis, size + pending, fresh.columns(), 0);
    }
    if (pending == 0 && wanted > 0) {
      throw new NumericalException(
          "no direction orthogonal to the " + size + " of the basis was found in " + rows);
    }
  }
}
