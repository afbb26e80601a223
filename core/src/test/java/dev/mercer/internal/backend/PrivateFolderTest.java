package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folders a library may be loaded from, where everybody can make folders. */
class PrivateFolderTest {

  @TempDir Path shared;
  private Path folder;

  @BeforeEach
  void make() throws IOException {
    assumeTrue(Files.getFileStore(shared).supportsFileAttributeView("posix"), "needs POSIX");
    folder = Files.createDirectory(shared.resolve("cache"));
    permissions("rwxr-xr-x");
  }

  private void permissions(String text) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(text));
  }

  @Test
  void ourOwnIsTakenForUsAlone() throws IOException {
    PrivateFolder.require(folder);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    PrivateFolder.require(folder);
  }

  @Test
  void whereOthersCouldHavePutFilesIsRefused() throws IOException {
    for (String open : new String[] {"rwxrwxr-x", "rwxr-xrwx"}) {
      permissions(open);
      assertThatThrownBy(() -> PrivateFolder.require(folder))
          .isInstanceOf(IOException.class)
          .hasMessage(folder + ": may be written to by others");
    }
    Path link = Files.createSymbolicLink(shared.resolve("link"), folder);
    assertThatThrownBy(() -> PrivateFolder.require(link)).hasMessageContaining("is a link");
  }

  @Test
  void anotherUsersIsRefused() throws IOException {
    try {
      Files.setAttribute(folder, "unix:uid", 12345);
    } catch (IOException | UnsupportedOperationException e) {
      assumeTrue(false, "only root can give a folder away");
    }
    assertThatThrownBy(() -> PrivateFolder.require(folder))
        .isInstanceOf(IOException.class)
        .hasMessage(folder + ": belongs to 12345");
    assertThat(Files.list(shared)).containsExactly(folder);
  }
}
