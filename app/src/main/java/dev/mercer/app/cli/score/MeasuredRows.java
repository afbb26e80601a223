package dev.mercer.app.cli.score;

import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.load.LabelCollector;
import dev.mercer.app.machine.HeapBudget;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.use.novelty.Novelty;
import java.util.Arrays;

/**
 * How novel each row of DATA is, together with the labels of the rows.
 *
 * @param measures NaN for rows with a missing value
 * @param labels null if DATA has none
 * @param incomplete the number of rows with a missing value
 * @param seconds the time of measuring alone
 */
record MeasuredRows(Novelty.Measures measures, String[] labels, long incomplete, double seconds) {

  private static final int BLOCK_ROWS = 8064;

  int count() {
    return measures.t2().length;
  }

  static MeasuredRows read(
      DataRequest request, KernelPcaModel fitted, long heap, Progress progress, Workers workers) {
    int atOnce =
        HeapBudget.blockRows(
            heap,
            2L * fitted.columns() + fitted.rank() + 1,
            ModelScorer.rowsAtOnce(fitted, BLOCK_ROWS));
    progress.stage("novelty", 0);
    try (BlockwiseRows rows = BlockwiseRows.open(request, fitted, atOnce, progress)) {
      boolean more = rows.next();
      if (!more) {
        throw new IllegalArgumentException(
            rows.source().name() + " has no rows to judge; check --rows and --classes");
      }
      LabelCollector labels = rows.source().labeled() ? new LabelCollector() : null;
      double[] t2 = new double[0];
      double[] spe = new double[0];
      int known = 0;
      long start = System.nanoTime();
      Novelty novelty = Novelty.of(fitted, rows.expected(), workers.threads());
      long nanos = System.nanoTime() - start;
      for (; more; more = rows.next()) {
        int count = rows.count();
        start = System.nanoTime();
        Novelty.Measures measures = novelty.measure(rows.values());
        rows.blank(measures.t2(), 1);
        rows.blank(measures.spe(), 1);
        nanos += System.nanoTime() - start;
        if (known + count > t2.length) {
          int room = Math.max(known + count, (int) Math.min(2L * known, Integer.MAX_VALUE - 8));
          t2 = Arrays.copyOf(t2, room);
          spe = Arrays.copyOf(spe, room);
        }
        System.arraycopy(measures.t2(), 0, t2, known, count);
        System.arraycopy(measures.spe(), 0, spe, known, count);
        if (labels != null) {
          labels.append(rows.block(), count);
        }
        known += count;
      }
      progress.done();
      return new MeasuredRows(
          new Novelty.Measures(Arrays.copyOf(t2, known), Arrays.copyOf(spe, known)),
          labels == null ? null : labels.all(),
          rows.source().incompleteRows(),
          nanos / 1e9);
    }
  }
}
