package dev.mercer.use.denoise;

import dev.mercer.internal.spec.Names;

/**
 * The height and width of the images that rows hold, stored line by line.
 *
 * @param height the number of lines
 * @param width the number of pixels per line
 */
public record ImageShape(int height, int width) {

  public ImageShape {
    if (height < 1 || width < 1 || (long) height * width > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "images of "
              + height
              + " x "
              + width
              + " pixels; both sides need at least 1, and together less than 2^31 pixels");
    }
  }

  /** Reads a shape from {@code HEIGHTxWIDTH}, for instance {@code 28x28}. */
  public static ImageShape parse(String text) {
    String[] sides = text.strip().split("x", -1);
    try {
      if (sides.length == 2) {
        return new ImageShape(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]));
      }
    } catch (NumberFormatException e) {
      // The exception below has the same words for this text as for one without an x.
    }
    throw new IllegalArgumentException(
        Names.quote(text) + " is no shape of images; write HEIGHTxWIDTH, for instance 28x28");
  }

  /**
   * The shape of square images with this number of pixels.
   *
   * @throws IllegalArgumentException if the number is not a square
   */
  public static ImageShape square(int pixels) {
    int side = (int) Math.round(Math.sqrt(pixels));
    if ((long) side * side != pixels) {
      throw new IllegalArgumentException(
          "rows of "
              + pixels
              + " values are no square images; say their shape, HEIGHTxWIDTH with HEIGHT * WIDTH = "
              + pixels);
    }
    return new ImageShape(side, side);
  }

  /** The number of pixels of an image. */
  public int pixels() {
    return height * width;
  }

  /**
   * Refuses rows that cannot be images of this shape.
   *
   * @param values the number of values per row
   * @throws IllegalArgumentException unless it is the number of pixels of this shape
   */
  public ImageShape requirePixels(int values) {
    if (values != pixels()) {
      throw new IllegalArgumentException(
          "images of "
              + text()
              + " have "
              + pixels()
              + " pixels, but the rows "
              + values
              + " values; give the shape that they have");
    }
    return this;
  }

  /** The text {@code HEIGHTxWIDTH}, as {@link #parse} takes it. */
  public String text() {
    return height + "x" + width;
  }
}
