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
 * An orthonormal basis V that grows by blocks of products, together with AV and T = V'AV.
 *
 * <p>After {@link #expand}, the basis and AV have {@code size} columns. The columns behind them can
 * hold W = (A - V T) Q, where Q is the newest block; W is computed when it is first needed, and it
 * is all of A V that lies outside the span of V. So the residual of a Ritz vector V s is W times
 * the last entries of s, and its norm follows from W'W alone. {@link #next} turns W into the
 * pending block, the one to be multiplied next. If W lacks directions because an invariant subspace
 * was found, random directions replace them. These cost nothing, because a product with a narrower
 * block is not cheaper. {@link #restart} keeps the leading Ritz vectors and the pending block,
 * which preserves the relation between A V, V and W. No step needs a product other than the one
 * with its block.
 *
 * <p>Memory: n (2 capacity + 3 block) doubles and small square matrices, allocated by the
 * constructor. The first block comes from {@link #fill} or {@link #propose}.
 */
final class KrylovBasis {

  // A unit vector whose part outside the span of V is shorter than this lies in the span; the bound
  // allows for an ill-conditioned block.
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
  private final double[] ritzValues; // ascending, as LAPACK returns them
  private final double[] ritzRows; // row i: the vector of ritzValues[i]
  private final double[] rotation; // leading Ritz vectors as columns
  private final double[] norms;

  private int size;
  private int newest; // number of columns in the newest block, which are the last ones of V
  private int pending; // number of columns after V that will be multiplied next
  private boolean outsideKnown; // W is stored after V
  private boolean estimates; // residualGram belongs to the newest block
  private double magnitude; // largest eigenvalue magnitude seen

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

  /** Bytes of working memory, including that of the projected eigenproblem. */
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

  /** Whether the basis spans the whole space. */
  boolean complete() {
    return size == rows;
  }

  /** Whether there is no room for the pending block. */
  boolean full() {
    return size + pending > capacity;
  }

  /** Whether there will be no room for the next block. */
  boolean nearlyFull() {
    return size + Math.min(block, rows - size) > capacity;
  }

  /** The largest eigenvalue magnitude seen, in the scaled unit of the operator. */
  double magnitude() {
    return magnitude;
  }

  /** The Ritz value with this index, in descending order, from the last {@link #solve}. */
  double value(int index) {
    return ritzValues[size - 1 - index];
  }

  /** Multiplies the pending block and adds it to the basis. */
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
    // |A q| is a lower bound of |A|, which gives the size of the eigenvalues before any is known.
    for (int j = 0; j < newest; j++) {
      magnitude = Math.max(magnitude, norms[j]);
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < newest; j++) {
        // Made symmetric in spite of rounding: within the new block, the mean of the two entries is
        // taken.
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

  /** W, stored after V; computed when it is first needed. */
  private Tall outside() {
    Tall outside = basis.columns(size, newest);
    if (!outsideKnown) {
      writeOutside(outside);
      outsideKnown = true;
    }
    return outside;
  }

  /**
   * Writes the first columns of W, the parts of A Q outside the span of V; that of the {@link
   * #leader} comes first.
   */
  void writeOutside(Tall into) {
    rowBlocks
        .sweep()
        .copy(images.columns(size - newest, into.columns()), into)
        .addProduct(-1, basis.columns(0, size), coefficients, newest, 1, into)
        .run();
  }

  /** Solves the projected problem, so that {@link #value} and {@link #estimate} can be used. */
  void solve() {
    for (int i = 0; i < size; i++) {
      System.arraycopy(projected, i * capacity, ritzRows, i * size, i + 1);
    }
    blas.symmetricEigen(size, ritzRows, ritzValues);
    magnitude =
        Math.max(magnitude, Math.max(Math.abs(ritzValues[0]), Math.abs(ritzValues[size - 1])));
  }

  /**
   * |A v - theta v| of the Ritz pair with this index according to the recurrence. Must be called
   * before {@link #next}.
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

  /** |A v - theta v| of the first {@code count} Ritz pairs, computed from A V itself. */
  double[] residuals(int count) {
    double[] result = new double[count];
    for (int from = 0; from < count; from += block) {
      int width = Math.min(block, count - from);
      writeResiduals(range(from, width), Tall.of(output, width), norms);
      System.arraycopy(norms, 0, result, from, width);
    }
    return result;
  }

  /**
   * Writes A v - theta v of some Ritz pairs, computed from A V itself, to {@code into}, which has
   * one column per pair.
   */
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

  /** Writes some Ritz vectors to {@code into}, which has one column per vector. */
  void writeVectors(int[] pairs, Tall into) {
    columnsOfRitz(pairs);
    rowBlocks.addProduct(1, basis.columns(0, size), rotation, pairs.length, 0, into);
  }

  /** Sets {@code rotation} to some vectors of the projected problem, as columns. */
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

  /** Turns W into the pending block, filled up to the block width as far as the space has room. */
  void next() {
    // The size of the rounding errors that computing W leaves in columns of length |A q|.
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

  /** Keeps the first {@code count} Ritz vectors, discards W, and makes the pending block random. */
  void restartRandom(int count) {
    keepLeading(count);
    pending = 0;
    fill(block);
  }

  /**
   * Keeps the first {@code count} Ritz vectors and makes their largest true residuals the pending
   * block. For the case that {@link #estimate} is smaller than what {@link #residuals} computes.
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

  /** The number of Ritz values below {@code bound}. */
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

  /** X = X - V V'X; returns the norms of the resulting columns. */
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

  /** Discards W and the pending block, so that {@link #propose} can fill it again. */
  void clear() {
    pending = 0;
  }

  /**
   * Appends directions to the pending block, except those that V and the block already span.
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
    // A Gaussian random block has full rank. More rounds are needed only if the basis lacks very
    // few dimensions.
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
