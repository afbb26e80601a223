package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.KernelSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The bits of several hundred fits stay what they were: hashes of eigenvalues and training scores.
 *
 * <p>A change that is meant to move code, or to make it faster, changes no bit. With plain Java
 * arithmetic the hashes are the same on every machine. Native BLAS rounds differently from one
 * processor to the next, so each kind of processor has a file of its own, and one that has none
 * skips visibly.
 *
 * <p>Where a change is meant to change numbers, {@code -Dmercer.frozen.write=DIRECTORY} writes the
 * file anew; the difference in review shows which fits it reached.
 */
class FrozenFitsTest {

  private static final String WRITE_TO = System.getProperty("mercer.frozen.write");

  /** One fit; its text is the key of its hash. */
  private record Case(
      String kernel,
      String method,
      String selector,
      String solver,
      String operator,
      boolean center,
      boolean weighted,
      boolean single,
      int rows) {

    Case(String kernel, String method, String selector, boolean center, boolean weighted) {
      this(kernel, method, selector, "auto", "auto", center, weighted, false, 90);
    }

    @Override
    public String toString() {
      return String.join(
          " ",
          kernel,
          method,
          selector == null ? "-" : selector,
          solver,
          operator,
          center ? "centered" : "uncentered",
          weighted ? "weighted" : "equal",
          single ? "float" : "double",
          String.valueOf(rows));
    }
  }

  private static final List<String> METHODS =
      List.of(
          "auto",
          "exact",
          "subset",
          "subset(centroid=1)",
          "subset(centroid=2)",
          "subset(general=true)",
          "subset(criterion=with-landmarks)",
          "subset(icd=1e-3)",
          "improved",
          "reduced",
          "reduced-set",
          "nystrom",
          "weighted-nystrom",
          "icd",
          "sparse(kind=l1)",
          "sparse(kind=tipping)",
          "hebbian",
          "hebbian(smd=true)",
          "random-features",
          "random-features(orthogonal=true)");

  @Test
  void fitsKeepTheirBits() throws IOException {
    String file = file();
    Map<String, String> found = new LinkedHashMap<>();
    int threads = 0;
    for (Case one : cases()) {
      threads = threads % 3 + 1; // the number of threads changes no bit
      found.put(one.toString(), outcome(one, threads));
    }
    assertThat(found).hasSizeGreaterThan(300);
    if (WRITE_TO != null) {
      StringBuilder text = new StringBuilder();
      found.forEach((name, hash) -> text.append(hash).append("  ").append(name).append('\n'));
      Files.writeString(Path.of(WRITE_TO, file), text);
      return;
    }
    Map<String, String> expected = read(file);
    assumeThat(expected).as("hashes of this kind of processor, %s", file).isNotEmpty();
    Map<String, String> changed = new TreeMap<>();
    found.forEach(
        (name, hash) -> {
          if (!hash.equals(expected.get(name))) {
            changed.put(name, hash + ", was " + expected.get(name));
          }
        });
    assertThat(changed).isEmpty();
    assertThat(found.keySet()).containsExactlyElementsOf(expected.keySet());
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (String method : METHODS) {
      for (String kernel : List.of("gaussian(sigma=2)", "0.5*laplacian(sigma=2)+linear")) {
        if (method.startsWith("random-features") && kernel.contains("linear")) {
          continue;
        }
        cases.add(new Case(kernel, method, null, true, false));
        cases.add(new Case(kernel, method, null, false, false));
        cases.add(new Case(kernel, method, null, true, true));
      }
    }
    for (String selector : SelectorCatalog.names()) {
      for (String kernel : List.of("gaussian(sigma=2)", "polynomial(degree=2)")) {
        if (selector.equals("given") || selector.equals("shadow") && kernel.startsWith("poly")) {
          continue;
        }
        cases.add(new Case(kernel, "subset", selector, true, false));
        cases.add(new Case(kernel, "subset", selector, false, true));
        cases.add(new Case(kernel, "reduced-set", selector, true, false));
      }
    }
    for (String kernel : Definition.KERNELS) {
      for (String method : List.of("exact", "subset", "nystrom")) {
        cases.add(new Case(kernel, method, null, true, false));
        cases.add(new Case(kernel, method, null, false, true));
      }
    }
    for (String solver : List.of("dense", "lanczos", "block-krylov", "subspace", "power")) {
      for (String operator : List.of("stored", "tiled", "expansion")) {
        for (boolean center : new boolean[] {true, false}) {
          String kernel = "gaussian(sigma=2)";
          if (!solver.equals("dense") || !operator.equals("expansion")) {
            cases.add(
                new Case(kernel, "exact", null, solver, operator, center, center, false, 600));
          }
          if (!solver.equals("dense") && !operator.equals("expansion")) {
            cases.add(new Case(kernel, "exact", null, solver, operator, center, false, true, 600));
          }
        }
      }
    }
    for (String method : List.of("subset", "nystrom", "reduced", "icd")) {
      cases.add(
          new Case("gaussian(sigma=2)", method, null, "auto", "auto", true, false, false, 1300));
    }
    return cases;
  }

