package dev.mercer.evidence.reproduce.fk;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.plot.ContourPlot;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.kernel.Kernel;

/**
 * FK's toy data (sec. 5), which are points in an annulus, and the shapes of components over the
 * plane.
 *
 * @param rows uniform on the area between circles of radius 0.5 and 1
 */
record Annulus(DenseRows rows, double[] x, double[] y) {

  /** FK names neither the number of points nor the radii; 400 is the size of its figure 3. */
  static final int POINTS = 400;

  private static final double EDGE = 1.25;
  private static final int CELLS = 64;

  static Annulus of(Lab lab, int points, long seed) {
    DenseRows rows =
        lab.load(DataRequest.of("synthetic:annulus(n=" + points + ",seed=" + seed + ")"), 1).rows();
    double[] values = new double[2 * points];
    rows.copy(0, points, values, 0);
    Matrix matrix = Matrix.wrap(points, 2, values);
    return new Annulus(rows, matrix.column(0), matrix.column(1));
  }

  /** Exact kernel PCA with centering. */
  KernelPcaModel fit(Kernel kernel, int rank, Lab lab) {
    return KernelPca.with(kernel)
        .rank(rank)
        .seed(lab.seed())
        .threads(lab.threads())
        .memory(lab.heap())
        .fit(rows);
  }

  /**
   * The shape of a component at the points; the values of component k are column k of the scores.
   */
  ComponentShape shape(Matrix scores, int component) {
    return ComponentShape.of(x, y, scores.column(component));
  }

  /** Adds one panel for each component from first to last, counted from 1. */
  void draw(ContourPlot plot, String name, KernelPcaModel model, int first, int last) {
    Matrix values =
        model.transform(
            DenseRows.wrap(
                CELLS * CELLS, 2, ContourPlot.Grid.points(-EDGE, EDGE, -EDGE, EDGE, CELLS, CELLS)));
    for (int k = first; k <= Math.min(last, model.rank()); k++) {
      ContourPlot.Grid grid =
          new ContourPlot.Grid(-EDGE, EDGE, -EDGE, EDGE, CELLS, CELLS, values.column(k - 1));
      plot.panel(name + " component " + k, grid, x, y);
    }
  }
}
