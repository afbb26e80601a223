package dev.mercer.use.denoise;

import dev.mercer.data.Matrix;
import java.util.Arrays;
import java.util.List;

/**
 * How far restored images are from the clean ones.
 *
 * <ul>
 *   <li>{@link #mean}: SK (49), the mean over images of |f - f^|^2, which is a sum over pixels
 *   <li>{@link #standardDeviation}: the standard deviation over images of |f - f^|^2, with divisor
 *       n - 1, as in the tables of SK
 *   <li>{@link #perPixel}: the mean squared error per pixel, which is the mean divided by the
 *       number of pixels
 *   <li>{@link #psnr}: 10 log10(peak^2 / perPixel), computed from the mean error over all images
 *   <li>{@link #meanPsnr}: the mean over images of the value of each image. It is never below
 *       {@link #psnr}, because the logarithm is concave, and it is infinite as soon as one image is
 *       restored exactly
 * </ul>
 *
 * @param squaredErrors |f - f^|^2 of each image
 * @param pixels the number of pixels per image
 */
public record ImageErrors(double[] squaredErrors, int pixels) {

  public ImageErrors {
    squaredErrors = squaredErrors.clone();
  }

  /**
   * The errors of restored images, each against the clean one.
   *
   * @param clean one image per row
   * @param restored the same images, in the same order
   */
  public static ImageErrors of(Matrix clean, Matrix restored) {
    if (clean.rows() != restored.rows() || clean.columns() != restored.columns()) {
      throw new IllegalArgumentException(
          "clean images are "
              + clean.rows()
              + " x "
              + clean.columns()
              + ", restored ones "
              + restored.rows()
              + " x "
              + restored.columns()
              + "; both need the same shape");
    }
    double[] errors = new double[clean.rows()];
    for (int i = 0; i < errors.length; i++) {
      for (int j = i * clean.columns(); j < (i + 1) * clean.columns(); j++) {
        double difference = clean.values()[j] - restored.values()[j];
        errors[i] += difference * difference;
      }
    }
    return new ImageErrors(errors, clean.columns());
  }

  /** The errors of several blocks of images of one size, in order; there is at least one block. */
  public static ImageErrors joined(List<ImageErrors> blocks) {
    return new ImageErrors(
        blocks.stream().flatMapToDouble(block -> Arrays.stream(block.squaredErrors)).toArray(),
        blocks.get(0).pixels);
  }

  /** The number of images. */
  public int images() {
    return squaredErrors.length;
  }

  @Override
  public double[] squaredErrors() {
    return squaredErrors.clone();
  }

  /** The mean over images of the squared error, summed over pixels: SK (49). */
  public double mean() {
    return Arrays.stream(squaredErrors).sum() / squaredErrors.length;
  }

  /**
   * The standard deviation over images of the squared error, with divisor n - 1; NaN for a single
   * image.
   */
  public double standardDeviation() {
    double mean = mean();
    double squares = Arrays.stream(squaredErrors).map(e -> (e - mean) * (e - mean)).sum();
    return Math.sqrt(squares / (squaredErrors.length - 1));
  }

  /** The mean squared error per pixel. */
  public double perPixel() {
    return mean() / pixels;
  }

  /**
   * The peak signal-to-noise ratio that belongs to the mean error over all images.
   *
   * @param peak the width of the range of pixel values, 255 for bytes
   * @return the ratio in decibels; infinite if no pixel differs
   */
  public double psnr(double peak) {
    return psnr(peak, perPixel());
  }

  /**
   * The mean over images of the peak signal-to-noise ratio of each image; infinite as soon as one
   * image is restored exactly.
   */
  public double meanPsnr(double peak) {
    return Arrays.stream(squaredErrors).map(error -> psnr(peak, error / pixels)).sum()
        / squaredErrors.length;
  }

  private static double psnr(double peak, double meanSquaredError) {
    if (!(peak > 0) || Double.isInfinite(peak)) {
      throw new IllegalArgumentException("peak = " + peak + "; it must be above 0 and finite");
    }
    return 10 * Math.log10(peak * peak / meanSquaredError);
  }
}
