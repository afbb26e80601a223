package dev.mercer.use.denoise;

import dev.mercer.data.Matrix;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The classical filter against salt-and-pepper noise: every pixel becomes the median of the 3 x 3
 * pixels around it. Pixels at an edge are repeated beyond it, so that there are always nine.
 *
 * <p>Cost: a sort of nine values per pixel.
 */
public record MedianFilter(ImageShape shape) implements UnaryOperator<Matrix> {

  private static final int WINDOW = 9;

  /**
   * @param images one per row
   */
  @Override
  public Matrix apply(Matrix images) {
    shape.requirePixels(images.columns());
    double[] result = new double[images.values().length];
    double[] window = new double[WINDOW];
    for (int i = 0; i < images.rows(); i++) {
      int start = i * images.columns();
      for (int row = 0; row < shape.height(); row++) {
        for (int column = 0; column < shape.width(); column++) {
          fill(window, images.values(), start, row, column);
          Arrays.sort(window);
          result[start + row * shape.width() + column] = window[WINDOW / 2];
        }
      }
    }
    return Matrix.wrap(images.rows(), images.columns(), result);
  }

  private void fill(double[] window, double[] pixels, int start, int row, int column) {
    int next = 0;
    for (int up = -1; up <= 1; up++) {
      int line = Math.max(0, Math.min(shape.height() - 1, row + up));
      for (int left = -1; left <= 1; left++) {
        int place = Math.max(0, Math.min(shape.width() - 1, column + left));
        window[next++] = pixels[start + line * shape.width() + place];
      }
    }
  }
}
