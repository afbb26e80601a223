package dev.mercer.app.cli.uses;

import dev.mercer.Progress;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.app.machine.HeapBudget;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.ValueRange;
import dev.mercer.use.preimage.Preimages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Denoises rows block by block and writes them. If the clean rows are known, it measures the errors
 * of the result and of the filters. Rows with a missing value are written as NaN and not counted.
 */
final class DenoiseRun {

  static final String ORIGINAL = "original";
  static final String NOISY = "noisy";
  static final String DENOISED = "denoised";

  private static final int BLOCK_ROWS = 2016;

  /** The number of copies of a block at a time: clean, noisy, denoised, and intermediate ones. */
  private static final int COPIES = 8;

  private final NoisyRows rows;
  private final Preimages inverse;
  private final ValueRange clip;
  private final Map<String, UnaryOperator<Matrix>> filters;
  private final int kept;

  private final Map<String, List<ImageErrors>> errors = new LinkedHashMap<>();
  private final Map<String, List<double[]>> images = new LinkedHashMap<>();

  /**
   * @param clip null for no clipping
   * @param kept the number of rows, from the first on, to keep for a picture
   */
  DenoiseRun(
      NoisyRows rows,
      Preimages inverse,
      ValueRange clip,
      Map<String, UnaryOperator<Matrix>> filters,
      int kept) {
    this.rows = rows;
    this.inverse = inverse;
    this.clip = clip;
    this.filters = filters;
    this.kept = kept;
  }

  /**
   * @param incomplete the number of rows that were not denoised
   * @param errors by what was measured, noisy first; empty if clean rows are not known
   * @param images the first rows, by what they show; empty if none were to be kept
   * @param failures the number of rows whose search for a pre-image failed
   * @param featureDistance the mean over rows; NaN if there are none
   * @param seconds the time of denoising alone
   */
  record Outcome(
      long rows,
      long incomplete,
      int columns,
      Map<String, ImageErrors> errors,
      Map<String, Matrix> images,
      long failures,
      double featureDistance,
      double seconds) {}

  Outcome run(TableWriter writer, long heap, Progress progress) {
    int step = HeapBudget.blockRows(heap, (long) COPIES * rows.columns(), BLOCK_ROWS);
    long denoised = 0;
    long failures = 0;
    double distances = 0;
    long nanos = 0;
    progress.stage("denoise", 0);
    for (int first = 0; first < rows.count(); first += step) {
      NoisyRows.Block block = rows.block(first, Math.min(step, rows.count() - first));
      double[] result = {};
      if (block.complete().length > 0) {
        long start = System.nanoTime();
        Preimages.Result found = inverse.of(DenseRows.of(block.noisy()), first);
        nanos += System.nanoTime() - start;
        result = found.points().toArray();
        failures += found.failures();
        distances += Arrays.stream(found.featureDistances()).sum();
        denoised += block.complete().length;
        measure(block, clipped(result));
      }
      writer.write(withGaps(block, result), block.count());
      double done = first + block.count();
      progress.advance(done / rows.count(), (long) done + " rows");
    }
    progress.done();
    return new Outcome(
        rows.count(),
        rows.count() - denoised,
        rows.columns(),
        joined(),
        kept(),
        failures,
        distances / denoised,
        nanos / 1e9);
  }

  private Matrix clipped(double[] values) {
    if (clip != null) {
      clip.clip(values);
    }
    return Matrix.wrap(values.length / rows.columns(), rows.columns(), values);
  }

  private void measure(NoisyRows.Block block, Matrix denoised) {
    if (block.clean() != null) {
      keep(ORIGINAL, block.clean());
    }
    judge(NOISY, block, block.noisy());
    judge(DENOISED, block, denoised);
    filters.forEach(
        (name, filter) -> judge(name, block, clipped(filter.apply(block.noisy()).toArray())));
  }

  private void judge(String what, NoisyRows.Block block, Matrix result) {
    if (block.clean() != null) {
      errors
          .computeIfAbsent(what, name -> new ArrayList<>())
          .add(ImageErrors.of(block.clean(), result));
    }
    keep(what, result);
  }

  private void keep(String what, Matrix result) {
    List<double[]> have = images.computeIfAbsent(what, name -> new ArrayList<>());
    for (int i = 0; i < result.rows() && have.size() < kept; i++) {
      have.add(result.row(i));
    }
  }

  private double[] withGaps(NoisyRows.Block block, double[] values) {
    if (block.complete().length == block.count()) {
      return values;
    }
    int d = rows.columns();
    double[] result = new double[block.count() * d];
    Arrays.fill(result, Double.NaN);
    for (int i = 0; i < block.complete().length; i++) {
      System.arraycopy(values, i * d, result, block.complete()[i] * d, d);
    }
    return result;
  }

  private Map<String, ImageErrors> joined() {
    Map<String, ImageErrors> result = new LinkedHashMap<>();
    errors.forEach((name, blocks) -> result.put(name, ImageErrors.joined(blocks)));
    return result;
  }

  private Map<String, Matrix> kept() {
    Map<String, Matrix> result = new LinkedHashMap<>();
    images.forEach(
        (name, list) -> {
          if (!list.isEmpty()) {
            result.put(name, Matrix.of(list.toArray(double[][]::new)));
          }
        });
    return result;
  }
}
