package dev.mercer.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pictures of the pages: small, in use, and the same when they look the same. */
class PicturesTest {

  private static final long MOST_BYTES = 150_000;

  @TempDir Path folder;

  @Test
  void everyPictureIsSmallAndShown() throws IOException {
    Path top = Pages.folder().resolveSibling("ARCHITECTURE.md");
    StringBuilder text = new StringBuilder(Files.readString(top));
    for (Path page : Pages.all()) {
      text.append(Files.readString(page));
    }
    try (Stream<Path> files = Files.list(Pages.folder().resolve("images"))) {
      List<Path> pictures = files.filter(Files::isRegularFile).toList();
      assertThat(pictures)
          .isNotEmpty()
          .allSatisfy(
              picture -> {
                assertThat(Files.size(picture)).as(picture.toString()).isLessThan(MOST_BYTES);
                assertThat(text.toString()).contains("images/" + picture.getFileName() + ")");
              });
    }
  }

  @Test
  void drawingsMayDifferByRounding() throws IOException {
    Path one = Files.writeString(folder.resolve("a.svg"), "<circle cx=\"10.01\" cy=\"2\"/>");
    Path near = Files.writeString(folder.resolve("b.svg"), "<circle cx=\"10.02\" cy=\"2\"/>");
    Path far = Files.writeString(folder.resolve("c.svg"), "<circle cx=\"10.1\" cy=\"2\"/>");
    Path other = Files.writeString(folder.resolve("d.svg"), "<square cx=\"10.01\" cy=\"2\"/>");
    assertThat(Pictures.same(one, near)).isTrue();
    assertThat(Pictures.same(one, far)).isFalse();
    assertThat(Pictures.same(one, other)).isFalse();
    assertThat(Pictures.same(one, folder.resolve("missing.svg"))).isFalse();
  }

  @Test
  void imagesMayDifferByAShade() throws IOException {
    Path one = image("a.png", 100);
    assertThat(Pictures.same(one, image("b.png", 101))).isTrue();
    assertThat(Pictures.same(one, image("c.png", 103))).isFalse();
  }

  private Path image(String name, int gray) throws IOException {
    BufferedImage image = new BufferedImage(2, 2, BufferedImage.TYPE_BYTE_GRAY);
    image.getRaster().setSample(1, 0, 0, gray);
    Path file = folder.resolve(name);
    ImageIO.write(image, "png", file.toFile());
    return file;
  }
}
