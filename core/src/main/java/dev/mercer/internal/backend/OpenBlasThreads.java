package dev.mercer.internal.backend;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/**
 * The two purposes for which JavaCPP is used: to unpack OpenBLAS, and to set its number of threads.
 */
final class OpenBlasThreads {

  private OpenBlasThreads() {}

  /**
   * Unpacks and loads the library, and returns the path of JavaCPP's wrapper, which lies beside it.
   * JavaCPP unpacks the library once, into the user's home. If it cannot write there, it takes a
   * folder with a predictable name in the temporary folder that all users share, so that case is
   * checked first.
   */
  static String load() throws IOException {
    Path cache = Loader.getCacheDir().toPath();
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
    Path shared = temporary.resolve(".javacpp-" + System.getProperty("user.name"));
    if (cache.startsWith(shared)) {
      try {
        PrivateFolder.require(shared);
      } catch (FileSystemException e) {
        throw new IllegalStateException(
            "libraries are not loaded from "
                + e.getMessage()
                + "; name a folder of your own with -Dorg.bytedeco.javacpp.cachedir=DIR",
            e);
      }
    }
    return Loader.load(openblas_nolapack.class);
  }

  /** Sets OpenBLAS to one thread and returns the number of threads that it reports afterwards. */
  static int setToOne() {
    openblas_nolapack.blas_set_num_threads(1);
    return openblas_nolapack.blas_get_num_threads();
  }
}
