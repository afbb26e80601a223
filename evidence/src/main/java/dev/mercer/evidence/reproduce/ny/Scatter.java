package dev.mercer.evidence.reproduce.ny;

import dev.mercer.app.plot.Plot;
import dev.mercer.data.Matrix;
import java.util.stream.IntStream;

/** Plots digits by their first two components, with one color per class. */
final class Scatter {

  /** The number of points drawn per class, which is enough to see its shape. */
  private static final int MOST = 1000;

  private Scatter() {}

  static Plot of(String title, String subtitle, Matrix scores, Digits digits) {
    Plot plot =
        Plot.of(
            title,
            subtitle,
            Plot.Axis.linear("component 1"),
            Plot.Axis.linear(scores.columns() > 1 ? "component 2" : "none"));
    for (String label : new String[] {"2", "6"}) {
      int[] rows =
          IntStream.range(0, scores.rows())
              .filter(i -> digits.labels()[i].equals(label))
              .limit(MOST)
              .toArray();
      double[] x = new double[rows.length];
      double[] y = new double[rows.length];
      for (int k = 0; k < rows.length; k++) {
        x[k] = scores.get(rows[k], 0);
        y[k] = scores.columns() > 1 ? scores.get(rows[k], 1) : 0;
      }
      plot = plot.dots("digit " + label, x, y, null);
    }
    return plot;
  }
}
