package dev.mercer.app.cli.uses;

import dev.mercer.Progress;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.use.classify.ConfusionMatrix;
import dev.mercer.use.classify.LabelSets;
import dev.mercer.use.classify.Splits;
import java.util.Arrays;

/** Learns from TRAIN and judges the result: on TEST, or on parts of TRAIN that were held back. */
final class ClassifyRun {

  private final ClassifyPlan plan;
  private final LoadedRows train;
  private final LabelSets labels;
  private final ClassifyReport report;
  private final boolean all;
  private final Workers workers;
  private final Progress progress;

  /**
   * @param report receives what was learned and how good it is
   * @param all whether predictions contain the distance or probability of every class
   */
  ClassifyRun(
      ClassifyPlan plan,
      LoadedRows train,
      LabelSets labels,
      ClassifyReport report,
      boolean all,
      Workers workers,
      Progress progress) {
    this.plan = plan;
    this.train = train;
    this.labels = labels;
    this.report = report;
    this.all = all;
    this.workers = workers;
    this.progress = progress;
  }

  /** The numbers of the rows without a missing value; only these can be predicted. */
  static int[] complete(Rows rows) {
    int[] kept = new int[rows.count()];
    int count = 0;
    double[] x = new double[rows.columns()];
    for (int i = 0; i < kept.length; i++) {
      rows.copy(i, 1, x, 0);
      if (Arrays.stream(x).allMatch(Double::isFinite)) {
        kept[count++] = i;
      }
    }
    if (count == 0) {
      throw new IllegalArgumentException("every row of TEST has a missing value");
    }
    return Arrays.copyOf(kept, count);
  }

  /**
   * Chooses and learns on TRAIN alone; then predicts TEST.
   *
   * @param complete the rows of TEST to predict
   * @param truth their labels; null if TEST has none
   */
  PredictionsFile predict(LoadedRows unseen, int[] complete, LabelSets truth) {
    ClassifyPlan.Learned learned = plan.learn(train.rows(), labels, workers, progress);
    Rows usable = DenseRows.copyOf(unseen.rows().select(complete));
    ClassifyPlan.Judged judged =
        ClassifyPlan.judge(learned.classifier(), usable, workers, progress);
    PredictionsFile file = new PredictionsFile(false, truth != null, all);
    file.classes(judged.predictions());
    for (int i = 0, at = 0; i < unseen.rows().count(); i++) {
      boolean predicted = at < complete.length && complete[at] == i;
      file.add(
          0,
          i,
          truth == null ? null : unseen.labels()[i],
          predicted ? judged.predictions() : null,
          at);
      at += predicted ? 1 : 0;
    }
    report.tested(
        learned,
        judged,
        truth == null ? null : ConfusionMatrix.of(truth, judged.predictions()),
        truth,
        unseen.rows().count(),
        unseen.seconds());
    return file;
  }

  /** Divides TRAIN; each part that is held back is judged by what was learned without it. */
  PredictionsFile divide(Splits splits) {
    boolean folds = splits.kind().equals("folds");
    PredictionsFile file = new PredictionsFile(splits.seeds().length > 1, true, all);
    // Folds hold every row back once, so predictions are written in the order of the rows.
    ClassifyPlan.Judged[] byRow = new ClassifyPlan.Judged[folds ? labels.rows() : 0];
    int[] placeOfRow = new int[byRow.length];
    for (int p = 0; p < splits.parts().size(); p++) {
      Splits.Part part = splits.parts().get(p);
      Rows rows = DenseRows.copyOf(train.rows().select(part.train()));
      Rows held = DenseRows.copyOf(train.rows().select(part.test()));
      ClassifyPlan.Learned learned =
          plan.learn(rows, labels.select(part.train()), workers, progress);
      ClassifyPlan.Judged judged =
          ClassifyPlan.judge(learned.classifier(), held, workers, progress);
      report.part(
          learned, judged, ConfusionMatrix.of(labels.select(part.test()), judged.predictions()));
      file.classes(judged.predictions());
      for (int i = 0; i < part.test().length; i++) {
        int row = part.test()[i];
        if (folds) {
          byRow[row] = judged;
          placeOfRow[row] = i;
        } else {
          file.add(p, row, train.labels()[row], judged.predictions(), i);
        }
      }
    }
    for (int row = 0; row < byRow.length; row++) {
      file.add(0, row, train.labels()[row], byRow[row].predictions(), placeOfRow[row]);
    }
    report.divided(splits);
    return file;
  }
}
