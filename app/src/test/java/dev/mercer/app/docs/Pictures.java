package dev.mercer.app.docs;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/** Whether two pictures look the same: coordinates or shades may differ by rounding. */
final class Pictures {

  private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?");

  /** Coordinates have two digits after the point. */
  private static final double SAME_PLACE = 0.011;

  private static final int SAME_SHADE = 1;

  private Pictures() {}

  static boolean same(Path one, Path other) throws IOException {
    if (!Files.exists(one) || !Files.exists(other)) {
      return false;
    }
    return one.toString().endsWith(".svg")
        ? sameDrawing(Files.readString(one), Files.readString(other))
        : sameImage(ImageIO.read(one.toFile()), ImageIO.read(other.toFile()));
  }

  private static boolean sameDrawing(String one, String other) {
    Matcher a = NUMBER.matcher(one);
    Matcher b = NUMBER.matcher(other);
    int at = 0;
    int otherAt = 0;
    while (a.find()) {
      if (!b.find()
          || !one.substring(at, a.start()).equals(other.substring(otherAt, b.start()))
          || !(Math.abs(Double.parseDouble(a.group()) - Double.parseDouble(b.group()))
              <= SAME_PLACE)) {
        return false;
      }
      at = a.end();
      otherAt = b.end();
    }
    return !b.find() && one.substring(at).equals(other.substring(otherAt));
  }

  private static boolean sameImage(BufferedImage one, BufferedImage other) {
    if (one.getWidth() != other.getWidth() || one.getHeight() != other.getHeight()) {
      return false;
    }
    for (int x = 0; x < one.getWidth(); x++) {
      for (int y = 0; y < one.getHeight(); y++) {
        int a = one.getRGB(x, y);
        int b = other.getRGB(x, y);
        for (int shift = 0; shift < 32; shift += 8) {
          if (Math.abs((a >> shift & 255) - (b >> shift & 255)) > SAME_SHADE) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
