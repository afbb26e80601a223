package dev.mercer.app.plot;

import dev.mercer.data.Matrix;
import dev.mercer.internal.store.AtomicFile;
import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * A sheet of gray images as PNG: groups of images below each other, each with a short caption, so
 * that an image, its noisy form and its restored form are in one column.
 *
 * <pre>{@code
 * ImageSheet.of(28, 28).row("original", clean).row("noisy", noisy).write(Path.of("sheet.png"));
 * }</pre>
 *
 * The smallest value of the first group is black and its largest is white, unless {@link #range}
 * sets others; values outside are cut off, and NaN is black. Small images are enlarged by a whole
 * factor, so that pixels stay squares. Captions need no fonts ({@link DotLetters}). An existing
 * file is replaced only when the new one is complete.
 */
public final class ImageSheet {

  /** Images are enlarged until the longer side has about this many pixels. */
  private static final int WANTED_SIDE = 48;

  private static final int GAP = 4;
  private static final int PAPER = 255;
  private static final int INK = 0;
  private static final int MOST_PIXELS = 1 << 28;

  private record Group(String caption, Matrix images) {}

  private final int width;
  private final int height;
  private final List<Group> groups = new ArrayList<>();
  private int across = 10;
  private double black = Double.NaN;
  private double white = Double.NaN;

  private ImageSheet(int width, int height) {
    this.width = width;
    this.height = height;
  }

  /** A sheet of images of this size; each image is a row of a matrix, stored line by line. */
  public static ImageSheet of(int width, int height) {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException(
          "images of " + width + " x " + height + " pixels; both sides need at least 1");
    }
    return new ImageSheet(width, height);
  }

  /** Sets the values that are drawn as black and white. */
  public ImageSheet range(double blackValue, double whiteValue) {
    if (!(blackValue < whiteValue) || Double.isInfinite(whiteValue - blackValue)) {
      throw new IllegalArgumentException(
          "black is " + blackValue + " and white " + whiteValue + "; black must be the lower");
    }
    this.black = blackValue;
    this.white = whiteValue;
    return this;
  }

  /** Sets the number of images in a line; larger groups continue in the next line. */
  public ImageSheet across(int images) {
    if (images < 1) {
      throw new IllegalArgumentException(images + " images in a line; at least 1 is needed");
    }
    this.across = images;
    return this;
  }

  /**
   * Adds a group of images below the existing ones.
   *
   * @param images one per row
   */
  public ImageSheet row(String caption, Matrix images) {
    if (images.columns() != (long) width * height) {
      throw new IllegalArgumentException(
          "'"
              + caption
              + "' has rows of "
              + images.columns()
              + " values; images of "
              + width
              + " x "
              + height
              + " have "
              + (long) width * height);
    }
    groups.add(new Group(caption, images));
    return this;
  }

  public void write(Path file) throws IOException {
    byte[] png = png();
    try (AtomicFile atomic = AtomicFile.create(file)) {
      atomic.stream().write(png);
      atomic.commit();
    }
  }

  /** The bytes of the file. */
  public byte[] png() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream stream = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(image(), "png", stream)) {
        throw new IOException("this Java cannot write PNG; use one with the module java.desktop");
      }
    }
    return bytes.toByteArray();
  }

  BufferedImage image() {
    int zoom = Math.max(1, WANTED_SIDE / Math.max(width, height));
    int stepX = width * zoom + GAP;
    int stepY = height * zoom + GAP;
    int widest = 0;
    long tall = GAP;
    for (Group group : groups) {
      int images = Math.min(across, group.images().rows());
      widest = Math.max(widest, Math.max(images * stepX, DotLetters.width(group.caption()) + GAP));
      tall += DotLetters.HEIGHT + GAP + (long) lines(group) * stepY + GAP;
    }
    if (tall * (widest + GAP) > MOST_PIXELS) {
      throw new IllegalArgumentException(
          "a sheet of "
              + (widest + GAP)
              + " x "
              + tall
              + " pixels is too large; draw fewer or smaller images");
    }
    BufferedImage sheet = new BufferedImage(widest + GAP, (int) tall, BufferedImage.TYPE_BYTE_GRAY);
    WritableRaster raster = sheet.getRaster();
    int[] paper = new int[sheet.getWidth() * sheet.getHeight()];
    Arrays.fill(paper, PAPER);
    raster.setSamples(0, 0, sheet.getWidth(), sheet.getHeight(), 0, paper);
    double[] range = grays();
    int y = GAP;
    for (Group group : groups) {
      DotLetters.draw(raster, GAP, y, group.caption(), INK);
      y += DotLetters.HEIGHT + GAP;
      for (int i = 0; i < group.images().rows(); i++) {
        int left = GAP + i % across * stepX;
        int top = y + i / across * stepY;
        draw(raster, left, top, zoom, group.images(), i, range);
      }
      y += lines(group) * stepY + GAP;
    }
    return sheet;
  }

  private int lines(Group group) {
    return (group.images().rows() + across - 1) / across;
  }

  /** The values that are drawn as black and white. */
  private double[] grays() {
    if (!Double.isNaN(black) || groups.isEmpty()) {
      return new double[] {black, white};
    }
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double value : groups.get(0).images().values()) {
      if (Double.isFinite(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    return new double[] {low, high};
  }

  private void draw(
      WritableRaster raster,
      int left,
      int top,
      int zoom,
      Matrix images,
      int image,
      double[] range) {
    for (int row = 0; row < height * zoom; row++) {
      for (int column = 0; column < width * zoom; column++) {
        double value = images.get(image, row / zoom * width + column / zoom);
        raster.setSample(left + column, top + row, 0, gray(value, range[0], range[1]));
      }
    }
  }

  /** From 0 for black to 255 for white; black if all values are the same. */
  private static int gray(double value, double low, double high) {
    double share = (value - low) / (high - low);
    return (int) Math.round(255 * Math.max(0, Math.min(1, share))); // NaN rounds to 0
  }
}