  private static String outcome(Case one, int threads) {
    double[][] points = Definition.points(one.rows, 3, 7);
    double[] weights = null;
    if (one.weighted) {
      SplittableRandom random = new SplittableRandom(8);
      weights = random.doubles(one.rows).map(x -> x < 0.1 ? 0 : 2 * x).toArray();
    }
    Rows rows = DenseRows.of(points);
    boolean counted =
        !one.method.matches("(exact|hebbian|auto).*")
            && MethodCatalog.counts(one.method, one.selector);
    try {
      KernelPcaModel model =
          KernelPca.with(KernelSpec.parse(one.kernel))
              .rank(4)
              .center(one.center)
              .precision(one.single ? Precision.FLOAT : Precision.DOUBLE)
              .threads(threads)
              .seed(3)
              .method(
                  MethodCatalog.parse(
                      one.method,
                      new MethodCatalog.Wishes(
                          counted ? Math.min(30, one.rows / 3) : null,
                          null,
                          null,
                          one.selector,
                          null,
                          one.solver,
                          one.operator)))
              .fit(rows, weights);
      return hash(model.eigenvalues(), model.transform(rows).values());
    } catch (NumericalException | IllegalArgumentException e) {
      return "refused:" + e.getClass().getSimpleName();
    }
  }

  private static String hash(double[]... numbers) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (double[] values : numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length);
        bytes.asDoubleBuffer().put(values);
        digest.update(bytes.array());
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Plain Java rounds the same everywhere; anything else is named by what decides its rounding. */
  private static String file() throws IOException {
    Backend backend = Backend.instance();
    if (backend.blas().name().equals("java") && backend.simd().lanes() == 1) {
      return "fits-plain.txt";
    }
    String processor = System.getProperty("os.arch");
    Path facts = Path.of("/proc/cpuinfo");
    if (Files.isReadable(facts)) {
      Map<String, String> known = new LinkedHashMap<>();
      for (String line : Files.readAllLines(facts)) {
        String[] fact = line.split("\\s*:\\s*");
        known.putIfAbsent(fact[0], fact[fact.length - 1]);
      }
      processor = known.get("vendor_id") + "-" + known.get("cpu family") + "-" + known.get("model");
    }
    return String.join(
        "-", "fits", backend.blas().name(), backend.simd().detail(), processor + ".txt");
  }

  private static Map<String, String> read(String file) throws IOException {
    Map<String, String> result = new LinkedHashMap<>();
    try (InputStream stream = FrozenFitsTest.class.getResourceAsStream("frozen/" + file)) {
      if (stream != null) {
        for (String line : new String(stream.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
          int gap = line.indexOf("  ");
          result.put(line.substring(gap + 2), line.substring(0, gap));
        }
      }
    }
    return result;
  }
}
