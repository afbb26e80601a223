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
 * The linear algebra library and the vectorized loops in use, and why nothing better was chosen.
 *
 * <p>{@link #auto()} chooses the best that works, and keeps one sentence, with a remedy, for each
 * choice that was refused. {@link #of(String, String)} requires the back ends named and throws if
 * one is not available. The system properties {@code mercer.blas} (auto, native, java) and {@code
 * mercer.simd} (auto, vector, scalar) choose for {@link #instance()}, which the library uses
 * everywhere.
 */
public final class Backend {

  private static final NetlibHalf BLAS_HALF = new NetlibHalf("blas");
  private static final NetlibHalf LAPACK_HALF = new NetlibHalf("lapack");

  /** The path of the OpenBLAS that we unpacked for netlib; null as long as this was not needed. */
  private static String unpacked;

  /** From this many kernel values on, compiling the vector loops pays: the values of 4,096 rows. */
  static final long WORTH_COMPILING = 1L << 23;

  /**
   * The number of values that the plain loops map in about half a second. For that long, both
   * threads of a small machine nearly stand still while the vector loops are compiled.
   */
  static final long WORTH_STALLING = 1L << 27;

  /**
   * After mapping this many values, a process is taken to be a long-running one: twenty fits of
   * 1,800 rows.
   */
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

  /** The back end of this process, chosen at the first call. */
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

  /** The best back end of each kind that works on this machine. */
  public static Backend auto() {
    return of("auto", "auto");
  }

  /**
   * The back ends named, or the best that works where the name is {@code "auto"}.
   *
   * @throws BackendException if a back end named is not available, with the reason
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
   * The loops to use for sums and products in a piece of work of this many values. A virtual
   * machine compiles the vector loops only after it has run them for some million values, and until
   * then they are a thousand times slower. So small work is done by the plain loops, unless the
   * vector loops were asked for by name. A sum depends on the order of its terms, so the choice
   * depends on the size of the work alone, and therefore the bits of a result do too.
   */
  public Simd simdFor(long values) {
    return values < WORTH_COMPILING && !simdRequired ? PLAIN : simd;
  }

  /**
   * The loops (maps) to use for blocks of values in a piece of work: plain loops as long as
   * compiling the vector loops would not pay, and vector loops afterwards. If this process has
   * already mapped {@link #WARM} values before, it is likely to go on, so the vector loops are used
   * at once. Otherwise, as in a process that does one thing and ends, the plain loops are used for
   * the first {@link #WORTH_STALLING} values of all work together. The plain loops are {@link
   * VectorTwin}, which gives the same bits as the vector loops, so no result depends on this
   * choice.
   *
   * <p>{@link Simd#l1Distance} and {@link Simd#squaredDistance} must not be taken from here,
   * because the two kinds of loops sum in a different order: use {@link #simdFor} for these.
   */
  public Maps maps() {
    if (simdRequired || simd.lanes() == 1 || valuesMapped.get() >= WARM) {
      return values -> simd;
    }
    return values -> valuesMapped.addAndGet(values) < WORTH_STALLING ? TWIN : simd;
  }

  /**
   * Why nothing better was chosen: one sentence with a remedy per refusal. Empty if there is
   * nothing better.
   */
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
          // An IllegalStateException is our own, and its message already names the remedy.
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
    // Processors of this family got wider registers and the fused multiply-add together. Without
    // the fused multiply-add, the exponential is thousands of times slower.
    boolean intel = Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));
    if (intel && simd.detail().equals("128-bit")) {
      throw new IllegalStateException("this processor has no fused multiply-add Java can use");
    }
    // One call for each lane type, so that an incompatible version of the Vector API fails here and
    // not during a fit.
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
   * netlib's native code, using the OpenBLAS that JavaCPP unpacks. Only the "nolapack" variant of
   * JavaCPP's wrapper is loaded. Its copy of OpenBLAS contains LAPACK anyway, so the process has a
   * single OpenBLAS, and the number of threads set here applies to all of its calls.
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
      // not as the cause: reports print the cause's message, which says nothing useful here
      refusal.addSuppressed(e);
      throw refusal;
    }
    // A library that loads but multiplies wrongly must not be chosen.
    double[] product = new double[1];
    blas.dgemm(
        "N", "N", 1, 1, 1, 2, new double[] {3}, 0, 1, new double[] {4}, 0, 1, 0, product, 0, 1);
    if (product[0] != 24) {
      throw new IllegalStateException("it multiplies wrongly: 2 * 3 * 4 = " + product[0]);
    }
    return new Blas("native", detail, blas, lapack);
  }

  /**
   * Makes one half of netlib use our OpenBLAS, unless the user named a library for it, or it has
   * already loaded one, which is then listed among the refusals.
   *
   * @return which library this half uses, for reports
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
          // the last one is the longest: the name with the version
          .reduce((first, second) -> second)
          .orElseThrow(
              () -> new IOException("no OpenBLAS among the libraries unpacked in " + directory));
    }
  }

  private static boolean isOpenBlas(String file) {
    return file.startsWith("libopenblas_nolapack") && !file.endsWith(".a");
  }

  /**
   * netlib logs every implementation that it does not find. The caller learns this from {@link
   * #refused()} instead.
   */
  private static void quietNetlib() {
    NETLIB_BLAS_LOG.setLevel(Level.OFF);
    NETLIB_LAPACK_LOG.setLevel(Level.OFF);
  }

  // Kept in fields so that the garbage collector does not collect the loggers, and with them their
  // level.
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
