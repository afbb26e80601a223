package dev.mercer.app.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.Program;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Precomputed;
import dev.mercer.method.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Library and program save the same report for the same data, entry by entry and bit by bit. Only
 * times differ, and the stage of reading, which is the program's own.
 */
class SameReportTest {

  private static final int N = 150;
  private static final int COLUMNS = 3;

  @TempDir Path folder;

  private final double[][] rows = new double[N][COLUMNS];
  private final double[] weights = new double[N];
  private Path data;

  @BeforeEach
  void write() throws IOException {
    data = folder.resolve("rows.csv");
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder("a,b,c,w\n");
    for (int i = 0; i < N; i++) {
      for (int c = 0; c < COLUMNS; c++) {
        rows[i][c] = random.nextGaussian() + (i % 3 == c ? 3 : 0);
        text.append(rows[i][c]).append(',');
      }
      weights[i] = i % 4 * 0.5;
      text.append(weights[i]).append('\n');
    }
    Files.writeString(data, text);
  }

  private static Method method(String spec, Integer landmarks) {
    return MethodCatalog.parse(
        spec, new MethodCatalog.Wishes(landmarks, null, null, null, null, "auto", "auto"));
  }

  /** What the program writes with {@code --report}, which is what its model holds. */
  private Map<String, Object> byProgram(Object... options) throws IOException {
    Path report = folder.resolve("report.json");
    Path model = folder.resolve("program.safetensors");
    List<Object> words =
        new ArrayList<>(List.of("fit", data, "--report", report, "-o", model, "--quiet"));
    words.addAll(List.of("--threads", 2, "--seed", 5));
    words.addAll(Arrays.asList(options));
    Program run = Program.run(words.toArray());
    assertThat(run.exit()).as(run.err()).isZero();
    String text = Files.readString(report).strip();
    assertThat(KernelPcaModel.load(model).report().toJson().strip()).isEqualTo(text);
    return Json.parseObject(text);
  }

  private Map<String, Object> byLibrary(KernelPca settings, double[] weights) throws IOException {
    return byLibrary(settings, DenseRows.of(rows), weights);
  }

  /** What a model of the library holds once it is saved. */
  private Map<String, Object> byLibrary(KernelPca settings, Rows given, double[] weights)
      throws IOException {
    Path model = folder.resolve("library.safetensors");
    settings.threads(2).seed(5).fit(given, weights).save(model);
    return Json.parseObject(KernelPcaModel.load(model).report().toJson());
  }

  private static void requireSame(Map<String, Object> program, Map<String, Object> library) {
    List<Object> stages = new ArrayList<>((List<?>) program.get("stages"));
    assertThat(((Map<?, ?>) stages.remove(0)).get("name")).isEqualTo("read");
    program.put("stages", stages);
    assertThat(withoutTimes(program)).isEqualTo(withoutTimes(library));
  }

  private static Map<String, Object> withoutTimes(Map<String, Object> report) {
    Map<String, Object> result = new LinkedHashMap<>(report);
    assertThat(result.remove("seconds")).isInstanceOf(Number.class);
    result.put(
        "stages",
        ((List<?>) report.get("stages"))
            .stream()
                .map(
                    stage -> {
                      Map<Object, Object> copy = new LinkedHashMap<>((Map<?, ?>) stage);
                      assertThat(copy.remove("seconds")).isInstanceOf(Number.class);
                      return copy;
                    })
                .toList());
    return result;
  }

  @Test
  void withNothingSaid() throws IOException {
    KernelPca settings = KernelPca.with(KernelSpec.parse("gaussian(sigma=auto)"));
    Map<String, Object> program = byProgram("--drop", "w");
    requireSame(program, byLibrary(settings, null));
    assertThat(program.get("noveltyReason")).isNotNull(); // an exact fit, which holds its rows
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto",
        "subset",
        "reduced",
        "reduced-set",
        "nystrom",
        "weighted-nystrom",
        "improved",
        "icd",
        "sparse(kind=tipping)",
        "sparse(kind=l1)",
        "random-features(orthogonal=true)"
      })
  void byEveryMethodOnLandmarks(String spec) throws IOException {
    boolean counted = !spec.equals("reduced-set");
    for (boolean weighted : new boolean[] {false, true}) {
      KernelPca settings =
          KernelPca.with(KernelSpec.parse("gaussian(sigma=2)"))
              .rank(3)
              .method(method(spec, counted ? 20 : null));
      List<Object> options =
          new ArrayList<>(List.of("--kernel", "gaussian(sigma=2)", "--rank", 3, "--method", spec));
      options.addAll(counted ? List.of("--landmarks", 20) : List.of());
      options.addAll(weighted ? List.of("--weights", "w") : List.of("--drop", "w"));
      Map<String, Object> program = byProgram(options.toArray());
      requireSame(program, byLibrary(settings, weighted ? weights : null));
      boolean held = spec.contains("nystrom") && !weighted;
      assertThat(program.get("novelty") == null).isEqualTo(held);
      assertThat(program.get("noveltyReason") != null).isEqualTo(held);
    }
  }

  @Test
  void scaledNotCenteredAndVerified() throws IOException {
    KernelPca settings =
        KernelPca.with(KernelSpec.parse("0.5*laplacian(sigma=2)+linear"))
            .rank(4)
            .scaling("standard")
            .center(false)
            .verify(true)
            .method(method("subset", 25));
    requireSame(
        byProgram(
            "--drop",
            "w",
            "--kernel",
            "0.5*laplacian(sigma=2)+linear",
            "--rank",
            4,
            "--scale",
            "standard",
            "--center",
            "none",
            "--verify",
            "--method",
            "subset",
            "--landmarks",
            25),
        byLibrary(settings, null));
  }

  @Test
  void exactWithWeightsInFloat() throws IOException {
    KernelPca settings =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=2)"))
            .variance(0.6)
            .precision(Precision.FLOAT)
            .method(method("exact", null));
    Map<String, Object> program =
        byProgram(
            "--weights",
            "w",
            "--kernel",
            "gaussian(sigma=2)",
            "--variance",
            0.6,
            "--precision",
            "float",
            "--method",
            "exact");
    // The program keeps rows in the precision of the fit.
    DenseRows.Builder floats = DenseRows.builder(COLUMNS, Precision.FLOAT);
    for (double[] row : rows) {
      floats.append(row, 0, 1);
    }
    requireSame(program, byLibrary(settings, floats.build(), weights));
    assertThat(program.get("novelty")).isNotNull();
  }

  @Test
  void precomputedMatrices() throws IOException {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=2)");
    double[][] gram = new double[N][N];
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        gram[i][j] = kernel.value(rows[i], rows[j]);
        text.append(gram[i][j]).append(j < N - 1 ? ',' : '\n');
      }
    }
    data = folder.resolve("gram.csv");
    Files.writeString(data, text);
    KernelPca settings = KernelPca.with(new Precomputed(false)).rank(3);
    requireSame(
        byProgram("--precomputed", "--rank", 3), byLibrary(settings, DenseRows.of(gram), null));
  }

  @Test
  void indefiniteKernels() throws IOException {
    String kernel = "tanh(scale=0.1,offset=-1)";
    KernelPca settings =
        KernelPca.with(KernelSpec.parse(kernel)).rank(2).method(method("subset", 15));
    requireSame(
        byProgram(
            "--drop",
            "w",
            "--kernel",
            kernel,
            "--rank",
            2,
            "--method",
            "subset",
            "--landmarks",
            15),
        byLibrary(settings, null));
  }
}
