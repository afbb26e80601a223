package dev.mercer.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  @TempDir Path directory;

  @Test
  void appearsOnlyWhenCommitted() throws IOException {
    Path path = directory.resolve("a.csv");
    try (AtomicFile file = AtomicFile.create(path)) {
      file.stream().write(bytes("new"));
      assertThat(path).doesNotExist();
      assertThat(names())
          .singleElement()
          .asString()
          .matches("\\.a\\.csv\\.[0-9a-f]{8}-[0-9a-f]{16}\\.part");
      file.commit();
      assertThat(path).hasContent("new");
    }
    assertThat(names()).containsExactly("a.csv");
  }

  @Test
  void withoutCommitTheOldFileStays() throws IOException {
    Path path = Files.writeString(directory.resolve("a.csv"), "old");
    assertThatThrownBy(
            () -> {
              try (AtomicFile file = AtomicFile.create(path)) {
                file.write(ByteBuffer.wrap(bytes("half")));
                throw new IllegalStateException("stopped");
              }
            })
        .hasMessage("stopped");
    assertThat(path).hasContent("old");
    assertThat(names()).containsExactly("a.csv");
  }

  @Test
  void replacesTheOldFile() throws IOException {
    Path path = Files.writeString(directory.resolve("a.csv"), "a much longer old content");
    try (AtomicFile file = AtomicFile.create(path)) {
      file.write(ByteBuffer.wrap(bytes("new")));
      file.commit();
    }
    assertThat(path).hasContent("new");
  }

  @Test
  void relativePathWithoutDirectoryIsBesideTheWorkingDirectory() throws IOException {
    Path path = Path.of("AtomicFileTest-" + ProcessHandle.current().pid() + ".txt");
    try (AtomicFile file = AtomicFile.create(path)) {
      file.stream().write(bytes("x"));
      file.commit();
      assertThat(path.toAbsolutePath()).hasContent("x");
    } finally {
      Files.deleteIfExists(path);
    }
  }

  @Test
  void afterCommitNothingCanBeWrittenOrCommitted() throws IOException {
    try (AtomicFile file = AtomicFile.create(directory.resolve("a"))) {
      file.commit();
      assertThatThrownBy(() -> file.write(ByteBuffer.wrap(bytes("x"))))
          .hasCauseInstanceOf(ClosedChannelException.class)
          .hasMessageContaining("a: cannot be written: ");
      assertThatIllegalStateException().isThrownBy(file::commit);
    }
    assertThat(directory.resolve("a")).isEmptyFile();
  }

  @Test
  void saysWhyItCannotBeWritten() throws IOException {
    assertThatThrownBy(() -> AtomicFile.create(directory))
        .isInstanceOf(IOException.class)
        .hasMessage(directory + ": is a directory; name a file in it");
    Path nowhere = directory.resolve("no").resolve("file");
    assertThatThrownBy(() -> AtomicFile.create(nowhere))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(
            nowhere
                + ": the directory "
                + directory.resolve("no")
                + " does not exist; create it first");
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThatThrownBy(() -> AtomicFile.create(file.resolve("child")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
    assertThatThrownBy(() -> AtomicFile.create(Path.of("")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a directory");
  }

  @Test
  void systemDirectoriesThatTakeNoFilesAreAClearError() {
    Path kernel = Path.of("/proc/mercer-model");
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "no /proc here");
    assertThatThrownBy(() -> AtomicFile.create(kernel))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("/proc/mercer-model: cannot create a file in /proc: ");
  }

  @Test
  void permissionsAreRespected() throws IOException {
    Path closed = Files.createDirectory(directory.resolve("closed"));
    Path locked = Files.writeString(directory.resolve("locked"), "old");
    Assumptions.assumeTrue(
        Files.getFileStore(closed).supportsFileAttributeView("posix"), "no POSIX permissions");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r--r--r--"));
    Assumptions.assumeFalse(Files.isWritable(locked), "this user may write everything");
    assertThatThrownBy(() -> AtomicFile.create(closed.resolve("a")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("permission denied");
    assertThatThrownBy(() -> AtomicFile.create(locked)).isInstanceOf(AccessDeniedException.class);
    assertThat(locked).hasContent("old");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path real = Files.writeString(directory.resolve("real"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    try (AtomicFile file = AtomicFile.create(link)) {
      file.stream().write(bytes("new"));
      file.commit();
    }
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("new");
  }

  @Test
  void aLinkToNothingYetStaysALink() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("second"));
    Files.createSymbolicLink(directory.resolve("second"), Path.of("folder/../folder/new"));
    try (AtomicFile file = AtomicFile.create(link)) {
      file.stream().write(bytes("new"));
      file.commit();
    }
    assertThat(link).isSymbolicLink().hasContent("new");
    assertThat(folder.resolve("new")).isRegularFile();
    assertThat(names()).containsExactly("folder", "link", "second");
    Path lost = Files.createSymbolicLink(directory.resolve("lost"), Path.of("no/file"));
    assertThatThrownBy(() -> AtomicFile.create(lost))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining(directory.resolve("no") + " does not exist");
    Path circle = Files.createSymbolicLink(directory.resolve("circle"), Path.of("circle"));
    assertThatThrownBy(() -> AtomicFile.create(circle))
        .isInstanceOf(IOException.class)
        .hasMessage(circle + ": is a symbolic link that leads in a circle; name a file");
    assertThat(circle).isSymbolicLink();
  }

  @Test
  void aFullDiskNamesTheFile() throws IOException {
    Path device = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(device), "no /dev/full here");
    try (AtomicFile file = AtomicFile.create(device)) {
      assertThatThrownBy(() -> file.write(ByteBuffer.wrap(bytes("x"))))
          .isInstanceOf(FileSystemException.class)
          .hasMessage("/dev/full: cannot be written: No space left on device");
      file.stream().write('x'); // only buffered
      assertThatThrownBy(file::commit).hasMessageStartingWith("/dev/full: cannot be written: ");
    }
  }

  @Test
  void severalFilesAppearTogetherOrNotAtAll() throws IOException {
    Path first = Files.writeString(directory.resolve("first"), "old");
    Path second = directory.resolve("second");
    try (AtomicFile one = AtomicFile.create(first);
        AtomicFile other = AtomicFile.create(second)) {
      one.stream().write(bytes("new"));
      other.use(other.companion("never made"));
      assertThatThrownBy(() -> AtomicFile.commitAll(List.of(one, other)))
          .hasMessageStartingWith(second + ": cannot be written: ");
    }
    assertThat(names()).containsExactly("first");
    assertThat(first).hasContent("old");
    try (AtomicFile one = AtomicFile.create(first);
        AtomicFile other = AtomicFile.create(second)) {
      one.stream().write(bytes("new"));
      other.use(Files.writeString(other.companion("made"), "by another library"));
      Files.writeString(other.companion("log"), "of it");
      AtomicFile.commitAll(List.of(one, other));
    }
    assertThat(names()).containsExactly("first", "second");
    assertThat(first).hasContent("new");
    assertThat(second).hasContent("by another library");
  }

  @Test
  void namesAsLongAsTheyMayBe() throws IOException {
    for (String name : List.of("a".repeat(255), "ü".repeat(127))) {
      Path path = directory.resolve(name);
      try (AtomicFile file = AtomicFile.create(path)) {
        file.commit();
      }
      assertThat(path).exists();
    }
  }

  @Test
  void devicesAreWrittenAsTheyAre() throws IOException {
    Path device = Path.of("/dev/null");
    Assumptions.assumeTrue(Files.exists(device), "no /dev/null here");
    try (AtomicFile file = AtomicFile.create(device)) {
      file.stream().write(bytes("x"));
      file.commit();
    }
    assertThat(Files.isRegularFile(device)).isFalse();
  }

  @Test
  void aStoppedProcessLeavesNoTemporaryFile() throws Exception {
    Path path = Files.writeString(directory.resolve("a"), "old");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                Stopped.class.getName(),
                path.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(names()).containsExactly("a");
    assertThat(path).hasContent("old");
  }

  /** Ends the process in the middle of a write. */
  static final class Stopped {
    public static void main(String[] arguments) throws IOException {
      AtomicFile file = AtomicFile.create(Path.of(arguments[0]));
      file.stream().write(bytes("half"));
      file.stream().flush();
      System.exit(130);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
