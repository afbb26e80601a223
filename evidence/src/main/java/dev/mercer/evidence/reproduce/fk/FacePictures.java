package dev.mercer.evidence.reproduce.fk;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.plot.ImageSheet;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.use.preimage.Preimages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Faces, what components preserve of them, and the axes of PCA. These pictures are shown at run
 * time and never committed.
 */
final class FacePictures {

  static final int SIDE = 32;

  private static final int SHOWN = 10;

  private FacePictures() {}

  /**
   * @param linear PCA models by number of components
   * @param nonlinear kernel PCA models
   */
  static void add(
      Outcome outcome,
      DenseRows faces,
      Function<Integer, KernelPcaModel> linear,
      Function<Integer, KernelPcaModel> nonlinear,
      Lab lab) {
    int rank = Math.min(40, faces.count() / 2);
    int step = faces.count() / SHOWN;
    int[] shown = IntStream.range(0, SHOWN).map(i -> i * step).toArray();
    Rows some = faces.select(shown);
    KernelPcaModel pca = linear.apply(rank);
    KernelPcaModel kernel = nonlinear.apply(rank);
    try {
      byte[] sheet =
          ImageSheet.of(SIDE, SIDE)
              .range(0, 1)
              .row("faces", upright(matrix(some)))
              .row(rank + " components of PCA", upright(found(pca, some, lab)))
              .row(rank + " components of kernel PCA", upright(found(kernel, some, lab)))
              .png();
      outcome.png("Faces, and what their components keep", sheet, false);
      outcome.png(
          "Axes of PCA",
          ImageSheet.of(SIDE, SIDE).row("axes 1 to " + SHOWN, upright(axes(pca))).png(),
          false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Matrix found(KernelPcaModel model, Rows rows, Lab lab) {
    return Preimages.of(model, "auto", lab.workers().threads()).of(rows).points();
  }

  private static Matrix matrix(Rows rows) {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    return Matrix.wrap(rows.count(), rows.columns(), values);
  }

  /** The axes of linear PCA: the scores of the unit vectors minus those of zero. */
  private static Matrix axes(KernelPcaModel pca) {
    int d = SIDE * SIDE;
    double[] units = new double[(d + 1) * d];
    for (int i = 0; i < d; i++) {
      units[i * d + i] = 1;
    }
    Matrix scores = pca.transform(DenseRows.wrap(d + 1, d, units));
    double[][] axes = new double[SHOWN][d];
    for (int k = 0; k < SHOWN; k++) {
      for (int i = 0; i < d; i++) {
        axes[k][i] = scores.get(i, k) - scores.get(d, k);
      }
    }
    return Matrix.of(axes);
  }

  /** Turns images upright, since they are stored column by column. */
  private static Matrix upright(Matrix images) {
    double[][] turned = new double[images.rows()][SIDE * SIDE];
    for (int i = 0; i < turned.length; i++) {
      for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
          turned[i][row * SIDE + column] = images.get(i, column * SIDE + row);
        }
      }
    }
    return Matrix.of(turned);
  }
}
