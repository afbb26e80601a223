package dev.mercer.internal.backend;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.blas.JavaBLAS;
import dev.ludovic.netlib.blas.NativeBLAS;
import dev.ludovic.netlib.lapack.JavaLAPACK;
import dev.ludovic.netlib.lapack.LAPACK;
import dev.ludovic.netlib.lapack.NativeLAPACK;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The linear algebra and the vector maps in use, and why nothing better was taken.
 *
 * <p>{@link #auto()} takes the best that works and keeps a sentence for each refusal, with its
 * remedy. {@link #of(String, String)} requires what is named and throws if it cannot be had. The
 * system properties {@code mercer.blas} (auto, native, java) and {@code mercer.simd} (auto, vector,
 * scalar) choose for {@link #instance()}, which the library uses everywhere.
 */
public final class Backend {

  private static final NetlibHalf BLAS_HALF = new NetlibHalf("blas");
  private static final NetlibHalf LAPACK_HALF = new NetlibHalf("lapack");

  /** The OpenBLAS we unpacked for netlib; null as long as there was no need. */
  private static String unpacked;

  /** Kernel values from which on compiling the vector loops pays: those of 4,096 rows. */
  static final long WORTH_COMPILING = 1L << 23;

  /**
   * Values that the plain loops map in the time that both threads of a small machine stand nearly
   * still for while the vector loops are compiled, about half a second.
   */
  static final long WORTH_STALLING = 1L << 27;

  /** Values mapped after which a process counts as one that goes on: twenty fits of 1,800 rows. */
  static final long WARM = 1L << 25;

  private static final Simd PLAIN = new ScalarSimd();
  private static final Simd TWIN = new VectorTwin();

  private static volatile Backend instance;

  private final Blas blas;
  private final Simd simd;
  private final boolean simdRequired;
  private final List<String> refused;
  private final AtomicLong valuesMapped = new AtomicLong();

  private Backend(Blas blas, Simd simd, boolean simdRequired, List<String> refused) {
    this.blas = blas;
    this.simd = simd;
    this.simdRequired = simdRequired;
    this.refused = List.copyOf(refused);
  }

  /** The back end of this process, chosen on first use. */
  public static Backend instance() {
    Backend chosen = instance;
    if (chosen == null) {
      synchronized (Backend.class) {
        chosen = instance;
        if (chosen == null) {
          String blas = System.getProperty("mercer.blas", "auto");
          String simd = System.getProperty("mercer.simd", "auto");
          chosen = of(blas, simd);
          instance = chosen;
        }
      }
    }
    return chosen;
  }

  /** The best of each kind that works here. */
  public static Backend auto() {
    return of("auto", "auto");
  }

  /**
   * The back ends named, or the best that works for {@code "auto"}.
   *
   * @throws BackendException if a back end asked for by name cannot be had, with the reason
   */
  public static Backend of(String blasName, String simdName) {
    List<String> refused = new ArrayList<>();
    return new Backend(
        chooseBlas(blasName, refused),
        chooseSimd(simdName, refused),
        !simdName.equals("auto"),
        refused);
  }

  public Blas blas() {
    return blas;
  }

  public Simd simd() {
    return simd;
  }

  /**
   * What sums and products of a piece of work of so many values are done with. A virtual machine
   * needs the time of some million values until it has compiled the vector loops, and is a thousand
   * times slower before: small work is done by the plain loops, unless the vector maps were asked
   * for by name. Sums depend on the order of their terms, so the choice depends on the size of the
   * work alone: the bits of a result then do too.
   */
  public Simd simdFor(long values) {
    return values < WORTH_COMPILING && !simdRequired ? PLAIN : simd;
  }

  /**
   * The maps of blocks for a piece of work: plain loops while compiling the vector loops would not
   * pay, vector loops afterwards. They are taken at once if this process has mapped {@link #WARM}
   * values before this work, for then it will go on; a process that does one thing and ends changes
   * over within its work, after {@link #WORTH_STALLING} values. The plain loops are the twin of the
   * vector ones, so no bit depends on which are taken.
   *
   * <p>Not for {@link Simd#l1Distance} and {@link Simd#squaredDistance}, whose sums the twin takes
   * in another order: {@link #simdFor}.
   */
  public Maps maps() {
    if (simdRequired || simd.lanes() == 1 || valuesMapped.get() >= WARM) {
      return values -> simd;
    }
    return values -> valuesMapped.addAndGet(values) < WORTH_STALLING ? TWIN : simd;
  }

  /** Why something better was not taken, a sentence each with its remedy; empty if nothing is. */
  public List<String> refused() {
    return refused;
  }

  private static Blas chooseBlas(String name, List<String> refused) {
    switch (name) {
      case "native":
        try {
          return nativeBlas(refused);
        } catch (IOException | LinkageError | RuntimeException e) {
          throw new BackendException("the native BLAS was asked for but " + reason(e), e);
        }
      case "java":
        return javaBlas();
      case "auto":
        try {
          return nativeBlas(refused);
        } catch (IOException | LinkageError | RuntimeException e) {
          // What is known here says its remedy itself.
          String remedy =
              e instanceof IllegalStateException
                  ? ""
                  : "; add org.bytedeco:openblas with the classifier of this platform";
          refused.add("native BLAS refused: " + reason(e) + remedy);
          return javaBlas();
        }
      default:
        throw new IllegalArgumentException(
            "unknown BLAS '" + name + "'; allowed are auto, native, java");
    }
  }

  private static Simd chooseSimd(String name, List<String> refused) {
    switch (name) {
      case "vector":
        try {
          return vectorSimd();
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
          throw new BackendException("the vector maps were asked for but " + reason(e), e);
        }
      case "scalar":
        return new ScalarSimd();
      case "auto":
        try {
          return vectorSimd();
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
          refused.add("vector maps refused: " + reason(e));
          return new ScalarSimd();
        }
      default:
        throw new IllegalArgumentException(
            "unknown vector back end '" + name + "'; allowed are auto, vector, scalar");
    }
  }

  private static Simd vectorSimd() throws ReflectiveOperationException {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      throw new IllegalStateException(
          "the module jdk.incubator.vector is not loaded; start Java with"
              + " --add-modules jdk.incubator.vector");
    }
    Simd simd =
        (Simd)
            Class.forName("dev.mercer.internal.backend.VectorSimd")
                .getDeclaredConstructor()
                .newInstance();
    if (simd.detail().equals("64-bit")) {
      throw new IllegalStateException("this processor has no vector registers Java can use");
    }
    // Processors of that family got wider registers and the fused multiply-add together; without
    // it the exponential is thousands of times slower.
    boolean intel = Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));
    if (intel && simd.detail().equals("128-bit")) {
      throw new IllegalStateException("this processor has no fused multiply-add Java can use");
    }
    // One call through every lane type: a Vector API that changed shape fails here, not in a fit.
    double[] probe = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    simd.exp(probe, 0, probe.length, -1);
    float[] floatProbe = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    simd.exp(floatProbe, 0, floatProbe.length, -1f);
    return simd;
  }

  private static Blas javaBlas() {
    quietNetlib();
    BLAS blas = JavaBLAS.getInstance();
    LAPACK lapack = JavaLAPACK.getInstance();
    return new Blas("java", blas.getClass().getSimpleName(), blas, lapack);
  }

  /**
   * netlib's JNI on the OpenBLAS that JavaCPP unpacks. Only the "nolapack" half of JavaCPP's
   * wrapper is loaded: its copy of the library holds LAPACK all the same, so the process has one
   * OpenBLAS and the thread count set here is the one in force.
   */
  private static synchronized Blas nativeBlas(List<String> refused) throws IOException {
    quietNetlib();
    String preset = System.getProperty(BLAS_HALF.pathProperty());
    String detail = settle(BLAS_HALF, refused);
    if (preset != null && System.getProperty(LAPACK_HALF.pathProperty()) == null) {
      System.setProperty(LAPACK_HALF.pathProperty(), preset);
    }
    settle(LAPACK_HALF, refused);
    BLAS blas;
    LAPACK lapack;
    try {
      blas = NativeBLAS.getInstance();
      lapack = NativeLAPACK.getInstance();
      BLAS_HALF.removeUnpacked();
      LAPACK_HALF.removeUnpacked();
    } catch (LinkageError | RuntimeException e) {
      IllegalStateException refusal =
          new IllegalStateException(
              "netlib has no native library and does not take "
                  + detail
                  + "; if other code, such as Spark's MLlib, used netlib before in this process,"
                  + " use Mercer first, or start Java with -D"
                  + BLAS_HALF.pathProperty()
                  + "=FILE");
      refusal.addSuppressed(e); // as a cause it would be what is said, and it says nothing
      throw refusal;
    }
    // A library that loads but cannot multiply must not be chosen.
    double[] product = new double[1];
    blas.dgemm(
        "N", "N", 1, 1, 1, 2, new double[] {3}, 0, 1, new double[] {4}, 0, 1, 0, product, 0, 1);
    if (product[0] != 24) {
      throw new IllegalStateException("it multiplies wrongly: 2 * 3 * 4 = " + product[0]);
    }
    return new Blas("native", detail, blas, lapack);
  }

  /**
   * Sees to it that a half of netlib takes our OpenBLAS, unless a library was named for it or it
   * has one already, which is said among the refusals.
   *
   * @return which library the half has, for reports
   */
  private static String settle(NetlibHalf half, List<String> refused) throws IOException {
    String named = System.getProperty(half.pathProperty());
    if (named == null) {
      Optional<String> loaded = half.loaded();
      if (loaded.isPresent()) {
        refused.add(
            "OpenBLAS of Mercer refused: netlib's "
                + half.name()
                + " was used before in this process and keeps "
                + loaded.get()
                + ", whose threads fight with ours if it has any; use Mercer first, or start Java"
                + " with OPENBLAS_NUM_THREADS=1 and -D"
                + half.pathProperty()
                + "=FILE");
        return loaded.get() + ", loaded before Mercer";
      }
      named = unpackOpenBlas();
      unpacked = named;
      System.setProperty(half.pathProperty(), named);
    }
    String file = Path.of(named).getFileName().toString();
    if (!named.equals(unpacked)) {
      return file;
    }
    int threads = OpenBlasThreads.setToOne();
    if (threads != 1) {
      throw new IllegalStateException(
          "OpenBLAS keeps "
              + threads
              + " threads of its own, which would fight with ours; set OPENBLAS_NUM_THREADS=1");
    }
    return "OpenBLAS, " + file;
  }

  private static String unpackOpenBlas() throws IOException {
    Path directory = Path.of(OpenBlasThreads.load()).getParent();
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> isOpenBlas(file.getFileName().toString()))
          .sorted()
          .map(Path::toString)
          .reduce((first, second) -> second) // the versioned name is the longer one
          .orElseThrow(
              () -> new IOException("no OpenBLAS among the libraries unpacked in " + directory));
    }
  }

  private static boolean isOpenBlas(String file) {
    return file.startsWith("libopenblas_nolapack") && !file.endsWith(".a");
  }

  /** netlib logs each implementation it does not find; the caller hears of it from us. */
  private static void quietNetlib() {
    NETLIB_BLAS_LOG.setLevel(Level.OFF);
    NETLIB_LAPACK_LOG.setLevel(Level.OFF);
  }

  // Held so that the garbage collector does not take the loggers with their level.
  private static final Logger NETLIB_BLAS_LOG =
      Logger.getLogger("dev.ludovic.netlib.blas.InstanceBuilder");
  private static final Logger NETLIB_LAPACK_LOG =
      Logger.getLogger("dev.ludovic.netlib.lapack.InstanceBuilder");

  private static String reason(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  @Override
  public String toString() {
    return "blas "
        + blas.name()
        + " ("
        + blas.detail()
        + "), maps "
        + simd.name()
        + " ("
        + simd.detail()
        + ")";
  }
}
