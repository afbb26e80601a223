package dev.mercer.internal.features;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.kernel.RowDomain;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The task for the holder of a part of the rows: what to sum over the part for a landmark fit that
 * is done elsewhere. {@link PartSums} carries it out. The task is small compared with the rows and
 * can be sent as bytes: {@link #toBytes}.
 *
 * @param landmarks the points, m x d
 * @param factor of their kernel matrix
 * @param sampled rows whose columns of the residual are summed, or null for none
 * @param sampledFeatures their features, one row each, or null
 * @param raw whether plain kernel values are summed ({@link RawMoments}) instead of features
 * @param rowsExpected about how many rows all parts have together
 */
public record PartTask(
    Kernel kernel,
    Rows landmarks,
    LandmarkFactor factor,
    Rows sampled,
    double[] sampledFeatures,
    boolean raw,
    long rowsExpected) {

  /** A task without sampled columns that sums features. */
  public static PartTask of(
      Kernel kernel, Rows landmarks, LandmarkFactor factor, long rowsExpected) {
    return new PartTask(kernel, landmarks, factor, null, null, false, rowsExpected);
  }

  /** The same task, but summing plain kernel values if that is faster and rounding allows it. */
  public PartTask rawWhereWorth(Workers workers) {
    boolean tried =
        kernel.positiveSemidefinite()
            && sampled != null
            && RawPass.worth(rowsExpected, factor.rank())
            && rawMoments(workers).isPresent();
    return with(tried);
  }

  /** What turns sums of kernel values into moments; empty if rounding would matter. */
  Optional<RawMoments> rawMoments(Workers workers) {
    return RawMoments.of(factor, own(), sampledRows().features(), workers);
  }

  /** The same task, but summing features. */
  public PartTask throughFeatures() {
    return with(false);
  }

  private PartTask with(boolean rawSums) {
    return new PartTask(kernel, landmarks, factor, sampled, sampledFeatures, rawSums, rowsExpected);
  }

  /** The sampled rows with their features; null for none. */
  SampledRows sampledRows() {
    return sampled == null
        ? null
        : SampledRows.of(sampled, View.of(sampledFeatures, sampled.count(), factor.rank()));
  }

  /** k(x, x) of the sampled rows. */
  private double[] own() {
    double[] result = new double[sampled.count()];
    double[] row = new double[sampled.columns()];
    for (int i = 0; i < result.length; i++) {
      sampled.copy(i, 1, row, 0);
      result[i] = kernel.diagonal(row);
    }
    return result;
  }

  /** Number of sampled columns. */
  int sampledCount() {
    return sampled == null ? 0 : sampled.count();
  }

  /** Number of entries of the sums that {@link PartSums} returns. */
  public int length() {
    int k = factor.rank();
    int q = sampledCount();
    return raw
        ? GramColumnMoments.length(k + q)
        : Math.addExact(LandmarkMoments.length(k), Math.multiplyExact(q, k + 2));
  }

  /** The kernel values of a part's rows, prepared for as many values as all parts together need. */
  GramColumns gram(Rows rows, Workers workers) {
    RowDomain.require(rows, 0, kernel, null);
    long values = rowsExpected * (landmarks.count() + sampledCount());
    return new GramColumns(rows, kernel, values, workers);
  }

  /** Everything as bytes, for {@link #fromBytes}. */
  public byte[] toBytes() {
    byte[] spec = kernel.spec().getBytes(StandardCharsets.UTF_8);
    int q = sampledCount();
    int columns = landmarks.columns();
    long doubles =
        (long) landmarks.count() * columns
            + (long) q * columns
            + (sampledFeatures == null ? 0 : sampledFeatures.length);
    ByteBuffer out =
        ByteBuffer.allocate(
            Math.toIntExact(4 + spec.length + 4 * 4 + 1 + 8 + 8 * doubles + factor.bytesWritten()));
    out.putInt(spec.length).put(spec);
    out.putInt(landmarks.count()).putInt(columns).putInt(q);
    out.putInt(sampledFeatures == null ? -1 : sampledFeatures.length);
    out.put((byte) (raw ? 1 : 0)).putLong(rowsExpected);
    put(out, landmarks);
    if (sampled != null) {
      put(out, sampled);
    }
    if (sampledFeatures != null) {
      putDoubles(out, sampledFeatures);
    }
    factor.write(out);
    return out.array();
  }

  /** Reads a task that {@link #toBytes} wrote, in the same version of this library. */
  public static PartTask fromBytes(byte[] bytes, Blas blas) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    byte[] spec = new byte[in.getInt()];
    in.get(spec);
    int count = in.getInt();
    int columns = in.getInt();
    int q = in.getInt();
    int features = in.getInt();
    boolean raw = in.get() == 1;
    long rowsExpected = in.getLong();
    Rows landmarks = DenseRows.wrap(count, columns, doubles(in, count * columns));
    Rows sampled = q == 0 ? null : DenseRows.wrap(q, columns, doubles(in, q * columns));
    double[] sampledFeatures = features < 0 ? null : doubles(in, features);
    return new PartTask(
        KernelSpec.kernel(new String(spec, StandardCharsets.UTF_8)),
        landmarks,
        LandmarkFactor.read(in, blas),
        sampled,
        sampledFeatures,
        raw,
        rowsExpected);
  }

  private static void put(ByteBuffer out, Rows rows) {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    putDoubles(out, values);
  }

  static void putDoubles(ByteBuffer out, double[] values) {
    out.asDoubleBuffer().put(values);
    out.position(out.position() + 8 * values.length);
  }

  static double[] doubles(ByteBuffer in, int count) {
    double[] result = new double[count];
    in.asDoubleBuffer().get(result);
    in.position(in.position() + 8 * count);
    return result;
  }
}
