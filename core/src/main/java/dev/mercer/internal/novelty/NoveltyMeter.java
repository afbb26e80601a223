package dev.mercer.internal.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.internal.score.ModelScorer;

/**
 * T^2 and the squared prediction error of rows, block by block: {@link NoveltyCoordinates}, and
 * what {@link NoveltyScale} makes of them. The number of threads changes no bit.
 */
public final class NoveltyMeter {

  static final int BLOCK = 8064;

  private final NoveltyCoordinates coordinates;
  private final NoveltyScale scale;
  private final int step;

  NoveltyMeter(NoveltyCoordinates coordinates, NoveltyScale scale, int step) {
    this.coordinates = coordinates;
    this.scale = scale;
    this.step = step;
  }

  /**
   * @param rowsExpected about how many rows will be measured in all
   * @param workers used by every call: keep them open
   * @throws IllegalArgumentException if a score of the model has no training variance
   */
  public static NoveltyMeter of(KernelPcaModel model, long rowsExpected, Workers workers) {
    NoveltyScale scale = NoveltyScale.of(model, workers);
    if (scale.flaw() != null) {
      throw new IllegalArgumentException(scale.flaw());
    }
    return new NoveltyMeter(
        NoveltyCoordinates.of(model, rowsExpected, workers),
        scale,
        ModelScorer.rowsAtOnce(model, BLOCK));
  }

  /** Measures rows as the kernel sees them, after scaling. */
  public RowMeasures measure(Rows rows) {
    RowMeasures result = RowMeasures.of(rows.count());
    for (int first = 0; first < rows.count(); first += step) {
      int count = Math.min(step, rows.count() - first);
      scale.measure(coordinates.of(new RowSlice(rows, first, count)), result, first);
    }
    return result;
  }
}
