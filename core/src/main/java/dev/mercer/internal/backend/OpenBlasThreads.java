package dev.mercer.internal.backend;

import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/** The two things JavaCPP is used for: unpacking OpenBLAS, and its number of threads. */
final class OpenBlasThreads {

  private OpenBlasThreads() {}

  /** Unpacks and loads the library; returns the path of JavaCPP's wrapper beside it. */
  static String load() {
    return Loader.load(openblas_nolapack.class);
  }

  /** Sets OpenBLAS to one thread and returns the number it then says it has. */
  static int setToOne() {
    openblas_nolapack.blas_set_num_threads(1);
    return openblas_nolapack.blas_get_num_threads();
  }
}
