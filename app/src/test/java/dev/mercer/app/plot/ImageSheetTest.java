package dev.mercer.app.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.Matrix;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageSheetTest {

  private static final int GAP = 4;
  private static final int LETTERS = 7;

  @TempDir Path folder;

  private static int gray(BufferedImage image, int x, int y) {
    return image.getRaster().getSample(x, y, 0);
  }

  private BufferedImage written(ImageSheet sheet) throws IOException {
    Path file = folder.resolve("sheet.png");
    sheet.write(file);
    return ImageIO.read(file.toFile());
  }

  @Test
  void pixelsStandWhereTheyBelong() throws IOException {
    // Two images of 2 wide x 3 high; the side of 3 is enlarged 16 times.
    Matrix images = Matrix.of(new double[][] {{0, 10, 20, 30, 40, 50}, {50, 40, 30, 20, 10, 0}});
    BufferedImage sheet = written(ImageSheet.of(2, 3).row("a", images));
    int zoom = 16;
    assertThat(sheet.getWidth()).isEqualTo(GAP + 2 * (2 * zoom + GAP));
    assertThat(sheet.getHeight()).isEqualTo(GAP + LETTERS + GAP + 3 * zoom + GAP + GAP);
    for (int image = 0; image < 2; image++) {
      for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 2; column++) {
          int x = GAP + image * (2 * zoom + GAP) + column * zoom;
          int y = GAP + LETTERS + GAP + row * zoom;
          int expected = (int) Math.round(255 * images.get(image, 2 * row + column) / 50);
          assertThat(gray(sheet, x, y)).isEqualTo(expected);
          assertThat(gray(sheet, x + zoom - 1, y + zoom - 1)).isEqualTo(expected);
        }
      }
    }
    assertThat(gray(sheet, 0, 0)).as("paper").isEqualTo(255);
  }

  @Test
  void groupsGoOnInTheNextLineAndShareOneRange() throws IOException {
    Matrix three = Matrix.of(new double[][] {{0}, {1}, {0.5}});
    Matrix beyond = Matrix.of(new double[][] {{-7}, {9}, {Double.NaN}});
    BufferedImage sheet =
        written(ImageSheet.of(1, 1).across(2).row("first", three).row("second", beyond));
    int step = 48 + GAP;
    int top = GAP + LETTERS + GAP;
    assertThat(gray(sheet, GAP, top)).isZero();
    assertThat(gray(sheet, GAP + step, top)).isEqualTo(255);
    assertThat(gray(sheet, GAP, top + step)).isEqualTo(128);
    assertThat(gray(sheet, GAP + step, top + step)).as("no fourth image").isEqualTo(255);
    int second = top + 2 * step + GAP + LETTERS + GAP;
    assertThat(gray(sheet, GAP, second)).as("below black").isZero();
    assertThat(gray(sheet, GAP + step, second)).as("above white").isEqualTo(255);
    assertThat(gray(sheet, GAP, second + step)).as("NaN").isZero();
    assertThat(gray(written(ImageSheet.of(1, 1).range(0, 10).row("", beyond)), GAP + step, top))
        .isEqualTo((int) Math.round(255 * 0.9));
  }

  @Test
  void captionsAreReadable() {
    // Every letter and digit differs from every other and from the box of unknown characters.
    List<String> texts =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+=/%() é"
            .codePoints()
            .mapToObj(c -> dots(Character.toString(c)))
            .toList();
    assertThat(texts).doesNotHaveDuplicates();
    assertThat(dots("t"))
        .isEqualTo("#####\n  #  \n  #  \n  #  \n  #  \n  #  \n  #  \n")
        .isEqualTo(dots("T"));
  }

  private static String dots(String text) {
    BufferedImage image = new BufferedImage(5, 7, BufferedImage.TYPE_BYTE_GRAY);
    DotLetters.draw(image.getRaster(), 0, 0, text, 255);
    StringBuilder result = new StringBuilder();
    for (int y = 0; y < 7; y++) {
      for (int x = 0; x < 5; x++) {
        result.append(gray(image, x, y) > 0 ? '#' : ' ');
      }
      result.append('\n');
    }
    return result.toString();
  }

  @Test
  void constantAndEmptyGroupsAreDrawn() throws IOException {
    BufferedImage sheet =
        written(
            ImageSheet.of(2, 2)
                .row("same", Matrix.of(new double[][] {{3, 3, 3, 3}}))
                .row("none", Matrix.wrap(0, 4, new double[0])));
    assertThat(gray(sheet, GAP, GAP + LETTERS + GAP)).isZero();
  }

  @Test
  void wrongUseIsRefusedAndNothingIsLeft() throws IOException {
    Matrix images = Matrix.of(new double[][] {{0, 1, 2, 3}});
    assertThatThrownBy(() -> ImageSheet.of(3, 2).row("x", images))
        .hasMessage("'x' has rows of 4 values; images of 3 x 2 have 6");
    assertThatThrownBy(() -> ImageSheet.of(0, 2)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> ImageSheet.of(2, 2).range(1, 1)).hasMessageContaining("lower");
    assertThatThrownBy(() -> ImageSheet.of(2, 2).range(Double.NaN, 1))
        .hasMessageContaining("lower");
    assertThatThrownBy(() -> ImageSheet.of(2, 2).across(0)).hasMessageContaining("at least 1");
    String endless = "z".repeat(10_000_000);
    assertThatThrownBy(() -> ImageSheet.of(2, 2).row(endless, images).image())
        .hasMessageContaining("too large");
    assertThatThrownBy(
            () -> ImageSheet.of(2, 2).row("x", images).write(folder.resolve("no/sheet.png")))
        .isInstanceOf(IOException.class);
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
