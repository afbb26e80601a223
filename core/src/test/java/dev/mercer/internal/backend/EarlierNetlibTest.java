package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ludovic.netlib.blas.JavaBLAS;
import dev.ludovic.netlib.lapack.JavaLAPACK;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Back ends of processes in which netlib was used, and so got its library, before Mercer. */
@EnabledOnOs(OS.LINUX)
class EarlierNetlibTest {

  /** Uses netlib's Java half, which starts the native one too, and then asks Mercer. */
  static final class Main {
    public static void main(String[] arguments) {
      JavaBLAS.getInstance();
      JavaLAPACK.getInstance();
      Backend backend = Backend.of("auto", "scalar");
      System.out.println(backend);
      backend.refused().forEach(System.out::println);
      System.out.println(Backend.of("auto", "scalar").refused().equals(backend.refused()));
    }
  }

  @Test
  void aLibraryLoadedBeforeIsTakenAndSaid() throws Exception {
    String other = openBlas();
    List<String> said =
        run(
            "-Ddev.ludovic.netlib.blas.nativeLib=" + other,
            "-Ddev.ludovic.netlib.lapack.nativeLib=" + other);
    assertThat(said).hasSize(4);
    assertThat(said.get(0)).startsWith("blas native (" + other + ", loaded before Mercer)");
    assertThat(said.get(1)).contains("netlib's blas was used before", other, "nativeLibPath");
    assertThat(said.get(2)).contains("netlib's lapack was used before", other, "nativeLibPath");
    assertThat(said.get(3)).as("asked again, the same is said").isEqualTo("true");
  }

  @Test
  void aLibraryNotFoundBeforeIsNotLookedForAgainAndThatIsSaid() throws Exception {
    List<String> said = run("-Ddev.ludovic.netlib.blas.nativeLib=libnone.so");
    assertThat(said.get(0)).startsWith("blas java");
    assertThat(said)
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("native BLAS refused: netlib has no native library")
                    .contains("Spark's MLlib", "use Mercer first")
                    .doesNotContain("org.bytedeco"));
  }

  @Test
  void aLibraryNamedByItsPathIsTheOneAskedFor() throws Exception {
    String named = openBlas();
    List<String> said =
        run(
            "-Ddev.ludovic.netlib.blas.nativeLibPath=" + named,
            "-Ddev.ludovic.netlib.lapack.nativeLibPath=" + named);
    assertThat(said).hasSize(2);
    assertThat(said.get(0)).startsWith("blas native (" + Path.of(named).getFileName() + ")");
  }

  private static String openBlas() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(OpenBlasThreads.load()).getParent())) {
      return files
          .map(Path::toString)
          .filter(file -> file.contains("libopenblas_nolapack.so"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static List<String> run(String... options) throws Exception {
    return OtherProcess.run(Main.class, options);
  }
}
