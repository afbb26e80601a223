package dev.mercer.evidence.reproduce.sk;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.plot.ContourPlot;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;

/**
 * Panels of SK's figures 1 and 2. Each shows, over the plane, the norm of a model's projection of a
 * point, |U* phi(x)|, together with the points to which the model was fitted. Also measures how far
 * two such surfaces are from each other.
 */
final class ContourFigure {

  private static final int LEVELS = 8;
  private static final int CELLS = 80;
  private static final double MARGIN = 0.1;

  private final ContourPlot plot;
  private final double[] x;
  private final double[] y;
  private final double[] box; // left, right, bottom, top
  private final DenseRows grid;

  ContourFigure(String title, DenseRows rows) {
    this.plot = new ContourPlot(title, LEVELS);
    this.x = column(rows, 0);
    this.y = column(rows, 1);
    double[] across = ends(x);
    double[] up = ends(y);
    this.box = new double[] {across[0], across[1], up[0], up[1]};
    this.grid =
        DenseRows.wrap(
            CELLS * CELLS,
            2,
            ContourPlot.Grid.points(box[0], box[1], box[2], box[3], CELLS, CELLS));
  }

  /** Adds a panel; returns the norms drawn. */
  double[] panel(String name, KernelPcaModel model) {
    double[] norms = norms(model.transform(grid));
    plot.panel(
        name, new ContourPlot.Grid(box[0], box[1], box[2], box[3], CELLS, CELLS, norms), x, y);
    return norms;
  }

  ContourPlot plot() {
    return plot;
  }

  /** The root mean square of the difference, relative to that of the first surface. */
  static double difference(double[] wanted, double[] other) {
    double sum = 0;
    double size = 0;
    for (int i = 0; i < wanted.length; i++) {
      sum += (wanted[i] - other[i]) * (wanted[i] - other[i]);
      size += wanted[i] * wanted[i];
    }
    return Math.sqrt(sum / size);
  }

  private static double[] norms(Matrix scores) {
    double[] result = new double[scores.rows()];
    for (int i = 0; i < result.length; i++) {
      for (int c = 0; c < scores.columns(); c++) {
        result[i] += scores.get(i, c) * scores.get(i, c);
      }
      result[i] = Math.sqrt(result[i]);
    }
    return result;
  }

  private static double[] column(DenseRows rows, int column) {
    double[] row = new double[rows.columns()];
    double[] result = new double[rows.count()];
    for (int i = 0; i < result.length; i++) {
      rows.copy(i, 1, row, 0);
      result[i] = row[column];
    }
    return result;
  }

  private static double[] ends(double[] values) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    double margin = MARGIN * (high - low);
    return new double[] {low - margin, high + margin};
  }
}
